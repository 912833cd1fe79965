//! The module has the visibility of the struct, and the name that it was given.

mod outer {
    pub mod inner {
        #[derive(mrtr::Call)]
        #[mcp(tool = "t", module = questions, inputs_json = r#"{"r": {"method": "roots/list"}}"#)]
        pub(in super::super) struct Scoped;

        #[derive(mrtr::Call)]
        #[mcp(tool = "t")]
        #[mcp(inputs_json = r#"{"r": {"method": "roots/list"}}"#)]
        pub(super) struct HTTPCall2;
    }

    pub fn use_it() {
        let _: Option<inner::http_call2::Input> = None;
        let _ = inner::HTTPCall2;
    }
}

fn main() {
    let _: Option<outer::inner::questions::Input> = None;
    let _ = outer::inner::Scoped;
    outer::use_it();
}
