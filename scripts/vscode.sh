#!/usr/bin/env bash
# Lints the extension for VS Code and builds its package, in a copy of the folder. Needs npm.
#   scripts/vscode.sh [FILE.vsix]
set -euo pipefail
cd "$(dirname "$0")/.."

output=$(realpath -m "${1:-target/heapproof.vsix}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp contrib/vscode/*.js contrib/vscode/package.json contrib/vscode/README.md "$work"
cp LICENSE-MIT "$work/LICENSE"
cd "$work"
npm install --silent --no-audit --no-fund --no-package-lock
npm run --silent lint
mkdir -p "$(dirname "$output")"
npm run --silent build -- --out "$output"
