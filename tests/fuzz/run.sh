#!/usr/bin/env bash
# Runs every target, or those that are named, for so many seconds each:
#
#     tests/fuzz/run.sh <seconds> [target ...]
#
# Each run goes on from its corpus in target/fuzz/corpus/, which begins with tests/fuzz/seeds/. What a target finds lies
# in target/fuzz/artifacts/<target>/ then, and this ends with 1 after all targets have run.
set -euo pipefail
cd "$(dirname "$0")"

seconds=${1:?usage: run.sh <seconds> [target ...]}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(receive scan splice parked schema)

root=$(cd ../.. && pwd)/target/fuzz
host=$(rustc +nightly -vV | sed -n 's/^host: //p')
# Warnings of nightly are not ours to fix, and cargo-fuzz adds flags of its own.
unset RUSTFLAGS

build() {
    local features=()
    # The oracle alone switches on a feature of serde_json.
    [ "$1" != schema ] || features=(--features oracle)
    # No sanitizer: nothing here is unsafe, and without one a target runs several times as often.
    cargo +nightly fuzz build --fuzz-dir . --target-dir "$root" -s none "${features[@]}" "$1"
}

run() {
    local target=$1 log=$root/logs/$1.log
    mkdir -p "$root/corpus/$target" "$root/artifacts/$target" "$root/logs"
    "$root/$host/release/$target" "$root/corpus/$target" "seeds/$target" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 -dict=json.dict \
        -artifact_prefix="$root/artifacts/$target/" -print_final_stats=1 > "$log" 2>&1
}

findings=0
for target in "${targets[@]}"; do
    build "$target"
    code=0
    run "$target" || code=$?
    log=$root/logs/$target.log
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
    coverage=$(grep -ao 'cov: [0-9]*' "$log" | tail -n 1 || true)
    verdict=$([ "$code" = 0 ] && echo "no findings" || echo "a finding")
    echo "$target: ${executions:-0} executions, ${rate:-0} per second, ${coverage:-cov: none}, $verdict"
    if [ "$code" != 0 ]; then
        findings=$((findings + 1))
        grep -aE 'panicked at|^assertion|  left:|^ right:|ERROR:|Test unit written' -A 2 "$log" | head -n 40 || true
        tail -n 5 "$log"
    fi
done
[ "$findings" = 0 ]
