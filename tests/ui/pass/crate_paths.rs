//! Every way to say where the crate is.

mod facade {
    pub mod sdk {
        pub use ::mrtr as protocol;
    }
}

#[derive(mrtr::Call)]
#[mcp(tool = "t", crate = ::mrtr_core, inputs_json = r#"{"f": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {"a": {"type": "string", "enum": ["a"]}}}}}}"#)]
struct Absolute;

#[derive(mrtr::Call)]
#[mcp(tool = "t", crate = mrtr_core, inputs_json = r#"{"r": {"method": "roots/list"}}"#)]
struct Named;

#[derive(mrtr::Call)]
#[mcp(tool = "t", crate = crate::facade::sdk::protocol, inputs_json = r#"{"r": {"method": "roots/list"}}"#)]
struct ThroughFacade;

macro_rules! declare {
    ($name:ident) => {
        #[derive(mrtr::Call)]
        #[mcp(tool = "t", crate = $crate::facade::sdk::protocol, inputs_json = r#"{"r": {"method": "roots/list"}}"#)]
        struct $name;
    };
}
declare!(FromMacro);

fn main() {
    let _ = (Absolute, Named, ThroughFacade, FromMacro);
    let _ = absolute::F { a: Some(absolute::FA::A) };
}
