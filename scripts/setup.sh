#!/usr/bin/env bash
# Installs what building and testing heapproof needs, where any is missing: Debian packages, and below target/tools the
# packages of npm and PyPI that tests compare with.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  clang-19            # compiles the C programs under analysis
  llvm-19-dev         # reads the bitcode
  libclang-rt-19-dev  # AddressSanitizer, the tests' second opinion
  libpolly-19-dev libzstd-dev zlib1g-dev libxml2-dev libz3-dev  # what LLVM links against
  gcc-multilib        # C headers for -m32
  g++ pkg-config
  chromium            # opens the pages of --html in tests
)

if ! command -v cargo >/dev/null; then
  echo "setup: cargo is missing: install a Rust toolchain (https://rustup.rs)" >&2
  exit 1
fi

missing=()
for package in "${packages[@]}"; do
  dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
# Node.js and Python may be there from elsewhere.
command -v npm >/dev/null || missing+=(nodejs npm)
python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)

tools() {
  local tools=target/tools
  if ! cmp -s scripts/browser/package.json "$tools/node/package.json"; then
    echo "setup: a driver of browsers and axe, from npm"
    mkdir -p "$tools/new-node"
    cp scripts/browser/package.json "$tools/new-node"
    (cd "$tools/new-node" && npm install --silent --no-audit --no-fund --no-package-lock >/dev/null)
    rm -rf "$tools/node" && mv "$tools/new-node" "$tools/node"
  fi
  if ! cmp -s scripts/requirements.txt "$tools/python/requirements.txt"; then
    echo "setup: BenchExec, CodeChecker and a validator of schemas, from PyPI"
    rm -rf "$tools/python"
    python3 -m venv "$tools/python"
    "$tools/python/bin/pip" install --quiet --disable-pip-version-check -r scripts/requirements.txt
    cp scripts/requirements.txt "$tools/python"
  fi
}

if [ ${#missing[@]} -eq 0 ]; then
  tools
  exit 0
fi

if [ "$(id -u)" -eq 0 ]; then
  run=()
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
  run=(sudo)
else
  echo "setup: these Debian packages are missing, and installing them needs root:" >&2
  echo "    apt-get install ${missing[*]}" >&2
  exit 1
fi

echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${run[@]}" apt-get update -qq
"${run[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
tools
