//! What a server sends beside its answers.

use std::sync::{Arc, Mutex};

use mrtr::{Notification, RequestId, Stray, StrayReason};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Clone, Default)]
pub struct Seen(Arc<Mutex<Lists>>);

#[derive(Default)]
struct Lists {
    progress: Vec<RequestId>,
    others: Vec<String>,
}

impl Seen {
    pub fn notification(&self, notification: &Notification<'_>) {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(rename = "progressToken", borrow)]
            token: &'a RawValue,
        }
        let params = notification.params().map(RawValue::get).unwrap_or_default();
        let token = serde_json::from_str(params).ok().and_then(|it: Params<'_>| RequestId::from_json(it.token.get()));
        let mut lists = self.0.lock().unwrap();
        match token {
            Some(token) if notification.method() == "notifications/progress" => lists.progress.push(token),
            _ => lists.others.push(notification.raw().to_owned()),
        }
    }

    /// An answer that comes after its request was given up is none of its business.
    pub fn stray(&self, stray: &Stray<'_>) {
        if stray.reason() != StrayReason::NotInFlight {
            self.0.lock().unwrap().others.push(format!("{}: {}", stray.reason(), stray.text()));
        }
    }

    /// How many notifications of progress came for this request.
    pub fn progress_of(&self, id: &RequestId) -> usize {
        self.0.lock().unwrap().progress.iter().filter(|token| *token == id).count()
    }

    /// What no server should have sent.
    pub fn others(&self) -> Vec<String> {
        self.0.lock().unwrap().others.clone()
    }
}
