//! Programs that must not compile.

#[test]
fn typestate() {
    mrtr_tests::ui::compile_fail("typestate");
}
