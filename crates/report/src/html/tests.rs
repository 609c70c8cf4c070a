//! Pages made of outcomes made by hand.

use super::*;
use crate::sample;

fn page() -> String {
    render(&sample::everything().report(), &[])
}

#[test]
fn a_page_is_complete_without_its_script() {
    let page = page();
    for wanted in [
        "reads 8 bytes at the start of a heap block of 8 bytes that was freed",
        "frees block",
        "the function `ioctl` has no body and no model",
        "<svg class=\"heap\"",
        "each node owns",
        "list with links back",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
}

#[test]
fn a_page_loads_nothing() {
    let page = page();
    let policy = "default-src 'none'";
    assert!(page.contains(policy));
    for forbidden in ["http://", "https://", " src=", "@import", "url("] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn what_a_program_says_is_text() {
    let mut sample = sample::everything();
    sample.outcome.findings[0].message = "</script><b onclick=alert(1)>".into();
    let page = render(&sample.report(), &[]);
    // The script reads the data as JSON and shows it as text; nothing in it ends its element.
    let (before, rest) = page.split_once(" id=\"data\">").unwrap();
    let (data, after) = rest.split_once("</script>").unwrap();
    assert!(!before.contains("<b onclick") && !after.contains("<b onclick"));
    assert!(data.contains("<b onclick") && !data.contains("</") && !data.contains("<!"), "{data}");
    assert_eq!(page.matches("</script>").count(), 2, "the data and the script end once each");
}
