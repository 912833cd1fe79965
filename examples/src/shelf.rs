//! Where parked calls wait: a folder with an SQLite database, which any number of processes may use at a time.
//!
//! # What becomes of a call
//!
//! | stage | the document | after a crash |
//! |---|---|---|
//! | waiting | the call as it was asked | it waits |
//! | taken | the same | nothing was sent: [`put_back`](Shelf::put_back) |
//! | answered | the call with its answers | its retry was sent or not: somebody has to decide |
//! | completed | the result | it is there |
//!
//! A call moves by one statement each time, which names the stage that it must be in. So of many processes that
//! [`take`](Shelf::take) the same call, one gets it, and after a crash a call is in one of these stages and nothing in
//! between.
//!
//! A process that ended in the stage *answered* may have done so before its request was sent, or after the server had
//! acted on it, and nobody on this side can tell. Resuming such a call is right for an idempotent tool. Any other may
//! act a second time (book a second seat), unless its server recognises a request state that it has seen before; and a
//! call that is never resumed may have done nothing at all. That is for a person to decide, so nothing resumes it by
//! itself.
//!
//! # Secrets
//!
//! A document holds the arguments, the request state and the answers. Folder and files are made for their user alone
//! before anything is in them, SQLite gives its journal the permissions of the database, and what is deleted is
//! overwritten.

use std::fmt;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS calls (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        stage TEXT NOT NULL CHECK (stage IN ('waiting', 'taken', 'answered', 'completed')),
        document TEXT NOT NULL
    ) STRICT
";

/// How long a statement waits for those of other processes.
const BUSY: Duration = Duration::from_secs(60);

/// The calls in a folder.
#[derive(Debug)]
pub struct Shelf {
    lock: PathBuf,
    database: Connection,
}

/// How far a call has come. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It needs its input.
    Waiting,
    /// A process is answering it, or has ended while it did.
    Taken,
    /// It has its answers, and its retry may have been sent.
    Answered,
    /// The server has finished.
    Completed,
}

impl Stage {
    const ALL: [Self; 4] = [Self::Waiting, Self::Taken, Self::Answered, Self::Completed];

    /// Its name in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Taken => "taken",
            Self::Answered => "answered",
            Self::Completed => "completed",
        }
    }
}

impl FromSql for Stage {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        Self::ALL.into_iter().find(|stage| stage.as_str() == name).ok_or(FromSqlError::InvalidType)
    }
}

/// A call on the shelf.
#[derive(Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number, which no other call ever has.
    pub id: i64,
    /// How far it has come.
    pub stage: Stage,
    /// Its document, or its result.
    pub document: String,
}

/// Shows the size of the document.
impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("id", &self.id)
            .field("stage", &self.stage)
            .field("document_bytes", &self.document.len())
            .finish()
    }
}

impl Shelf {
    /// Opens the shelf in a folder, and makes what is not there yet.
    ///
    /// # Errors
    ///
    /// When folder or database cannot be made or opened, or others than its user may read or write the database.
    pub fn open(folder: &Path) -> Result<Self, ShelfError> {
        create_private_folder(folder)?;
        let path = folder.join("calls.db");
        // Before SQLite does, which would let everybody read it.
        create_private(&path)?;
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        database.busy_timeout(BUSY)?;
        database.pragma_update(None, "secure_delete", true)?;
        database.execute(SCHEMA, [])?;
        Ok(Self { lock: folder.join("lock"), database })
    }

    /// Puts a new call on the shelf, and tells its number.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn put(&self, document: &str) -> Result<i64, ShelfError> {
        let insert = "INSERT INTO calls (stage, document) VALUES ('waiting', ?1) RETURNING id";
        Ok(self.database.query_row(insert, [document], |row| row.get(0))?)
    }

    /// Takes a call that waits. `None`: there is none of this number, or another process was faster.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn take(&self, id: i64, _: &AtWork) -> Result<Option<String>, ShelfError> {
        let take = "UPDATE calls SET stage = 'taken' WHERE id = ?1 AND stage = 'waiting' RETURNING document";
        Ok(self.database.query_row(take, [id], |row| row.get(0)).optional()?)
    }

    /// Puts a call back that was taken and not answered.
    ///
    /// # Errors
    ///
    /// When the call is not in this stage, or the database refuses.
    pub fn put_back(&self, id: i64) -> Result<(), ShelfError> {
        let put_back = "UPDATE calls SET stage = 'waiting' WHERE id = ?1 AND stage = 'taken'";
        one(id, self.database.execute(put_back, [id])?)
    }

    /// Keeps a call with its answers, before its retry is sent.
    ///
    /// # Errors
    ///
    /// When the call was not taken, or the database refuses.
    pub fn keep_answers(&self, id: i64, document: &str) -> Result<(), ShelfError> {
        let keep = "UPDATE calls SET stage = 'answered', document = ?2 WHERE id = ?1 AND stage = 'taken'";
        one(id, self.database.execute(keep, params![id, document])?)
    }

    /// Puts a call back that the server has answered with another question.
    ///
    /// # Errors
    ///
    /// When the call was not answered, or the database refuses.
    pub fn wait_again(&self, id: i64, document: &str) -> Result<(), ShelfError> {
        self.settle(id, Stage::Waiting, document)
    }

    /// Keeps the result of a call in the place of its document.
    ///
    /// # Errors
    ///
    /// When the call was not answered, or the database refuses.
    pub fn complete(&self, id: i64, result: &str) -> Result<(), ShelfError> {
        self.settle(id, Stage::Completed, result)
    }

    /// Removes a call, whatever has become of it. Tells whether it was there.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn forget(&self, id: i64) -> Result<bool, ShelfError> {
        Ok(self.database.execute("DELETE FROM calls WHERE id = ?1", [id])? == 1)
    }

    /// All calls, the oldest first.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn entries(&self) -> Result<Vec<Entry>, ShelfError> {
        let mut select = self.database.prepare("SELECT id, stage, document FROM calls ORDER BY id")?;
        let entries =
            select.query_map([], |row| Ok(Entry { id: row.get(0)?, stage: row.get(1)?, document: row.get(2)? }))?;
        Ok(entries.collect::<Result<_, _>>()?)
    }

    /// Says that this process is at work on a call, until what is returned is dropped or the process has ended, however
    /// it ends. Waits while another one is [`alone`](Self::alone).
    ///
    /// # Errors
    ///
    /// When the lock file cannot be opened or locked.
    pub fn at_work(&self) -> Result<AtWork, ShelfError> {
        let lock = open_private(&self.lock)?;
        lock.lock_shared()?;
        Ok(AtWork { _lock: lock })
    }

    /// Says that this process is the only one at work: whatever else was taken or answered was left by a process that
    /// has ended. `None`: another process is at work.
    ///
    /// # Errors
    ///
    /// When the lock file cannot be opened or locked.
    pub fn alone(&self) -> Result<Option<AtWork>, ShelfError> {
        let lock = open_private(&self.lock)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(AtWork { _lock: lock })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    fn settle(&self, id: i64, stage: Stage, document: &str) -> Result<(), ShelfError> {
        let settle = "UPDATE calls SET stage = ?2, document = ?3 WHERE id = ?1 AND stage = 'answered'";
        one(id, self.database.execute(settle, params![id, stage.as_str(), document])?)
    }
}

/// A process is at work on calls. The system takes the lock from one that has ended.
#[derive(Debug)]
pub struct AtWork {
    _lock: File,
}

/// Why the shelf did not do what it was told.
#[derive(Debug)]
#[non_exhaustive]
pub enum ShelfError {
    /// A file or folder could not be made, opened or locked.
    Io(io::Error),
    /// Others than its user may read or write the file.
    NotPrivate {
        /// The file.
        path: PathBuf,
    },
    /// The database refused.
    Database(rusqlite::Error),
    /// The call was forgotten, or is in another stage than it must be in.
    Moved {
        /// The call.
        id: i64,
    },
}

impl fmt::Display for ShelfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the shelf cannot be used: {error}"),
            Self::NotPrivate { path } => {
                write!(f, "others may read or write {}: take their permissions away (chmod go=)", path.display())
            }
            Self::Database(error) => write!(f, "the database of the shelf refused: {error}"),
            Self::Moved { id } => write!(f, "call {id} is not where it was left"),
        }
    }
}

impl std::error::Error for ShelfError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Database(error) => Some(error),
            Self::NotPrivate { .. } | Self::Moved { .. } => None,
        }
    }
}

impl From<io::Error> for ShelfError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<rusqlite::Error> for ShelfError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

fn one(id: i64, changed: usize) -> Result<(), ShelfError> {
    if changed == 1 { Ok(()) } else { Err(ShelfError::Moved { id }) }
}

/// Makes a folder for this user alone, and those above it, where they are not there yet.
fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes an empty file for this user alone, where it is not there yet.
///
/// One that is there is not opened: closing it would take the locks away that SQLite has on it in this process.
fn create_private(path: &Path) -> Result<(), ShelfError> {
    match private(OpenOptions::new().write(true).create_new(true)).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error.into()),
        _ => {}
    }
    check_private(path, &fs::metadata(path)?)
}

/// Opens a file, and makes it for this user alone where it is not there yet.
fn open_private(path: &Path) -> Result<File, ShelfError> {
    let file = private(OpenOptions::new().read(true).write(true).create(true).truncate(false)).open(path)?;
    check_private(path, &file.metadata()?)?;
    Ok(file)
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

#[cfg(unix)]
fn check_private(path: &Path, metadata: &fs::Metadata) -> Result<(), ShelfError> {
    use std::os::unix::fs::PermissionsExt as _;
    if metadata.permissions().mode() & 0o077 == 0 {
        Ok(())
    } else {
        Err(ShelfError::NotPrivate { path: path.to_owned() })
    }
}

/// Elsewhere files have no such permissions, and the user's own folders are for the user.
#[cfg(not(unix))]
fn check_private(_: &Path, _: &fs::Metadata) -> Result<(), ShelfError> {
    Ok(())
}
