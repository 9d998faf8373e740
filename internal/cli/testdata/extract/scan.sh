#!/bin/sh
# Finds what a pattern can find, and prints it as findings.
file=$1
printf '{"findings":['
separator=
found() { # rule pattern
	for line in $(grep -n -E -- "$2" "$file" | cut -d: -f1); do
		printf '%s{"rule":"%s","line":%d%s}' "$separator" "$1" "$line" "$3"
		separator=,
	done
}
found verify-off 'verify=False|InsecureSkipVerify: *true' ''
found old-tls 'VersionTLS10' ',"value":"TLSv1"'
found key 'api_key:|API_KEY' ''
found todo 'TODO' ''
found shell 'curl' ''
printf ']}\n'
