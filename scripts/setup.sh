#!/usr/bin/env bash
# Installs the Debian packages that building and testing heapproof needs, where any is missing.
set -euo pipefail

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
[ ${#missing[@]} -eq 0 ] && exit 0

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
