// Package slides holds the chapter for a class: fencing.slide for 45 minutes,
// lightning.slide for ten. Show them from the module's root:
//
//	go tool present
//
// and open http://127.0.0.1:3999/slides/fencing.slide. The Run buttons work at
// that address, not at localhost. With -notes, the key N opens the speaker
// notes, which say how long each slide takes, what to ask, and what people
// answer.
//
// Never serve this to a network as it is: whoever can press Run can run anything
// on your machine. With -play=false there are no Run buttons.
//
// Code on a slide is quoted from the files that the tests run, and a comment
// above it, "// from NAME", says from which function. What Run prints is in
// testdata; go test ./slides -update writes it anew. Quotes from there stand in
// the notes behind ": > ".
package slides
