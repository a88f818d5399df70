#!/usr/bin/env bash
# Made by evolve grade --autograder. Gradescope runs it as root, once, on an Ubuntu image. What a course needs
# besides can be installed here.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
chmod 755 "$here/evolve" "$here/run_autograder"
export DEBIAN_FRONTEND=noninteractive
apt-get update
{{with .Packages}}apt-get install -y --no-install-recommends{{range .}} {{.}}{{end}}
{{end}}{{range .Optional}}apt-get install -y --no-install-recommends {{.}} || echo "setup.sh: this Ubuntu has no {{.}}: submissions that need it get no result, and lose no points"
{{end}}{{range .Needed}}command -v {{quote .}} || { echo {{quote (printf "setup.sh: there is no %s, which the course needs: install it in setup.sh" .)}} >&2; exit 1; }
{{end}}"$here/evolve" doctor --system
