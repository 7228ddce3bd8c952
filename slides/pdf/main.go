// Pdf prints each deck into a PDF file of its own, a page for each slide, with
// the Chromium, Chrome or Edge that is installed. Run it in the module's root:
//
//	go run ./slides/pdf            slides/fencing.pdf and slides/lightning.pdf
//	go run ./slides/pdf handouts   into the folder handouts
//
// If the environment names a browser in CHROME, it is that one.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// limit is for everything, building present included.
const limit = 5 * time.Minute

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pdf:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	dir := "slides"
	if len(args) == 1 && !strings.HasPrefix(args[0], "-") {
		dir = args[0]
	} else if len(args) != 0 {
		return errors.New("want the folder to print into, or nothing; not " + strings.Join(args, " "))
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	decks, err := filepath.Glob(filepath.Join("slides", "*.slide"))
	if err != nil || len(decks) == 0 {
		return errors.New("there is no slides/*.slide here: run this in the module's root")
	}
	browser, err := findBrowser()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	url, stop, err := startPresent(ctx)
	if err != nil {
		return err
	}
	defer stop()
	for _, deck := range decks {
		name := strings.TrimSuffix(filepath.Base(deck), ".slide") + ".pdf"
		if err := print(ctx, browser, url+"/"+filepath.ToSlash(deck), filepath.Join(dir, name)); err != nil {
			return err
		}
		fmt.Println(filepath.Join(dir, name))
	}
	return nil
}

var addressLine = regexp.MustCompile(`visit (http://\S+)`)

// startPresent returns the address of a present that runs nothing but itself.
func startPresent(ctx context.Context) (url string, stop func(), err error) {
	// go tool would start present as a child and not stop it with itself.
	path, err := exec.CommandContext(ctx, "go", "tool", "-n", "present").Output()
	if err != nil {
		return "", nil, fmt.Errorf("go tool -n present: %w", err)
	}
	cmd := exec.CommandContext(ctx, strings.TrimSpace(string(path)), "-http=127.0.0.1:0", "-play=false")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		cmd.Process.Kill()
		cmd.Wait()
	}
	lines := bufio.NewScanner(stderr)
	var said strings.Builder
	for lines.Scan() {
		if match := addressLine.FindStringSubmatch(lines.Text()); match != nil {
			go func() { // its log must not block it
				for lines.Scan() {
				}
			}()
			return match[1], stop, nil
		}
		fmt.Fprintln(&said, lines.Text())
	}
	stop()
	return "", nil, fmt.Errorf("present did not start: %s", said.String())
}

// findBrowser returns the path of a browser that can print.
func findBrowser() (string, error) {
	if named := os.Getenv("CHROME"); named != "" {
		return exec.LookPath(named)
	}
	for _, name := range []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge", "microsoft-edge",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		`C:\Program Files\Google\Chrome\Application\chrome.exe`,
		`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("found no Chromium, Chrome or Edge: install one, or name yours in the environment, CHROME=/path/to/it")
}

// print prints a page of the web into a file.
func print(ctx context.Context, browser, url, name string) error {
	profile, err := os.MkdirTemp("", "slides-pdf")
	if err != nil {
		return err
	}
	defer os.RemoveAll(profile)
	args := []string{
		"--headless=new", "--disable-gpu", "--no-first-run", "--user-data-dir=" + profile,
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
		// Fonts from the network would make another PDF elsewhere.
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
		"--no-pdf-header-footer", "--print-to-pdf=" + name,
	}
	if os.Getuid() == 0 {
		args = append(args, "--no-sandbox") // as root it refuses to start with one
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	output, err := exec.CommandContext(ctx, browser, append(args, url)...).CombinedOutput()
	if info, statErr := os.Stat(name); err != nil || statErr != nil || info.Size() == 0 {
		return fmt.Errorf("%s printed no %s: %w\n%s", browser, name, errors.Join(err, statErr), output)
	}
	return nil
}
