//! Random conversations, held by the typestates and by a naive client: what both send is equal, what both make of the
//! server's messages is equal, and every row of the transition table and every error is reached often enough to say so.

mod calls;
mod naive;
mod play;
mod reached;
mod script;
#[path = "../texts/mod.rs"]
mod texts;

use std::cell::RefCell;
use std::time::Instant;

use play::Play;
use reached::Reached;

const CONVERSATIONS: u32 = 4_000;

/// JSON text that a `serde_json::Value` can hold: what stands for no character is spelled out.
fn legible(text: &str) -> String {
    text.replace(r"\ud800", "surrogate")
}

/// What a string token stands for.
fn decoded(token: &str) -> String {
    serde_json::from_str(&legible(token)).unwrap()
}

/// The name of a variant.
fn variant(value: &impl std::fmt::Debug) -> String {
    let shown = format!("{value:?}");
    shown.split(|char: char| !char.is_alphanumeric()).next().unwrap().to_owned()
}

#[test]
fn typestates_and_a_naive_client_say_the_same() {
    let begin = Instant::now();
    let reached = RefCell::new(Reached::default());
    let outcome = texts::runner(CONVERSATIONS).run(&script::script(), |script| {
        Play::run(&script, &mut reached.borrow_mut());
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    println!("{:?}\n{:#?}", begin.elapsed(), reached.borrow());
    reached.borrow().assert_everything();
}
