package sandbox

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// isolate finishes the namespaces that process 1 was started in.
func isolate(j *job) error {
	// No namespace below this one, not even where the filter of system calls
	// has a hole. Where /proc/sys cannot be written the filter is alone.
	_ = os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0)
	if err := unix.Sethostname([]byte("sandbox")); err != nil {
		return fmt.Errorf("setting the host name: %w", err)
	}
	if err := raiseLoopback(); err != nil {
		return fmt.Errorf("raising the loopback interface: %w", err)
	}
	return buildRoot(j)
}

// raiseLoopback switches on the loopback interface of the empty network: tests
// of servers talk to themselves.
func raiseLoopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request)
}
