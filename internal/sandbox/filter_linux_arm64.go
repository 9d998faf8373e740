package sandbox

import "golang.org/x/sys/unix"

const auditMachine = unix.AUDIT_ARCH_AARCH64

// refusedHere are refused calls that only this machine has: none.
func refusedHere() []uint32 { return nil }
