#!/usr/bin/env bash
# What a build costs: agentwire with its default features beside the official AHP SDK, one after the other, each from
# nothing. Prints wall-clock and processor seconds. Needs nothing but cargo; downloads before it takes the time.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# A program that does nothing but depend on the crate under test: what a user's first build pays.
program() {
  mkdir -p "$work/$1/src"
  printf '[package]\nname = "%s-user"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n%s\n[workspace]\n' "$1" "$2" >"$work/$1/Cargo.toml"
  echo 'fn main() {}' >"$work/$1/src/main.rs"
  cargo fetch --quiet --manifest-path "$work/$1/Cargo.toml"
}

# A crate from a registry is not built incrementally, and so is the SDK's; of one in a folder cargo would keep a cache.
export CARGO_INCREMENTAL=0

TIMEFORMAT='%R s, of processors %U + %S s'
build() {
  local what="$1" crate="$2"
  shift 2
  printf '%-34s ' "$crate, $what:"
  time cargo build --quiet --manifest-path "$work/$crate/Cargo.toml" "$@"
}

program sdk 'agenthooksprotocol = "=0.10.1"'
program agentwire "agentwire = { path = \"$root\" }"
for crate in sdk agentwire; do
  build "dev, cold" "$crate"
  build "release, cold" "$crate" --release
done
# Whoever changes the crate has the cache.
export CARGO_INCREMENTAL=1
cargo build --quiet --manifest-path "$work/agentwire/Cargo.toml"
touch "$root/src/lib.rs"
build "dev, src/lib.rs touched" agentwire
touch "$root/src/lib.rs"
build "release, src/lib.rs touched" agentwire --release
