#!/usr/bin/env bash
# Builds a Fairy-Stockfish that knows pieces by their Betza notation, which that
# of Debian 12 (11.1) does not, for matches in falcon-leap:
#
#     scripts/fairy_stockfish.sh DIRECTORY
#
# leaves DIRECTORY/fairy-stockfish. The sources are those in the Python package
# pyffish 0.0.90, which pip fetches; g++ compiles them for large boards and
# processors with SSE 4.1.
set -euo pipefail

if (($# != 1)); then
    sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
directory=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$work" pyffish==0.0.90
tar -xzf "$work"/pyffish-0.0.90.tar.gz -C "$work"
cd "$work/pyffish-0.0.90/src"
# All but the two files that make a module for Python and one for JavaScript.
find . -name '*.cpp' ! -name pyffish.cpp ! -name ffishjs.cpp -print0 |
    xargs -0 -P "$(nproc)" -I{} sh -c 'g++ -std=c++17 -O3 -DNDEBUG -msse4.1 -mpopcnt \
        -DUSE_SSE41 -DUSE_SSSE3 -DUSE_SSE2 -DUSE_POPCNT -DIS_64BIT -DUSE_PTHREADS \
        -DLARGEBOARDS -DALLVARS -DPRECOMPUTED_MAGICS -DNNUE_EMBEDDING_OFF -c "$1" -o "${1%.cpp}.o"' sh {}
cd "$OLDPWD"
mkdir -p "$directory"
find "$work" -name '*.o' -print0 | xargs -0 g++ -o "$directory/fairy-stockfish" -lpthread
printf '%s\n' "$directory/fairy-stockfish"
