// Package timeline records who did what when, and draws it.
//
// Who held the lease when client1 wrote? A story of two clients, a lock service
// and a storage is hard to follow in prose, and a drawing made by hand shows what
// its author believes. So wrap the lock service and the storage of package
// chapter, or hand over the events of anything else with [Recorder.Add], run, and
// print:
//
//	// from timeline.Example_s02_fencingToken
//	...
//	fmt.Println(rec)
//	// Output:
//	// time      lock    client1 client2 storage
//	//           service
//	// 12:00:00  ●──33──►│                       lock service grants 33 to client1
//	//                   │                       until 12:00:10
//	//                   ●                       client1 stops: GC pause
//	// 12:00:10          ×                       lease 33 of client1 is over
//	// 12:00:15  ●──34───┊──────►│               lock service grants 34 to client2
//	//                   ┊       │               until 12:00:25
//	//                   ┊       ●──34──►●       client2 writes "client2 draft"
//	//                   ┊       │               with 34: accepted
//	//                   ┊       ●──34──►●       client2 writes "client2 data" with
//	//                   ┊       │               34: accepted
//	//                   ●       │               client1 wakes
//	//                   ●──33───│──────►×       client1 writes "client1 stale
//	//                   ·       │               data" with 33: refused, 33 < 34
//	//                   ●       │               client1 still believes that it
//	//                   ·       │               holds 33
//
// Each row is a picture and a sentence, and the sentences alone tell the story.
// A bar is a lease that is held, dots are one that its client only believes in,
// and ┊ is a pause; see [Printer], which draws row by row while things happen.
// [Recorder.SVG] and [Figure] draw the same as a picture, with the sentences as
// its description.
//
// What follows from the events is worked out and not told: a lease that runs out,
// and a write that is accepted too late, which is drawn as damage. Take the fence
// out of a program, and it draws the damage by itself.
package timeline
