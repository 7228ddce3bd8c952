package servers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// Postgres starts PostgreSQL on a unix socket, as the user postgres if we are
// root, which it refuses to run as. Address is a connection string. POSTGRES_URL
// names one that runs already.
func Postgres() (*Server, error) {
	const system = "PostgreSQL"
	if s, ok := foreign(system, "POSTGRES_URL"); ok {
		return s, nil
	}
	bin := postgresBin()
	if bin == "" {
		return nil, &AbsentError{system, "apt-get install postgresql, or set POSTGRES_URL to one that runs"}
	}
	s, err := newServer(system)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(s.dir, "data")
	s.Address = "host=" + s.dir + " user=postgres dbname=postgres"
	s.command = func() *exec.Cmd {
		return asPostgres(exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", s.dir, "-c", "listen_addresses="))
	}
	s.ready = func(ctx context.Context) error {
		return exec.CommandContext(ctx, filepath.Join(bin, "pg_isready"), "-q", "-h", s.dir).Run()
	}
	// --no-sync is about the files of the empty database only.
	initdb := asPostgres(exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"))
	if err := givePostgres(s.dir); err != nil {
		return nil, err
	}
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s%v", err, out, os.RemoveAll(s.dir))
	}
	return s.launch()
}

// postgresBin finds the newest server: Debian keeps its programs off the PATH.
func postgresBin() string {
	if initdb, err := exec.LookPath("initdb"); err == nil {
		if initdb, err = filepath.EvalSymlinks(initdb); err == nil {
			return filepath.Dir(initdb) // where the others are, too
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(slices.Max(found))
}
