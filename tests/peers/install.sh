#!/usr/bin/env bash
# Installs the peers under target/peers: `install.sh [typescript] [python] [conformance]`, all of them by default.
#
# Needs Node 20 with npm and Python 3.11 with pip and venv, each set up for its package registry. A peer whose lock file
# has not changed since its last installation is left alone.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
sources=tests/peers
installed=target/peers

# Stands for everything that an installation depends on; it holds the path because a venv does not survive a move.
fingerprint() {
  { pwd; node --version; python3 --version; cat "$sources/install.sh" "$@"; } | sha256sum
}

install_npm() {
  mkdir -p "$installed/$1"
  cp "$sources/$1/package.json" "$sources/$1/package-lock.json" "$installed/$1/"
  npm ci --prefix "$installed/$1" --no-audit --no-fund --loglevel=error
}

install_typescript() {
  install_npm typescript
}

install_conformance() {
  install_npm conformance
  # The suite needs Node 22, which is one of the packages.
  "$installed/conformance/node_modules/node/bin/node" --version
}

install_python() {
  rm -rf "$installed/python"
  python3 -m venv "$installed/python"
  "$installed/python/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
    --requirement "$sources/python/requirements.txt"
  "$installed/python/bin/python" -m pip check --quiet --disable-pip-version-check
}

# The stamp lies inside of what it vouches for, and goes with it.
stamp_of() {
  case $1 in
    python) echo "$installed/python/installed" ;;
    *) echo "$installed/$1/node_modules/installed" ;;
  esac
}

lock_files() {
  case $1 in
    typescript | conformance) echo "$sources/$1/package.json $sources/$1/package-lock.json" ;;
    python) echo "$sources/python/requirements.txt" ;;
    *) echo "no such peer: $1" >&2; return 2 ;;
  esac
}

link_modules() {
  # Node looks for packages beside the program that imports them.
  ln -sfn "../../../$installed/typescript/node_modules" "$sources/typescript/node_modules"
}

if [ $# -eq 0 ]; then
  set -- typescript python conformance
fi
mkdir -p "$installed"
for peer in "$@"; do
  started=$SECONDS
  files=$(lock_files "$peer")
  # shellcheck disable=SC2086 # a list of files
  wanted=$(fingerprint $files)
  stamp=$(stamp_of "$peer")
  if [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
    echo "$peer: already installed"
  else
    rm -f "$stamp"
    "install_$peer"
    echo "$wanted" >"$stamp"
    echo "$peer: installed in $((SECONDS - started)) s"
  fi
  if [ "$peer" = typescript ]; then
    link_modules
  fi
done
