# Of go test -v on the real systems: for each run of a conformance suite, how many
# checks passed, and which were skipped.
$1 == "---" && $3 ~ /^Test(External)?(Store|Locker).*\// {
	run = name = $3
	sub(/\/[^\/]*$/, "", run)
	sub(/.*\//, "", name)
	whole[run] = 1
	if ($2 == "PASS:") passed[run] = passed[run] " " name
	if ($2 == "SKIP:") skipped[run] = skipped[run] " " name
}
$1 == "ok" || $1 == "FAIL" {
	system_name = $2
	sub(/.*\//, "", system_name)
	for (run in whole) {
		n = 0
		count = split(passed[run], names, " ")
		for (i = 1; i <= count; i++) n += !((run "/" names[i]) in whole)
		if (n) printf "%-10s %-28s %2d passed, skipped:%s\n", system_name, run, n, skipped[run]
	}
	split("", whole); split("", passed); split("", skipped)
}
