//! The report as a page, opened in a browser: no error, no request, every finding and every step by keyboard.
//!
//! The browser is Debian's `chromium` (`scripts/setup.sh` installs it); where there is none, the tests that need it say
//! so and pass.

use crate::support::{SAFE, Scratch, USE_AFTER_FREE};
use std::path::Path;
use std::process::Command;

/// What is done on a page, after its own script: it steps through every story by keyboard and writes what it saw into
/// an element.
const VISIT: &str = r#"
<script>
window.problems = [];
addEventListener('error', (event) => problems.push('error: ' + event.message));
addEventListener('securitypolicyviolation', (event) => problems.push('request: ' + event.blockedURI));
</script>
"#;
const WALK: &str = r#"
<script>
(function () {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const heap = () => (document.querySelector('.story.current svg.heap g') || { innerHTML: '' }).innerHTML;
  const count = () => document.querySelector('.story.current .count').textContent;
  const seen = [];
  const stories = document.querySelectorAll('.story').length;
  for (let number = 0; number < stories; number++) {
    press('Home');
    let heaps = new Set([heap()]), steps = 1;
    for (let before = ''; before !== count(); steps++) { before = count(); press('ArrowRight'); heaps.add(heap()); }
    press('e');
    const now = document.querySelector('.story.current li.now');
    seen.push([document.querySelector('.story.current').id, steps - 1, heaps.size, now ? now.dataset.n : 'none'].join(' '));
    press('n');
  }
  const requests = performance.getEntriesByType('resource').length;
  document.body.innerHTML = '<pre id="seen">' + seen.join(';') + '|' + problems.join(';') + '|' + requests + '</pre>';
})();
</script>
"#;

/// The browser, where there is one.
fn browser() -> Option<&'static str> {
    let found = ["chromium", "chromium-browser"].into_iter().find(|name| {
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
            .any(|folder| folder.join(name).is_file())
    });
    if found.is_none() {
        eprintln!("skipped: there is no chromium");
    }
    found
}

/// What a visit of a page sees: for each story its steps, how many pictures differ, the last line; then problems and the
/// number of requests.
fn visit(browser: &str, page: &Path) -> String {
    let text = std::fs::read_to_string(page).unwrap();
    let policy = "script-src 'unsafe-inline'";
    assert!(text.contains(policy));
    let text = text.replacen("<meta charset", &format!("{VISIT}<meta charset"), 1);
    let text = text.replacen("</body>", &format!("{WALK}</body>"), 1);
    let copy = page.with_file_name("visited.html");
    std::fs::write(&copy, text).unwrap();
    let profile = page.with_file_name("profile");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", copy.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let seen = dom.split_once("<pre id=\"seen\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    seen.unwrap_or_else(|| panic!("nothing was seen in:\n{dom}")).0.to_string()
}

#[test]
fn an_error_is_stepped_through() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    scratch.run("check --html page a.c").expect(1).says("use-after-free");
    let page = scratch.path().join("page/index.html");
    let size = std::fs::metadata(&page).unwrap().len();
    assert!(size < 200_000, "{size}");
    let Some(browser) = browser() else { return };
    let seen = visit(browser, &page);
    let (stories, rest) = seen.split_once('|').unwrap();
    assert_eq!(rest, "|0", "no problem and no request: {seen}");
    let parts: Vec<&str> = stories.split(' ').collect();
    assert_eq!((parts[0], parts[3]), ("story-1", "9"), "the last step is the error: {seen}");
    let (steps, pictures): (u32, u32) = (parts[1].parse().unwrap(), parts[2].parse().unwrap());
    assert!(steps >= 4 && pictures >= 4, "stepping changes the heap: {seen}");
}

#[test]
fn a_proof_and_functions_have_pages() {
    let list = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nstruct node { struct node *next; };\nint main(void)\n{\n    \
                struct node *list = 0;\n    while (__VERIFIER_nondet_int()) {\n        struct node *node = malloc(sizeof *node);\n        \
                if (!node) break;\n        node->next = list;\n        list = node;\n    }\n    \
                while (list) { struct node *next = list->next; free(list); list = next; }\n    return 0;\n}\n";
    let scratch = Scratch::with("list.c", list);
    scratch.run("check --html proof list.c").expect(0);
    let page = std::fs::read_to_string(scratch.path().join("proof/index.html")).unwrap();
    assert!(page.contains("what always holds") && page.contains("class=\\\"segment"), "a segment is drawn");
    scratch.write("lib.c", "struct s { int a; };\nint get(struct s *s) { return s->a; }\n");
    scratch.run("lib --no-cache --html lib lib.c").expect(0);
    let lib = std::fs::read_to_string(scratch.path().join("lib/index.html")).unwrap();
    assert!(lib.contains("<code>s != NULL</code>") && lib.contains("id=\"search\""));
    let Some(browser) = browser() else { return };
    let seen = visit(browser, &scratch.path().join("proof/index.html"));
    assert!(seen.ends_with("||0") && seen.starts_with("story-1 "), "{seen}");
    assert_eq!(visit(browser, &scratch.path().join("lib/index.html")), "||0");
}

#[test]
fn a_long_path_stays_small_and_explain_steps_through_it() {
    let long = "#include <stdlib.h>\nint main(void)\n{\n    int sum = 0;\n    for (int i = 0; i < 3000; i++)\n        \
                sum += i;\n    int *p = malloc(4);\n    if (!p)\n        return 0;\n    free(p);\n    return *p + sum;\n}\n";
    let scratch = Scratch::with("long.c", long);
    scratch.run("check --html page long.c").expect(1);
    let page = std::fs::read_to_string(scratch.path().join("page/index.html")).unwrap();
    assert!(page.len() < 6_000_000, "{}", page.len());
    assert!(page.matches("\"decide\"").count() > 2_000, "most steps are there");
    let told = scratch.run_with_input("explain long.c", "e\nf\nq\n").expect(1).stdout;
    assert!(
        told.contains("use-after-free") && told.contains("frees block 1") && told.contains("(dangling)"),
        "{told}"
    );
    scratch.write("safe.c", SAFE);
    scratch.run("explain safe.c").expect(0).says("safe:");
}
