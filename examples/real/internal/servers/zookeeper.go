package servers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"example.com/fencing/examples/real/internal/loopback"
)

const zookeeperJar = "/usr/share/java/zookeeper.jar"

// ZooKeeper starts ZooKeeper on a free port. Address is host:port. A tick is a
// tenth or so of what is usual, so that sessions of half a second can be asked
// for; and also such that last for two minutes.
// ZOOKEEPER_SERVERS names those that run already, with commas between.
func ZooKeeper() (*Server, error) {
	const system = "ZooKeeper"
	if s, ok := foreign(system, "ZOOKEEPER_SERVERS"); ok {
		return s, nil
	}
	absent := &AbsentError{system, "apt-get install libzookeeper-java default-jre-headless, or set ZOOKEEPER_SERVERS to those that run"}
	java, err := exec.LookPath("java")
	if err != nil {
		return nil, absent
	}
	if _, err := os.Stat(zookeeperJar); err != nil {
		return nil, absent
	}
	s, err := newServer(system)
	if err != nil {
		return nil, err
	}
	port, err := loopback.FreePort()
	if err != nil {
		return nil, err
	}
	s.Address = fmt.Sprint("127.0.0.1:", port)
	config := filepath.Join(s.dir, "zoo.cfg")
	text := fmt.Sprintf("dataDir=%s\nclientPortAddress=127.0.0.1\nclientPort=%d\ntickTime=250\nmaxSessionTimeout=120000\nmaxClientCnxns=0\nadmin.enableServer=false\n4lw.commands.whitelist=srvr\n",
		filepath.Join(s.dir, "data"), port)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		return nil, err
	}
	s.command = func() *exec.Cmd {
		return exec.Command(java, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", s.dir+":"+zookeeperJar,
			"org.apache.zookeeper.server.ZooKeeperServerMain", config)
	}
	// To "ruok" it says "imok" before it opens sessions.
	s.ready = func(ctx context.Context) error { return ask(ctx, "tcp", s.Address, "srvr", "Zookeeper version") }
	return s.launch()
}
