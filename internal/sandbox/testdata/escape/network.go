//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

func tcp(addresses []string) {
	for _, a := range addresses {
		c, err := net.DialTimeout("tcp", a, time.Second)
		if err == nil {
			c.Close()
		}
		try("connect to "+a, err)
	}
}

// listen waits on a port for someone from outside.
func listen(args []string) {
	l, err := net.Listen("tcp", ":"+args[0])
	must(err)
	fmt.Println("works: listening")
	_ = l.(*net.TCPListener).SetDeadline(time.Now().Add(400 * time.Millisecond))
	_, err = l.Accept()
	try("being reached", err)
}

func udp(addresses []string) {
	for _, a := range addresses {
		c, err := net.Dial("udp", a)
		if err == nil {
			_, err = c.Write([]byte("from inside"))
			_ = c.SetDeadline(time.Now().Add(200 * time.Millisecond))
			if err == nil {
				_, err = c.Read(make([]byte, 16))
			}
		}
		try("send to "+a, err)
	}
}

func unixSocket(names []string) {
	for _, name := range names {
		for _, network := range []string{"unix", "unixgram", "unixpacket"} {
			_, err := net.Dial(network, name)
			try(network+" "+name, err)
		}
	}
}

func dns([]string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	for _, server := range []string{"", "192.0.2.53:53"} {
		r := net.Resolver{PreferGo: true}
		if server != "" {
			r.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, network, server)
			}
		}
		_, err := r.LookupHost(ctx, "example.invalid")
		var failure *net.DNSError
		if errors.As(err, &failure) && failure.IsNotFound {
			err = nil // a server answered
		}
		try("resolve at "+server, err)
	}
}

// families opens sockets that a network namespace does not separate, or that
// speak below TCP and UDP.
func families([]string) {
	for name, s := range map[string][3]int{
		"packet": {unix.AF_PACKET, unix.SOCK_RAW, 0x0300}, "vsock": {unix.AF_VSOCK, unix.SOCK_STREAM, 0},
		"alg": {unix.AF_ALG, unix.SOCK_SEQPACKET, 0}, "raw": {unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_RAW},
		"icmp": {unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_ICMP}, "sctp": {unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_SCTP},
		"bluetooth": {unix.AF_BLUETOOTH, unix.SOCK_RAW, 1}, "can": {unix.AF_CAN, unix.SOCK_RAW, 1}, "tipc": {unix.AF_TIPC, unix.SOCK_STREAM, 0},
		"xdp": {unix.AF_XDP, unix.SOCK_RAW, 0}, "rds": {unix.AF_RDS, unix.SOCK_SEQPACKET, 0}, "key": {unix.AF_KEY, unix.SOCK_RAW, 2},
	} {
		fd, err := unix.Socket(s[0], s[1], s[2])
		if err == nil {
			unix.Close(fd)
		}
		try("socket "+name, err)
	}
}

// loopback talks to itself, as tests of servers do.
func loopback([]string) {
	for _, address := range []string{"127.0.0.1:0", "[::1]:0", "localhost:0"} {
		l, err := net.Listen("tcp", address)
		must(err)
		go func() {
			c, err := l.Accept()
			must(err)
			_, _ = c.Write([]byte("hello"))
			c.Close()
		}()
		c, err := net.Dial("tcp", l.Addr().String())
		must(err)
		b, err := io.ReadAll(c)
		must(err)
		works(address + " " + string(b))
	}
}

func interfaces([]string) {
	all, err := net.Interfaces()
	must(err)
	for _, i := range all {
		if i.Name != "lo" {
			escaped("interface " + i.Name)
		}
	}
	contained("no interface but loopback")
}

func hostname() string {
	name, _ := os.Hostname()
	return name
}
