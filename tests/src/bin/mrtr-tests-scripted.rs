//! A server that answers the n-th line it receives with the n-th line of a file, byte for byte, whatever it was asked:
//! for answers that no real server can be brought to give. It ends when it is asked for more.
//!
//! Usage: `mrtr-tests-scripted FILE`

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let Some(path) = std::env::args_os().nth(1) else { std::process::exit(2) };
    let script = std::fs::read(path)?;
    let mut answers = script.split_inclusive(|byte| *byte == b'\n');
    let (mut stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    while stdin.skip_until(b'\n')? > 0 {
        let Some(answer) = answers.next() else { break };
        stdout.write_all(answer)?;
        stdout.flush()?;
    }
    Ok(())
}
