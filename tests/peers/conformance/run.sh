#!/usr/bin/env bash
# Runs the official conformance suite against a client: `run.sh COMMAND [SCENARIO...]`, every scenario by default.
#
# The suite adds the URL of its server to COMMAND, which it splits at blanks and hands to a shell, in the root of the
# repository.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
modules=target/peers/conformance/node_modules
version=2026-07-28
command=${1:?usage: run.sh COMMAND [SCENARIO...]}
shift
if [ $# -eq 0 ]; then
  set -- tools_call request-metadata sep-2322-client-request-state http-standard-headers http-custom-headers \
    http-invalid-tool-headers json-schema-ref-no-deref json-schema-2020-12-preservation
fi

logs=target/peers/conformance/logs
mkdir -p "$logs"
passed=0
failed=0
for scenario in "$@"; do
  log=$logs/$scenario.log
  # The exit code counts failures and warnings but not a scenario that was left out, so the verdict is looked for too.
  if "$modules/node/bin/node" "$modules/@modelcontextprotocol/conformance/dist/index.js" client --command "$command" \
    --scenario "$scenario" --spec-version "$version" >"$log" 2>&1 && grep -q "OVERALL: PASSED" "$log"; then
    passed=$((passed + 1))
    echo "ok $scenario: $(grep -o 'Passed: .*' "$log")"
  else
    failed=$((failed + 1))
    cat "$log"
    echo "FAILED $scenario"
  fi
done
echo "conformance: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
