#!/usr/bin/env bash
# Makes the pictures of the README from real runs: docs/pictures/*.png. Needs Debian's chromium.
#   scripts/pictures.sh [HEAPPROOF]
set -euo pipefail
cd "$(dirname "$0")/.."

heapproof=${1:-target/release/heapproof}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p docs/pictures

picture() { # name, size, command, arguments
  local name=$1 size=$2
  shift 2
  "$heapproof" "$@" -q --html "$work/$name" >/dev/null || [ $? -eq 1 ] || [ $? -eq 3 ]
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$size" \
    --screenshot="docs/pictures/$name.png" "file://$work/$name/index.html" >/dev/null 2>&1
  echo "docs/pictures/$name.png"
}

picture error 1200,800 check examples/destroy-list.c
picture proof 1200,760 check examples/reverse.c
picture functions 1200,640 lib --no-cache examples/stack.c
