package keyed_test

import (
	"fmt"
	"runtime"
	"testing"

	"example.com/fencing/chapter/keyed"
)

// What a key weighs, its string apart (the map shares it with the benchmark):
// live heap per key, with 16 bytes of data or with a mark alone.
func BenchmarkMemory(b *testing.B) {
	for _, n := range keyCounts[1:] {
		keys := shuffledKeys()[n]
		for _, c := range []struct {
			name string
			fill func() any
		}{
			{"floor", func() any { return fillFloor(b, keys) }},
			{"bucket", func() any { return fillBucket(b, keys) }},
			{"mark-only", func() any { return deleteAll(b, fillBucket(b, keys), keys) }},
		} {
			b.Run(fmt.Sprintf("%s/keys=%d", c.name, n), func(b *testing.B) {
				var perKey []float64
				for b.Loop() {
					before := liveHeap()
					filled := c.fill()
					perKey = append(perKey, float64(liveHeap()-before)/float64(n))
					runtime.KeepAlive(filled)
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(median(perKey), "B/key")
			})
		}
	}
}

func deleteAll(b *testing.B, bucket *keyed.Bucket, keys []string) *keyed.Bucket {
	for _, key := range keys {
		if err := bucket.Delete(background, key, 33); err != nil {
			b.Fatal(err)
		}
	}
	return bucket
}

func liveHeap() int64 {
	runtime.GC()
	runtime.GC() // the first may have met a collection under way
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
