package guards

var mutantsOfTheStorages = []mutant{
	{
		bug:  "the plain storage keeps what it has",
		file: "chapter/plainstorage.go",
		old:  "\ts.data = data\n", new: "\tif s.data == \"\" {\n\t\ts.data = data\n\t}\n",
		bites: "s01 s04 s15 s17 s18",
	}, {
		bug:  "compare-and-set does not compare",
		file: "chapter/versionedstorage.go",
		old:  "if s.version != expected {", new: "if false {",
		bites: "s06",
	}, {
		bug:  "compare-and-set takes an older version",
		file: "chapter/versionedstorage.go",
		old:  "if s.version != expected {", new: "if s.version < expected {",
		bites: "s06",
	}, {
		bug:  "compare-and-set does not count its writes",
		file: "chapter/versionedstorage.go",
		old:  "\ts.version++\n", new: "",
		bites: "s06",
	}, {
		bug:   "a bucket has one mark for all keys",
		file:  "chapter/keyed/bucket.go",
		old:   "if err := o.admit(token); err != nil {",
		new:   "for _, other := range b.objects {\n\t\to.highest = max(o.highest, other.highest)\n\t}\n\tif err := o.admit(token); err != nil {",
		bites: "s08",
	}, {
		bug:  "deleting a key drops its mark",
		file: "chapter/keyed/bucket.go",
		old:  "func(o *object) { o.data = nil }", new: "func(o *object) { *o = object{} }",
		bites: "s08", always: true,
	}, {
		bug:   "deleting asks for no token",
		file:  "chapter/keyed/bucket.go",
		old:   "return b.fenced(ctx, key, token, func(o *object) { o.data = nil })",
		new:   "b.objects[key].data = nil\n\treturn nil",
		bites: "s08",
	}, {
		bug:  "the guard of keyed objects is removed",
		file: "chapter/keyed/bucket.go",
		old:  "if token < o.highest {", new: "if false {",
		bites: "s07 s08",
	}, {
		bug:  "the token is left out of the object",
		file: "chapter/keyed/fencedetags.go",
		old:  "fmt.Appendf(nil, \"%d %s\\n\", o.highest, state)", new: "fmt.Appendf(nil, \"1 %s\\n\", state)",
		bites: "s07",
	}, {
		bug:   "the token in the object is not compared",
		file:  "chapter/keyed/fencedetags.go",
		old:   "if err := next.admit(token); err != nil {\n\t\t\treturn fencedObject{}, err\n\t\t}",
		new:   "next.highest = token",
		bites: "s07",
	}, {
		bug:  "a conditional put does not look at the ETag",
		file: "chapter/keyed/etagbucket.go",
		old:  "found != etag {", new: "found != etag && false {",
		bites: "s07",
	},
}

// What Examples bring along themselves: without the flaw, or without the
// cure, that they tell of, they have to end differently.
var mutantsOfExamples = []mutant{
	{
		bug:  "random values that only grow",
		file: "examples/s13_random_tokens_test.go",
		old:  "return chapter.Token(random.Uint64())", new: "counter += chapter.Token(1 + random.Uint64N(9)); return counter",
		bites: "s13",
	}, {
		bug:   "the two-step storage looks again as it writes",
		file:  "examples/s14_check_apart_from_write_test.go",
		old:   "\ts.data, s.highest = data, max(s.highest, token)\n",
		new:   "\tif s.check(token) == nil {\n\t\ts.data, s.highest = data, token\n\t}\n",
		bites: "s14",
	}, {
		bug:  "the power is never cut",
		file: "examples/s15_dumb_storage_test.go",
		old:  "\t\t\tpower = false", new: "\t\t\tpower = true",
		bites: "s15",
	}, {
		bug:  "the packet on the wire is lost with the power",
		file: "examples/s15_dumb_storage_test.go",
		old:  "func() { storage.Write(data) }", new: "func() {\n\t\t\t\t\tif power {\n\t\t\t\t\t\tstorage.Write(data)\n\t\t\t\t\t}\n\t\t\t\t}",
		bites: "s15",
	}, {
		bug:  "the folder is copied, not renamed",
		file: "examples/s16_renamed_log_test.go",
		old:  "os.Rename(logs, taken)", new: "os.CopyFS(taken, os.DirFS(logs))",
		bites: "s16",
	}, {
		bug:   "the log is recovered only after the server woke",
		file:  "examples/s16_renamed_log_test.go",
		old:   "recovered, _ := os.ReadFile(filepath.Join(taken, \"log.1\"))\n\n\t\t_, appended := log1.WriteString(\"edit 2, \") // the server wakes",
		new:   "_, appended := log1.WriteString(\"edit 2, \")\n\t\trecovered, _ := os.ReadFile(filepath.Join(taken, \"log.1\"))",
		bites: "s16",
	}, {
		bug:  "client1's clock is as fast as everybody's",
		file: "examples/s18_slow_clock_test.go",
		old:  "[]time.Duration{8 * time.Second}", new: "[]time.Duration{12 * time.Second}",
		bites: "s18",
	}, {
		bug:  "the sequence number is not compared",
		file: "examples/s20_within_one_grant_test.go",
		old:  "token < s.token || token == s.token && sequence < s.sequence", new: "token < s.token",
		bites: "s20",
	}, {
		bug:  "the sequence number comes before the token",
		file: "examples/s20_within_one_grant_test.go",
		old:  "token < s.token || token == s.token && sequence < s.sequence", new: "sequence < s.sequence",
		bites: "s20",
	},
}
