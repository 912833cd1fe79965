//! Parked calls: what is sent after a restart is what would have been sent before, and a document that is not what it
//! was becomes no call.

mod bytes;
mod damage;
mod exactness;
mod forge;
mod refusals;
mod secrets;
#[path = "../texts/mod.rs"]
mod texts;
