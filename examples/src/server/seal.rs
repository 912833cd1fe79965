use std::{
    env,
    ffi::OsStr,
    fs::{self, OpenOptions},
    io::{self, Write},
    path::Path,
    time::Duration,
};

use rmcp::{
    ErrorData,
    model::{JsonObject, RequestStateCodec, SealOptions},
};
use serde::{Serialize, de::DeserializeOwned};

use super::{KEY_FILE, ServeError};

const VALIDITY: Duration = Duration::from_secs(60 * 60);

/// Seals the step that a call has reached into a request state, and opens it when the call comes back.
///
/// Sealed is not encrypted: the client can read a step, so a step holds nothing but what the client knows.
pub(super) struct Seal {
    codec: RequestStateCodec,
}

impl Seal {
    /// A seal with the key of the file that the environment names, or else with a fresh random key.
    pub(super) fn new() -> Result<Self, ServeError> {
        Self::of(env::var_os(KEY_FILE).as_deref())
    }

    fn of(key_file: Option<&OsStr>) -> Result<Self, ServeError> {
        let key = match key_file {
            Some(path) => fs::read(path).map_err(ServeError::Setup)?,
            None => random_key().map_err(ServeError::Setup)?.to_vec(),
        };
        let codec = RequestStateCodec::try_new(key).map_err(|error| ServeError::Setup(io::Error::other(error)))?;
        Ok(Self { codec })
    }

    pub(super) fn close<S: Serialize>(&self, origin: &Origin, step: &S) -> Result<String, ErrorData> {
        let options = SealOptions::new().associated_data(&origin.0).ttl(VALIDITY);
        self.codec
            .seal_json_with(step, &options)
            .map_err(|_| ErrorData::internal_error("the request state could not be written", None))
    }

    /// Every failure is the same to the client: what is wrong with a state would help to forge one.
    pub(super) fn open<S: DeserializeOwned>(&self, origin: &Origin, state: &str) -> Result<S, ErrorData> {
        self.codec.open_json_with(state, &origin.0).map_err(|_| {
            ErrorData::invalid_params("the request state was not issued for this request, or expired", None)
        })
    }
}

/// Writes a fresh random key for [`KEY_FILE`], which only this user can read; leaves a file alone that is there.
///
/// The file is there with its whole key or not at all, however many processes do this at once.
///
/// # Errors
///
/// When the system refuses random bytes or the file.
pub fn create_key_file(path: &Path) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let draft = path.with_extension(std::process::id().to_string());
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&draft)?.write_all(&random_key()?)?;
    // A link, unlike a new name, takes no other process's file away.
    let linked = fs::hard_link(&draft, path);
    fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn random_key() -> io::Result<[u8; RequestStateCodec::MIN_KEY_LENGTH]> {
    let mut key = [0; RequestStateCodec::MIN_KEY_LENGTH];
    getrandom::fill(&mut key)?;
    Ok(key)
}

/// The request that a state belongs to: method, name or URI, and arguments.
///
/// The HMAC of the seal takes it in, so a state carries none of it and still opens for no other request.
pub(super) struct Origin(Vec<u8>);

impl Origin {
    pub(super) fn new(method: &str, name: &str, arguments: Option<&JsonObject>) -> Result<Self, ErrorData> {
        serde_json::to_vec(&(method, name, arguments))
            .map(Self)
            .map_err(|_| ErrorData::internal_error("the arguments could not be written", None))
    }
}

#[cfg(test)]
mod tests {
    use rmcp::object;

    use super::*;

    fn origin(name: &str, destination: &str) -> Origin {
        Origin::new("tools/call", name, Some(&object!({ "destination": destination }))).unwrap()
    }

    #[test]
    fn state_opens_for_the_request_it_was_issued_for() {
        let seal = Seal::new().unwrap();
        let state = seal.close(&origin("book_flight", "Cebu"), &7).unwrap();
        assert_eq!(seal.open::<i32>(&origin("book_flight", "Cebu"), &state), Ok(7));
    }

    #[test]
    fn state_is_bound_to_method_name_and_arguments() {
        let seal = Seal::new().unwrap();
        let state = seal.close(&origin("book_flight", "Cebu"), &7).unwrap();
        let others = [
            origin("plan_trip", "Cebu"),
            origin("book_flight", "Oslo"),
            Origin::new("tools/call", "book_flight", None).unwrap(),
            Origin::new("prompts/get", "book_flight", Some(&object!({ "destination": "Cebu" }))).unwrap(),
        ];
        for other in others {
            assert!(seal.open::<i32>(&other, &state).is_err());
        }
    }

    #[test]
    fn state_of_another_process_does_not_open() {
        let state = Seal::new().unwrap().close(&origin("book_flight", "Cebu"), &7).unwrap();
        assert!(Seal::new().unwrap().open::<i32>(&origin("book_flight", "Cebu"), &state).is_err());
    }

    #[test]
    fn servers_with_the_same_key_file_open_each_others_states() {
        let path = env::temp_dir().join(format!("mrtr-demo-key-{}", std::process::id()));
        create_key_file(&path).unwrap();
        let key = fs::read(&path).unwrap();
        create_key_file(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), key);

        let seal = || Seal::of(Some(path.as_os_str())).unwrap();
        let state = seal().close(&origin("book_flight", "Cebu"), &7).unwrap();
        assert_eq!(seal().open::<i32>(&origin("book_flight", "Cebu"), &state), Ok(7));
        fs::remove_file(&path).unwrap();
        assert!(matches!(Seal::of(Some(path.as_os_str())), Err(ServeError::Setup(_))));
    }

    #[test]
    fn a_key_file_that_is_too_short_is_refused() {
        let path = env::temp_dir().join(format!("mrtr-demo-short-key-{}", std::process::id()));
        fs::write(&path, "short").unwrap();
        let refused = Seal::of(Some(path.as_os_str()));
        fs::remove_file(&path).unwrap();
        assert!(matches!(refused, Err(ServeError::Setup(_))));
    }
}
