#!/usr/bin/env bash
# Lets axe-core (from npm) look at pages that `--html` wrote, in Debian's chromium. Says what it finds; fails if anything.
#   scripts/accessibility.sh DIR/index.html …
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm install --silent --no-audit --no-fund axe-core >/dev/null)
failed=0
for page in "$@"; do
  for theme in light dark; do
    python3 - "$page" "$work" "$theme" <<'PYTHON'
import sys
page, work, theme = sys.argv[1:]
axe = open(work + "/node_modules/axe-core/axe.min.js", encoding="utf-8").read().replace("</script", "<\\/script")
run = """
document.documentElement.dataset.theme = '%s';
axe.run(document, { resultTypes: ['violations'] }).then((found) => {
  const told = found.violations.map((it) => it.id + ': ' + it.nodes.map((node) => node.target + ' ' + (node.any[0] || {}).message).join(' / '));
  document.body.innerHTML = '<pre id="axe">' + told.join('\\n').replace(/</g, '&lt;') + '</pre>';
});
""" % theme
text = open(page, encoding="utf-8").read()
# The last script is the page's own; axe comes after it.
head, tail = text.rsplit("</body>", 1)
copy = head + "<script>" + axe + "</script><script>" + run + "</script></body>" + tail
open(work + "/page.html", "w", encoding="utf-8").write(copy)
PYTHON
    dom=$(chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=20000 --dump-dom "file://$work/page.html" 2>/dev/null)
    found=$(printf '%s' "$dom" | tr '\n' '\r' | sed -n 's/.*<pre id="axe">\(.*\)<\/pre>.*/\1/p' | tr '\r' '\n')
    if ! printf '%s' "$dom" | grep -q '<pre id="axe">'; then
      echo "$page ($theme): axe did not run"; failed=1
    elif [ -n "$found" ]; then
      echo "$page ($theme): $found"; failed=1
    else
      echo "$page ($theme): nothing found"
    fi
  done
done
exit $failed
