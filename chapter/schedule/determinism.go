package schedule

import (
	"errors"
	"fmt"
)

// compareNames finds worlds that do not consist of the same processes.
func (e *engine) compareNames(run *Run) failure {
	if len(run.processes) == 0 {
		return failure{broken, errors.New("the world has no process: add some with run.Go")}
	}
	if e.names == nil {
		for i := range run.processes {
			e.names = append(e.names, run.processes[i].name)
		}
	}
	if len(e.names) != len(run.processes) {
		return e.strayed(0, fmt.Sprintf("there were %d processes", len(e.names)), fmt.Sprintf("there are %d", len(run.processes)))
	}
	for i, before := range e.names {
		if now := run.processes[i].name; now != before {
			return e.strayed(0, fmt.Sprintf("process number %d was %s", i+1, before), "it is "+now)
		}
	}
	return failure{}
}

// strayed is the failure of a world that does not do the same again.
func (e *engine) strayed(steps int, before, now string) failure {
	return failure{nondeterministic, fmt.Errorf("the world is not deterministic: after the same %d steps %s at first, and now %s. "+
		"It has to be built afresh for each schedule and may not depend on real time, random numbers, the order of a map, goroutines or variables from outside", steps, before, now)}
}

// set names the processes of a set.
func (e *engine) set(enabled uint64) string {
	var names []string
	for i, name := range e.names {
		if enabled&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return list(names)
}
