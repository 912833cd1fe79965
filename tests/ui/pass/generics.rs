//! Lifetimes, type parameters with defaults, const parameters and where clauses; errors that outlive what the call borrows.

use std::borrow::Cow;
use std::error::Error;

use mrtr::{Implementation, PromptArgument, Reply, Session};
use serde::Serialize;

#[derive(Serialize, mrtr::Call)]
#[mcp(tool = "search", inputs_json = r#"{"f": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}}}"#)]
struct Search<'a, T: Clone = u8, const N: usize = 3>
where
    T: Default,
{
    query: &'a str,
    page: T,
    #[serde(skip)]
    marker: [(); N],
}

#[derive(Serialize, mrtr::Call)]
#[mcp(prompt = "p")]
struct Prompt<'a, T: PromptArgument> {
    a: &'a str,
    b: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<T>,
}

#[derive(mrtr::Call)]
#[mcp(resource)]
struct Read<'a, T: AsRef<str>> {
    uri: &'a T,
}

#[derive(Serialize, mrtr::Call)]
#[mcp(tool = "t", output = Vec<T>)]
struct Typed<T: serde::de::DeserializeOwned> {
    #[serde(skip)]
    of: std::marker::PhantomData<T>,
}

fn drive(session: &Session, query: &str) -> Result<(), Box<dyn Error + Send + Sync>> {
    let search: Search<'_> = Search { query, page: 7, marker: [(); 3] };
    let pending = session.call(search).map_err(|error| error.without_state())?;
    let reply = pending.receive(b"{}").map_err(|error| error.without_state())?;
    match reply {
        Reply::Complete(done) => drop(done.into_output().map_err(|error| error.without_state())?),
        Reply::NeedsInput(needs) => {
            let answered = needs.answer(|input| match input {
                search::Input::F(form) => form.accept(search::F),
            });
            drop(answered.map_err(|error| error.without_state())?.resume());
        }
    }
    Ok(())
}

fn main() {
    let session = Session::new("s", Implementation::new("a", "1"));
    let query = String::from("cats");
    assert!(drive(&session, &query).is_err());
    assert!(session.call(Prompt { a: &query, b: Cow::Borrowed("b"), c: None::<String> }).is_ok());
    assert_eq!(session.call(Read { uri: &query }).ok().map(|pending| pending.name().to_owned()), Some(query.clone()));
    assert!(session.call(Typed::<u8> { of: std::marker::PhantomData }).is_ok());
}
