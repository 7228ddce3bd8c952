package systems

import (
	"context"
	"net"

	"example.com/fencing/examples/real/internal/roundtrips"
)

// counted is a dialer whose connections count.
func counted(counter *roundtrips.Counter, dial func(ctx context.Context, network, address string) (net.Conn, error)) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return counter.Conn(conn), nil
	}
}
