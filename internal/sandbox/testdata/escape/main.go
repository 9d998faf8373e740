//go:build linux

// Escape tries to get out of the sandbox that it runs in, one way for each
// case. A line "contained: …" says what an attempt came to, "ESCAPED: …" that
// it worked, "works: …" that what must work inside does.
package main

import (
	"fmt"
	"os"
	"time"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Println("usage: escape CASE [ARGUMENT…]")
		os.Exit(2)
	}
	run, ok := map[string]func(args []string){
		"ok":   func([]string) { works("running") },
		"read": read, "list": list, "write": write, "environ": environ, "mem": mem, "init": lookAtInit,
		"overwrite-program": overwriteProgram, "symlinks": symlinks, "hardlink": hardlink, "devices": devices,
		"sys": sys, "remember": remember, "show": show, "tree": tree, "descriptors": descriptors, "passed": passed,
		"tcp": tcp, "listen": listen, "udp": udp, "unix": unixSocket, "dns": dns, "families": families, "loopback": loopback, "interfaces": interfaces,
		"fork": fork, "threads": threads, "sleep": func([]string) { time.Sleep(time.Hour) }, "stubborn": stubborn, "busy": busy, "busy-children": busyChildren,
		"kill": kill, "kill-init": killInit, "daemon": daemon, "daemon-output": daemonOutput, "crash": crash, "signal": raise, "exit": exit, "stop": stop,
		"processes": processes, "session": session, "priority": priority, "limits": limits,
		"memory": memory, "huge": huge, "memory-children": memoryChildren, "hidden-memory": hiddenMemory,
		"output": output, "write-much": writeMuch, "sparse": sparse, "inodes": inodes, "open-many": openMany, "echo": echo,
		"ptrace": ptrace, "setuid": setuid, "mount": mount, "namespaces": namespaces, "capabilities": capabilities, "calls": calls, "handle": handle,
		"groups": groups, "landlock": landlock, "hold": hold, "burn": burn,
	}[os.Args[1]]
	if !ok {
		fmt.Printf("no case %q\n", os.Args[1])
		os.Exit(2)
	}
	run(os.Args[2:])
}

// try reports an attempt, which worked when there is no error.
func try(what string, err error) {
	if err == nil {
		escaped(what)
		return
	}
	fmt.Printf("contained: %s: %v\n", what, err)
}

// escaped reports an attempt that worked.
func escaped(what string) { fmt.Println("ESCAPED:", what) }

// contained reports an attempt that came to nothing.
func contained(what string) { fmt.Println("contained:", what) }

// works reports what must work inside.
func works(what string) { fmt.Println("works:", what) }

// must ends the program where an attempt could not even be made.
func must(err error) {
	if err != nil {
		fmt.Println("could not try:", err)
		os.Exit(9)
	}
}
