//! From the tokens of the struct to the generated code, without a compiler around it.

use std::path::Path;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::ast::Call;
use crate::check::check;
use crate::ctxt::Ctxt;
use crate::{expand, fallback};

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod diagnostics;

/// Expands the derive. `folder` is where the paths of files start from.
pub(crate) fn derive(input: TokenStream, folder: Option<&Path>) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut ctxt = Ctxt::default();
    let call = Call::read(&mut ctxt, &input, folder);
    check(&mut ctxt, &call);
    match &call.target {
        Some(target) if !ctxt.has_errors() => expand::call(&call, target),
        _ => {
            let mut tokens = ctxt.into_tokens();
            tokens.extend(fallback::call(&call));
            tokens
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use std::fs;

    use mrtr_core::__private::Captured;
    use quote::quote;

    use super::*;

    fn expand(input: TokenStream) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expansion");
        let tokens = derive(input, Some(&folder));
        let text = prettyplease::unparse(&syn::parse2(tokens).unwrap());
        // What the compiler is told to watch stands where this repository stands.
        text.replace(folder.to_str().unwrap(), "/package")
    }

    /// Compares with `tests/expansion/{name}.rs`, or writes it where `BLESS` is set.
    fn compare(name: &str, input: TokenStream) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/expansion/{name}.rs"));
        let expanded = expand(input);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, expanded).unwrap();
        } else {
            let expected = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            assert!(expanded == expected, "{} differs; read it after BLESS=1 cargo test", path.display());
        }
    }

    #[test]
    fn a_tool_with_a_form_expands_as_documented() {
        compare(
            "tool",
            quote! {
                #[mcp(tool = "book_flight", inputs = "inputs/book_flight.json")]
                pub struct BookFlight {
                    destination: String,
                    #[mcp(header = "Region")]
                    region: String,
                }
            },
        );
    }

    #[test]
    fn a_prompt_with_every_other_kind_of_input_expands_as_documented() {
        let json = r#"{
            "sign_in": {"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": "https://a.test/"}},
            "draft": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 100}},
            "folders": {"method": "roots/list"}
        }"#;
        compare(
            "prompt",
            quote! {
                #[mcp(prompt = "greet", inputs_json = #json, output = MyPrompt, module = questions)]
                struct Greet<'a, T: PromptArgument = String> {
                    name: &'a str,
                    style: Option<T>,
                }
            },
        );
    }

    #[test]
    fn a_resource_without_inputs_expands_as_documented() {
        compare(
            "resource",
            quote! {
                #[mcp(resource, crate = my_sdk::mcp)]
                struct ReadReport {
                    uri: String,
                }
            },
        );
    }

    /// The schemas of a folder of the corpus, each as the form under the key `k`.
    fn corpus(folder: &str) -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/schemas").join(folder);
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let read = |path: std::path::PathBuf| {
            let text = fs::read_to_string(&path).unwrap();
            let schema = wrapped_schema(&text).unwrap_or(&text);
            let json = format!(
                r#"{{"k":{{"method":"elicitation/create","params":{{"message":"?","requestedSchema":{schema}}}}}}}"#
            );
            (path.display().to_string(), json)
        };
        files.into_iter().map(read).collect()
    }

    /// The member `schema` of a wrapper. Schemas have no such member.
    fn wrapped_schema(text: &str) -> Option<&str> {
        mrtr_core::__private::member(text, "schema")
    }

    fn messages(json: &str) -> Vec<String> {
        let tokens = derive(
            quote!(
                #[mcp(tool = "t", inputs_json = #json)]
                struct Ask;
            ),
            None,
        );
        let file: syn::File = syn::parse2(tokens).unwrap();
        let errors = file.items.iter().filter_map(|item| match item {
            syn::Item::Macro(item) => Some(syn::parse2::<syn::LitStr>(item.mac.tokens.clone()).unwrap().value()),
            _ => None,
        });
        errors.collect()
    }

    #[test]
    fn what_the_corpus_accepts_expands() {
        for (file, json) in corpus("accept") {
            assert_eq!(messages(&json), [""; 0], "{file}");
        }
    }

    #[test]
    fn what_the_corpus_rejects_is_an_error_for_each_fault() {
        for (file, json) in corpus("reject") {
            let faults = Captured::read(&json).faults;
            let messages = messages(&json);
            assert!(!faults.is_empty(), "{file}");
            assert_eq!(messages.len(), faults.len(), "{file}: {messages:#?}");
            for (message, fault) in messages.iter().zip(faults) {
                assert!(message.contains(&fault.message), "{file}: {message}");
            }
        }
    }

    #[test]
    fn a_large_schema_is_no_deep_expression() {
        let choices: Vec<String> = (0..2_000).map(|number| format!("\"v{number:04}\"")).collect();
        let properties: Vec<String> =
            (0..200).map(|number| format!("\"p{number}\":{{\"type\":\"integer\"}}")).collect();
        let json = format!(
            r#"{{"k":{{"method":"elicitation/create","params":{{"message":"?","requestedSchema":{{"type":"object","properties":{{
            "c":{{"type":"string","enum":[{}]}},{}}}}}}}}}}}"#,
            choices.join(","),
            properties.join(",")
        );
        assert_eq!(messages(&json), [""; 0]);
    }

    #[test]
    fn no_text_makes_the_macro_panic() {
        for json in ["", "{", "null", "\u{feff}{}", "{\"a\":{\"method\":\"elicitation/create\"}}", "{\"\\ud800\":{}}"] {
            assert!(!messages(json).is_empty(), "{json}");
        }
        assert!(derive(quote!(not a struct), None).to_string().contains("compile_error"));
    }

    #[test]
    fn a_call_with_a_mistake_keeps_the_method_and_the_output_of_its_target() {
        for (target, method, output) in [
            (quote!(tool = "t"), "CallTool", "CallToolResult"),
            (quote!(prompt = "p"), "GetPrompt", "GetPromptResult"),
            (quote!(resource = "r:"), "ReadResource", "ReadResourceResult"),
        ] {
            let tokens = expand(quote!(
                #[mcp(#target, mistake)]
                struct Ask;
            ));
            assert!(tokens.contains(&format!("::mrtr::__private::Method::{method};")), "{tokens}");
            assert!(tokens.contains(&format!("type Output = ::mrtr::__private::{output};")), "{tokens}");
        }
    }

    #[test]
    fn a_mistake_in_a_property_leaves_the_others() {
        let json = r#"{"seat":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object",
            "properties":{"from":{"type":"object"},"row":{"type":"integer"},"class":{"type":"string","enum":["aisle"]}},
            "required":["row"]}}}}"#;
        let tokens = expand(quote!(
            #[mcp(tool = "t", inputs_json = #json)]
            struct Ask;
        ));
        assert!(tokens.contains("pub row: ::core::primitive::i64,"), "{tokens}");
        assert!(tokens.contains("pub class: ::core::option::Option<SeatClass>,"), "{tokens}");
        assert!(tokens.contains("pub enum SeatClass"), "{tokens}");
        assert!(!tokens.contains("pub from"), "{tokens}");
    }

    #[test]
    fn a_request_with_a_mistake_keeps_its_variant() {
        let json = r#"{
            "seat": {"method": "elicitation/create", "params": {"message": 1}},
            "page": {"method": "elicitation/create", "params": {"mode": "url"}},
            "draft": {"method": "sampling/createMessage"},
            "other": {"method": "tools/list"}
        }"#;
        let tokens = expand(quote!(
            #[mcp(tool = "t", inputs_json = #json)]
            struct Ask;
        ));
        for variant in
            ["Seat(::mrtr::__private::Form<Seat>)", "Page(::mrtr::__private::Url", "Draft(::mrtr::__private::Sampling"]
        {
            assert!(tokens.contains(variant), "{variant}: {tokens}");
        }
        assert!(!tokens.contains("Other("), "{tokens}");
    }

    fn errors(input: TokenStream) -> String {
        derive(input, None).to_string()
    }

    #[test]
    fn an_option_without_its_comma_or_its_value_is_reported_and_the_next_is_read() {
        let tokens = errors(quote!(
            #[mcp(tool = "t" inputs_json = "{}", inputs = , module =)]
            struct Ask;
        ));
        for message in
            ["expected `,`", "found `inputs` without a value, expected", "found `module` without a value, expected"]
        {
            assert_eq!(tokens.matches(message).count(), 1, "{message}: {tokens}");
        }
        assert_eq!(tokens.matches("compile_error").count(), 3, "{tokens}");
    }

    #[test]
    fn a_path_to_the_crate_is_absolute() {
        let expanded = |path: TokenStream| {
            expand(quote!(
                #[mcp(tool = "t", crate = #path)]
                struct Ask;
            ))
        };
        assert!(expanded(quote!(crate::mcp)).contains(" crate::mcp::__private::"));
        assert!(!expanded(quote!(crate::mcp)).contains("::crate::mcp"));
        assert!(expanded(quote!(::sdk::mcp)).contains(" ::sdk::mcp::__private::"));
        assert!(!expanded(quote!(::sdk::mcp)).contains("::::"));
        assert!(expanded(quote!(sdk::mcp)).contains(" ::sdk::mcp::__private::"));
    }

    #[test]
    fn a_header_needs_a_field_that_is_an_argument_of_its_own() {
        let reason = "found a header of a field that is no argument of its own";
        let unnamed = errors(quote!(
            #[mcp(tool = "t")]
            struct Ask(#[mcp(header = "A")] String);
        ));
        assert!(unnamed.contains(reason), "{unnamed}");
        let replaced = errors(quote!(
            #[mcp(tool = "t")]
            #[serde(into = "Other")]
            struct Ask {
                #[mcp(header = "A")]
                a: String,
            }
        ));
        assert!(replaced.contains(reason), "{replaced}");
    }

    #[test]
    fn what_sampling_needs_is_what_any_request_of_it_needs() {
        let draft = |more: &str| {
            format!(r#"{{"method":"sampling/createMessage","params":{{"messages":[],"maxTokens":1{more}}}}}"#)
        };
        let needed = |first: &str, second: &str| {
            let json = format!(r#"{{"a":{},"b":{}}}"#, draft(first), draft(second));
            let tokens = expand(quote!(
                #[mcp(tool = "t", inputs_json = #json)]
                struct Ask;
            ));
            [".with_sampling()", ".with_sampling_tools()", ".with_sampling_context()"].map(|with| tokens.contains(with))
        };
        let (tools, context) = (r#","tools":[]"#, r#","includeContext":"allServers""#);
        assert_eq!(needed("", ""), [true, false, false]);
        assert_eq!(needed(tools, ""), [true, true, false]);
        assert_eq!(needed("", tools), [true, true, false]);
        assert_eq!(needed(context, ""), [true, false, true]);
        assert_eq!(needed(tools, context), [true, true, true]);
    }

    #[test]
    fn a_struct_without_fields_needs_no_serde() {
        let tokens = expand(quote!(
            #[mcp(tool = "t")]
            struct Ask;
        ));
        assert!(tokens.contains("ArgumentsOfNothing") && !tokens.contains("Arguments::serialize("), "{tokens}");
    }

    #[test]
    fn the_arguments_of_a_prompt_are_checked_field_by_field() {
        let checks = |attribute: TokenStream, field: TokenStream| {
            let tokens = expand(quote!(
                #[mcp(prompt = "p")]
                #attribute
                struct Greet {
                    #field
                    name: Name,
                }
            ));
            tokens.matches("prompt_argument::<Name>()").count()
        };
        assert_eq!(checks(quote!(), quote!()), 1);
        for field in [quote!(#[serde(skip)]), quote!(#[serde(flatten)]), quote!(#[serde(serialize_with = "f")])] {
            assert_eq!(checks(quote!(), field.clone()), 0, "{field}");
        }
        assert_eq!(checks(quote!(#[serde(into = "Other")]), quote!()), 0);
    }

    #[test]
    fn defaults_and_what_the_server_alone_checks_are_in_the_expansion() {
        let json = r#"{"trip":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object",
            "properties":{"budget":{"type":"number","default":1.5},"name":{"type":"string","pattern":"^a"}}}}}}"#;
        let tokens = expand(quote!(
            #[mcp(tool = "t", inputs_json = #json)]
            struct Ask;
        ));
        assert!(tokens.contains("1.5"), "{tokens}");
        assert!(tokens.contains("Checked by the server alone: \"pattern\"."), "{tokens}");
    }

    #[test]
    fn a_missing_file_is_named_with_its_full_path() {
        let input = quote!(
            #[mcp(tool = "t", inputs = "inputs/none.json")]
            struct Ask;
        );
        let tokens = derive(input, Some(Path::new("/some/package"))).to_string();
        assert!(tokens.contains("the file /some/package/inputs/none.json cannot be read"), "{tokens}");
    }

    #[test]
    fn a_relative_path_without_a_folder_is_an_error() {
        let tokens = derive(
            quote!(
                #[mcp(tool = "t", inputs = "a.json")]
                struct Ask;
            ),
            None,
        );
        assert!(tokens.to_string().contains("CARGO_MANIFEST_DIR is not set"));
    }
}
