//! Programs that must not compile, and what their authors are told.
//!
//! A folder under `ui/` has one promise per file. A case opens with what the compiler must say:
//!
//! ```text
//! //~ error[E0382]: use of moved value: `pending`
//! //~ send `request()` and hand the answer to `receive`
//! ```
//!
//! A line that begins with `error` is the head of an error, without `mrtr_core::`: the case fails with exactly these
//! errors, in this order.
//! Any other line is text of our own that the author of the program must get to see.
//!
//! How a compiler lays out its messages changes with every release, so the `.stderr` files are those of one compiler,
//! [`BLESSED`]. Any other compiler works on a copy of the cases, writes its messages beside them, and these are searched
//! for the error codes and for our own text.
//!
//! To accept new messages: `TRYBUILD=overwrite cargo test -p mrtr-tests --test ui`, and read them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The release of rustc whose messages the `.stderr` files hold.
pub const BLESSED: &str = "1.95.0";

/// Set for the process that works on a copy: the folder of the copy.
const COPY: &str = "MRTR_UI_COPY";

/// Checks the cases of the folder `ui/{name}` of this package. Must be called by a `#[test]` function of the same name
/// at the top level of its file.
pub fn compile_fail(name: &str) {
    let folder = PathBuf::from(format!("ui/{name}"));
    if let Some(copy) = env::var_os(COPY) {
        compile(Path::new(&copy));
    } else if rustc_release() == BLESSED {
        compile(&folder);
        check(&folder, Compiler::Blessed);
    } else {
        let copy = copy_folder(name);
        copy_files(&folder, &copy);
        // trybuild is told by the environment to write its files, and only a new process may be given another one.
        let status = Command::new(env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(COPY, &copy)
            .env("TRYBUILD", "overwrite")
            .status()
            .unwrap();
        assert!(status.success(), "a case of {} compiles", folder.display());
        check(&copy, Compiler::Other);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Compiler {
    Blessed,
    Other,
}

/// Compiles the cases; panics where one compiles, or has other messages than its `.stderr`.
fn compile(folder: &Path) {
    trybuild::TestCases::new().compile_fail(folder.join("*.rs"));
}

/// Compares the `.stderr` files with what the cases promise.
fn check(folder: &Path, compiler: Compiler) {
    let mut faults = Vec::new();
    for case in cases(folder) {
        let source = fs::read_to_string(&case).unwrap();
        let stderr = fs::read_to_string(case.with_extension("stderr")).unwrap_or_default();
        let promised: Vec<&str> = source.lines().map_while(|line| line.strip_prefix("//~ ")).collect();
        let (heads, texts): (Vec<_>, Vec<_>) = promised.into_iter().partition(|line| line.starts_with("error"));
        // A path is printed in full or not, depending on what else has the same name.
        let stderr = stderr.replace("mrtr_core::", "");
        let found: Vec<&str> = stderr.lines().filter(|line| line.starts_with("error")).collect();
        let mut fault = |what: String| faults.push(format!("{}: {what}", case.display()));

        if heads.is_empty() {
            fault(String::from("promises no error"));
        }
        match compiler {
            Compiler::Blessed if heads != found => fault(format!("promises {heads:#?}, fails with {found:#?}")),
            Compiler::Blessed => {}
            Compiler::Other => {
                for code in heads.iter().filter_map(|head| head.split_once(':').map(|(code, _)| code)) {
                    if !found.iter().any(|head| head.starts_with(code)) {
                        fault(format!("promises {code}, fails with {found:#?}"));
                    }
                }
            }
        }
        for text in texts.into_iter().filter(|text| !stderr.contains(text)) {
            fault(format!("does not say {text:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn cases(folder: &Path) -> Vec<PathBuf> {
    let (cases, others): (Vec<_>, Vec<_>) = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .partition(|path| path.extension().is_some_and(|extension| extension == "rs"));
    assert!(!cases.is_empty(), "{} has no cases", folder.display());
    for stderr in others.iter().filter(|path| path.extension().is_some_and(|extension| extension == "stderr")) {
        assert!(cases.contains(&stderr.with_extension("rs")), "{} has no case", stderr.display());
    }
    cases
}

/// Where the copy of a folder goes: beside the built tests, under `target/`.
fn copy_folder(name: &str) -> PathBuf {
    let executable = env::current_exe().unwrap();
    executable.parent().and_then(Path::parent).unwrap().join("ui").join(name)
}

/// Copies a folder without its `.stderr` files; what stood there before is removed.
fn copy_files(from: &Path, to: &Path) {
    if to.exists() {
        fs::remove_dir_all(to).unwrap();
    }
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_files(&path, &target);
        } else if path.extension().is_none_or(|extension| extension != "stderr") {
            fs::copy(&path, &target).unwrap();
        }
    }
}

/// Such as `1.95.0` or `1.97.0-nightly`.
fn rustc_release() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("release: ")).unwrap_or_default().to_owned()
}
