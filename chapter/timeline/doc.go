// Package timeline records who did what when, and draws it: as text, in which
// each row is a picture and the same as a sentence, and as SVG.
//
// A [Recorder] wraps the lock service and the storage of package chapter, and
// takes events from anything else with [Recorder.Add]. What the drawings say of
// leases that run out, and of writes that come too late, is worked out from what
// happened; nobody draws it by hand.
package timeline
