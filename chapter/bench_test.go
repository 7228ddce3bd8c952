package chapter_test

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"example.com/fencing/chapter"
)

// The price of the fence: the same write with and without it. Compare the two
// only within one run of the benchmark:
//
//	go test -run=NONE -bench=. ./chapter
//
// BenchmarkFencedOverPlain does the comparing itself.

func BenchmarkPlainWrite(b *testing.B) {
	var storage chapter.PlainStorage
	b.ReportAllocs()
	for b.Loop() {
		storage.Write("client1 data")
	}
}

func BenchmarkFencedWrite(b *testing.B) {
	var storage chapter.FencedStorage
	b.ReportAllocs()
	for b.Loop() {
		if err := storage.Write("client1 data", 33); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlainWriteParallel(b *testing.B) {
	var storage chapter.PlainStorage
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			storage.Write("client1 data")
		}
	})
}

func BenchmarkFencedWriteParallel(b *testing.B) {
	var storage chapter.FencedStorage
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := storage.Write("client1 data", 33); err != nil {
				b.Error(err)
			}
		}
	})
}

// A refusal costs the allocation of its error.
func BenchmarkRefusedWrite(b *testing.B) {
	var storage chapter.FencedStorage
	if err := storage.Write("client2 data", 34); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if storage.Write("client1 stale data", 33) == nil {
			b.Fatal("accepted")
		}
	}
}

// One iteration is two short batches of plain writes around two of fenced
// writes, so that whatever else the machine is doing meets both alike. The
// median of the ratios is reported.
func BenchmarkFencedOverPlain(b *testing.B) {
	const batch = 10_000
	var plain chapter.PlainStorage
	var fenced chapter.FencedStorage
	writePlain := func() {
		for range batch {
			plain.Write("client1 data")
		}
	}
	writeFenced := func() {
		for range batch {
			if err := fenced.Write("client1 data", 33); err != nil {
				b.Error(err)
			}
		}
	}
	b.Run("alone", func(b *testing.B) {
		reportRatio(b, batch, writePlain, writeFenced)
	})
	b.Run("parallel", func(b *testing.B) {
		n := runtime.GOMAXPROCS(0)
		reportRatio(b, n*batch,
			func() { inParallel(n, func(int) { writePlain() }) },
			func() { inParallel(n, func(int) { writeFenced() }) })
	})
}

func reportRatio(b *testing.B, batch int, plain, fenced func()) {
	var plains, fenceds, ratios []float64
	perWrite := func(run func()) float64 {
		start := time.Now()
		run()
		return float64(time.Since(start)) / float64(batch)
	}
	for b.Loop() {
		p := perWrite(plain)
		f := perWrite(fenced) + perWrite(fenced)
		p += perWrite(plain)
		plains, fenceds, ratios = append(plains, p/2), append(fenceds, f/2), append(ratios, f/p)
	}
	b.ReportMetric(0, "ns/op") // of four batches: it says nothing
	b.ReportMetric(median(plains), "ns/plain")
	b.ReportMetric(median(fenceds), "ns/fenced")
	b.ReportMetric(median(ratios), "fenced/plain")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
