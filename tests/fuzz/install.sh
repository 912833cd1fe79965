#!/usr/bin/env bash
# What the fuzzing needs: a nightly compiler and cargo-fuzz.
set -euo pipefail
rustup toolchain list | grep -q '^nightly' || rustup toolchain install nightly --profile minimal
command -v cargo-fuzz > /dev/null || cargo install cargo-fuzz --locked
