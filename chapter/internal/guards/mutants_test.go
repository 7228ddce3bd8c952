package guards

var mutantsOfTheFence = []mutant{
	{
		bug:  "the guard is removed",
		file: "chapter/fencedstorage.go",
		old:  "if token < s.highest {", new: "if false {",
		bites: "s02 s03 s05 s06 s09 s10 s11 s13 s14 s18 s19", always: true,
	}, {
		bug:  "an equal token is refused",
		file: "chapter/fencedstorage.go",
		old:  "if token < s.highest {", new: "if token <= s.highest {",
		bites: "s02 s05 s06 s09 s10 s19 s20", always: true,
	}, {
		bug:  "every other token is refused",
		file: "chapter/fencedstorage.go",
		old:  "if token < s.highest {", new: "if token != s.highest && s.highest != 0 {",
		bites: "s05 s09 s10 s13 s19",
	}, {
		bug:  "the comparison is the wrong way round",
		file: "chapter/fencedstorage.go",
		old:  "if token < s.highest {", new: "if token > s.highest && s.highest != 0 {",
		bites: "s02 s03 s05 s06 s09 s10 s11 s13 s14 s18 s19",
	}, {
		bug:  "the mark is not recorded",
		file: "chapter/fencedstorage.go",
		old:  "\ts.highest = token\n", new: "",
		bites: "s02 s03 s05 s06 s09 s10 s11 s13 s14 s18 s19",
	}, {
		bug:  "the mark is recorded only by the first write",
		file: "chapter/fencedstorage.go",
		old:  "\ts.highest = token\n", new: "\tif s.highest == 0 {\n\t\ts.highest = token\n\t}\n",
		bites: "s05 s10 s13",
	}, {
		bug:   "the data is written before the guard looks",
		file:  "chapter/fencedstorage.go",
		old:   "if err := s.admit(token); err != nil {\n\t\treturn err\n\t}\n\ts.data = data\n\treturn nil",
		new:   "s.data = data\n\treturn s.admit(token)",
		bites: "s02 s03 s10 s11 s13 s14 s19",
	}, {
		bug:  "a claim does not raise the mark",
		file: "chapter/fencedstorage.go",
		old:  "if err := s.admit(token); err != nil {\n\t\treturn \"\", err\n\t}\n", new: "",
		bites: "s05 s09", always: true,
	}, {
		bug:  "a restart without the mark keeps it",
		file: "chapter/fencedstorage.go",
		old:  "\ts.highest = 0\n", new: "",
		bites: "s11",
	},
}

var mutantsOfTheLockService = []mutant{
	{
		bug:  "the counter is not raised",
		file: "chapter/lockservice.go",
		old:  "\ts.last++\n", new: "\ts.last = max(s.last, 1)\n",
		bites: "s01 s02 s03 s05 s06 s09 s10 s11 s12 s18 s19",
	}, {
		bug:   "the same holder gets its old token again",
		file:  "chapter/lockservice.go",
		old:   "token, err := s.draw()\n\tif err != nil {\n\t\treturn Lease{}, err\n\t}\n\ts.lease = ",
		new:   "token, err := s.lease.Token, error(nil)\n\tif holder != s.lease.Holder {\n\t\ttoken, err = s.draw()\n\t}\n\tif err != nil {\n\t\treturn Lease{}, err\n\t}\n\ts.lease = ",
		bites: "s12",
	}, {
		bug:  "a second lease is granted while the first is live",
		file: "chapter/lockservice.go",
		old:  "if !s.free(now) {", new: "if false {",
		bites: "s19",
	}, {
		bug:  "a renewal revives an expired lease",
		file: "chapter/lockservice.go",
		old:  "case s.lease.Expired(now):", new: "case false:",
		bites: "s12", always: true,
	}, {
		bug:   "a renewal extends nothing",
		file:  "chapter/lockservice.go",
		old:   "renewed := Lease{Holder: l.Holder, Token: l.Token, Expires: now.Add(s.ttl)}",
		new:   "renewed := l",
		bites: "s12",
	}, {
		bug:  "a renewal keeps the token where it should draw one",
		file: "chapter/lockservice.go",
		old:  "if s.renewalDrawsToken {", new: "if false {",
		bites: "s12",
	}, {
		bug:  "a renewal draws a token where it should keep it",
		file: "chapter/lockservice.go",
		old:  "if s.renewalDrawsToken {", new: "if true {",
		bites: "s12",
	}, {
		bug:  "a release frees nothing",
		file: "chapter/lockservice.go",
		old:  "\ts.lease = Lease{}\n\treturn nil\n", new: "\treturn nil\n",
		bites: "s04 s19",
	}, {
		bug:  "the service holds every lease for live",
		file: "chapter/lockservice.go",
		old:  "return s.check(l, s.now()) == nil", new: "return true",
		bites: "s17",
	}, {
		bug:  "the service holds no lease for live",
		file: "chapter/lockservice.go",
		old:  "return s.check(l, s.now()) == nil", new: "return false",
		bites: "s03 s04 s05",
	}, {
		bug:  "the lock-delay is ignored",
		file: "chapter/lockservice.go",
		old:  "s.lease.Expired(now.Add(-s.delay))", new: "s.lease.Expired(now)",
		bites: "s17",
	}, {
		bug:  "a restart loses the counter",
		file: "chapter/lockservice.go",
		old:  "defer s.mu.Unlock()\n\ts.restart()", new: "defer s.mu.Unlock()\n\ts.last = 0\n\ts.restart()",
		bites: "s10",
	}, {
		bug:  "a restart without the counter keeps it",
		file: "chapter/lockservice.go",
		old:  "\ts.last = 0\n", new: "",
		bites: "s10",
	}, {
		bug:   "a lease lasts an hour longer",
		file:  "chapter/lease.go",
		old:   "return !now.Before(l.Expires)",
		new:   "return !now.Before(l.Expires.Add(time.Hour))",
		bites: "s01 s02 s03 s04 s05 s06 s09 s10 s11 s12 s17 s18 s19",
	}, {
		bug:   "a lease is over at once",
		file:  "chapter/lease.go",
		old:   "return !now.Before(l.Expires)",
		new:   "return true",
		bites: "s03 s04 s05 s12 s17 s18 s19",
	},
}
