package keyed_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"example.com/fencing/chapter/keyed"
)

// floor is a Bucket without the fence: the same lock, the same map, the same
// look at the context. What Bucket costs on top of it is the price of a mark
// per key.
type floor struct {
	mu      sync.Mutex
	objects map[string]*floorObject
}

type floorObject struct {
	data   []byte
	exists bool
}

func (f *floor) Write(ctx context.Context, key string, data []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	o := f.objects[key]
	if o == nil {
		o = new(floorObject)
		if f.objects == nil {
			f.objects = make(map[string]*floorObject)
		}
		f.objects[key] = o
	}
	o.data, o.exists = append(o.data[:0], data...), true
	return nil
}

var (
	keyCounts  = []int{1, 1_000, 1_000_000}
	background = context.Background()
	data       = []byte("16 bytes of data")
)

// shuffledKeys are made before the clock starts, and visited in an order in
// which they do not lie in memory.
var shuffledKeys = sync.OnceValue(func() map[int][]string {
	all := make(map[int][]string)
	for _, n := range keyCounts {
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprintf("orders/%09d", i)
		}
		rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		all[n] = keys
	}
	return all
})

// withKeys runs bench for each number of keys, beside a floor and a Bucket that
// hold them all.
func withKeys(b *testing.B, bench func(b *testing.B, keys []string, f *floor, bucket *keyed.Bucket)) {
	for _, n := range keyCounts {
		keys := shuffledKeys()[n]
		f, bucket := fillFloor(b, keys), fillBucket(b, keys)
		b.Run(fmt.Sprintf("keys=%d", n), func(b *testing.B) { bench(b, keys, f, bucket) })
	}
}

func fillFloor(b *testing.B, keys []string) *floor {
	f := new(floor)
	for _, key := range keys {
		if err := f.Write(background, key, data); err != nil {
			b.Fatal(err)
		}
	}
	return f
}

func fillBucket(b *testing.B, keys []string) *keyed.Bucket {
	bucket := new(keyed.Bucket)
	for _, key := range keys {
		if err := bucket.Write(background, key, data, 33); err != nil {
			b.Fatal(err)
		}
	}
	return bucket
}

func BenchmarkFloorWrite(b *testing.B) {
	withKeys(b, func(b *testing.B, keys []string, f *floor, _ *keyed.Bucket) {
		i := 0
		b.ReportAllocs()
		for b.Loop() {
			if err := f.Write(background, keys[i], data); err != nil {
				b.Fatal(err)
			}
			if i++; i == len(keys) {
				i = 0
			}
		}
	})
}

func BenchmarkBucketWrite(b *testing.B) {
	withKeys(b, func(b *testing.B, keys []string, _ *floor, bucket *keyed.Bucket) {
		i := 0
		b.ReportAllocs()
		for b.Loop() {
			if err := bucket.Write(background, keys[i], data, 33); err != nil {
				b.Fatal(err)
			}
			if i++; i == len(keys) {
				i = 0
			}
		}
	})
}

func BenchmarkBucketWriteParallel(b *testing.B) {
	withKeys(b, func(b *testing.B, keys []string, _ *floor, bucket *keyed.Bucket) {
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			i := rand.IntN(len(keys))
			for pb.Next() {
				if err := bucket.Write(background, keys[i], data, 33); err != nil {
					b.Error(err)
				}
				if i++; i == len(keys) {
					i = 0
				}
			}
		})
	})
}

// One iteration is two short batches on the floor around two on the Bucket, so
// that whatever else the machine is doing meets both alike. Each batch goes on
// to the next keys: none finds in the cache what another has fetched. The
// median of the ratios is reported.
func BenchmarkBucketOverFloor(b *testing.B) {
	const batch = 1_000
	withKeys(b, func(b *testing.B, keys []string, f *floor, bucket *keyed.Bucket) {
		i := 0
		perWrite := func(write func(key string) error) float64 {
			start := time.Now()
			for range batch {
				if err := write(keys[i]); err != nil {
					b.Fatal(err)
				}
				if i++; i == len(keys) {
					i = 0
				}
			}
			return float64(time.Since(start)) / batch
		}
		onFloor := func(key string) error { return f.Write(background, key, data) }
		onBucket := func(key string) error { return bucket.Write(background, key, data, 33) }

		var floors, fenceds, ratios []float64
		for b.Loop() {
			plain := perWrite(onFloor)
			fenced := perWrite(onBucket) + perWrite(onBucket)
			plain += perWrite(onFloor)
			floors, fenceds, ratios = append(floors, plain/2), append(fenceds, fenced/2), append(ratios, fenced/plain)
		}
		b.ReportMetric(0, "ns/op") // of four batches: it says nothing
		b.ReportMetric(median(floors), "ns/floor")
		b.ReportMetric(median(fenceds), "ns/fenced")
		b.ReportMetric(median(ratios), "fenced/floor")
	})
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
