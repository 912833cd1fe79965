//! What a server answers in the end.

use mrtr_core::{PeerError, ReceiveError};

use super::{Dimension, Work, work};
use crate::rounds::{Outcome, records};
use crate::scenario;

pub(super) fn dimensions() -> Vec<Dimension> {
    vec![
        Dimension { name: "text_result", smallest: 16 << 10, prepare: |size| read(Outcome::text(size).result) },
        Dimension {
            name: "structured_result",
            smallest: 16 << 10,
            prepare: |size| read(Outcome::structured(size).result),
        },
        Dimension {
            name: "content_blocks",
            smallest: 600,
            prepare: |size| {
                let blocks = vec![r#"{"type":"text","text":"booked"}"#; size].join(",");
                read(format!(r#"{{"content":[{blocks}]}}"#))
            },
        },
        Dimension {
            name: "unknown_members_of_a_result",
            smallest: 600,
            prepare: |size| {
                let members: String = (0..size).rev().map(|n| format!(r#""{}{n:06}":{n},"#, "k".repeat(40))).collect();
                read(format!(r#"{{{members}"content":[]}}"#))
            },
        },
        Dimension {
            name: "unknown_members_of_a_message",
            smallest: 600,
            prepare: |size| {
                let members: String = (0..size).rev().map(|n| format!(r#""{}{n:06}":{n},"#, "k".repeat(40))).collect();
                let pending = scenario::pending();
                let message = format!(r#"{{{members}"jsonrpc":"2.0","id":{},"result":{}}}"#, pending.id(), "{}");
                work(move || pending.receive(message.as_bytes()).unwrap())
            },
        },
        Dimension {
            name: "depth_of_a_result",
            smallest: 4 << 10,
            prepare: |size| {
                let deep = format!("{}{}", "[".repeat(size / 2), "]".repeat(size / 2));
                let pending = scenario::pending();
                let message = scenario::response(pending.id(), &format!(r#"{{"content":[],"deep":{deep}}}"#));
                work(move || pending.receive(&message).unwrap())
            },
        },
        Dimension {
            name: "a_message_that_breaks_off",
            smallest: 16 << 10,
            prepare: |size| {
                let pending = scenario::pending();
                let message = scenario::response(pending.id(), &records(size));
                work(move || match pending.receive(&message[..message.len() - 2]) {
                    Err(ReceiveError::Failed(failed)) => failed,
                    other => panic!("{other:?}"),
                })
            },
        },
        Dimension {
            name: "data_of_an_error",
            smallest: 16 << 10,
            prepare: |size| {
                let pending = scenario::pending();
                let error = format!(r#"{{"code":-32603,"message":"no","data":{}}}"#, records(size));
                let message = format!(r#"{{"jsonrpc":"2.0","id":{},"error":{error}}}"#, pending.id()).into_bytes();
                work(move || match pending.receive(&message) {
                    Err(ReceiveError::Failed(failed)) => {
                        assert!(matches!(failed.error(), PeerError::Rpc(_)));
                        failed
                    }
                    other => panic!("{other:?}"),
                })
            },
        },
    ]
}

/// A result, received and read.
fn read(result: String) -> Work {
    let pending = scenario::pending();
    let message = scenario::response(pending.id(), &result);
    work(move || match pending.receive(&message) {
        Ok(mrtr_core::Reply::Complete(complete)) => complete.into_output().unwrap(),
        other => panic!("{other:?}"),
    })
}
