package main

import (
	"context"
	"fmt"
	"os"

	"github.com/chromedp/chromedp"
)

// The window of a small projector. Present draws its card 1100 by 700 there, the
// size that it has unless the window is smaller.
const width, height = 1280, 800

// startBrowser returns a context for one tab.
func startBrowser(ctx context.Context) (tab context.Context, stop func(), err error) {
	profile, err := os.MkdirTemp("", "slides-profile")
	if err != nil {
		return nil, nil, err
	}
	ctx, stopBrowser := chromedp.NewExecAllocator(ctx,
		chromedp.NoFirstRun,
		chromedp.NoDefaultBrowserCheck,
		chromedp.UserDataDir(profile),
		chromedp.Env("TMPDIR="+profile), // a browser that is stopped does not tidy up
		chromedp.WindowSize(width, height),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("no-sandbox", os.Getuid() == 0), // as root it refuses to start with one
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		// Present asks for fonts from the network. A class may have none.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	tab, stopTab := chromedp.NewContext(ctx)
	stop = func() {
		stopTab() // waits until the browser has gone
		stopBrowser()
		os.RemoveAll(profile)
	}
	if _, err := chromedp.Run(tab, chromedp.EmulateViewport(width, height)); err != nil {
		stop()
		return nil, nil, fmt.Errorf("can't start a browser: %w", err)
	}
	return tab, stop, nil
}
