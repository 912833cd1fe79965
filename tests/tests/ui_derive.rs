//! The derive: programs that must compile, whatever stands around it, and programs that must not, with what their
//! authors are told.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::value::RawValue;

/// One `TestCases` for all: each builds the dependencies anew.
#[test]
fn pass() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/pass/*.rs");
    cases.pass(corpus());
}

#[test]
fn derive() {
    mrtr_tests::ui::compile_fail("derive");
}

#[test]
fn schema() {
    mrtr_tests::ui::compile_fail("schema");
}

/// A program with a call for every form schema of the corpus that is accepted, and all of them as keys of one call.
fn corpus() -> std::path::PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut program = String::new();
    let mut inputs = String::new();
    let mut files: Vec<_> =
        fs::read_dir(package.join("schemas/accept")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let schema = schema_of(&text);
        let input = format!(
            "{name:?}: {{\"method\": \"elicitation/create\", \"params\": {{\"message\": \"?\", \"requestedSchema\": \
             {schema}}}}}"
        );
        let module = name.replace('-', "_");
        writeln!(
            program,
            "mod {module} {{\n    #[derive(mrtr::Call)]\n    #[mcp(tool = \"t\", inputs_json = r####\"{{{input}}}\"####)]\n    \
             pub struct Ask;\n}}"
        )
        .unwrap();
        let separator = if inputs.is_empty() { "" } else { "," };
        write!(inputs, "{separator}{input}").unwrap();
    }
    write!(
        program,
        "#[derive(mrtr::Call)]\n#[mcp(tool = \"t\", inputs_json = r####\"{{{inputs}}}\"####)]\nstruct All;\nfn main() \
         {{}}\n"
    )
    .unwrap();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus.rs");
    fs::write(&file, program).unwrap();
    file
}

/// The schema of a file of the corpus: the file, or its member `schema`.
fn schema_of(text: &str) -> &str {
    #[derive(serde::Deserialize)]
    struct Wrapper<'a> {
        #[serde(borrow)]
        schema: &'a RawValue,
    }
    serde_json::from_str::<Wrapper<'_>>(text).map_or(text, |wrapper| wrapper.schema.get())
}
