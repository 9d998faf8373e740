package sandbox

import (
	"encoding/json"
	"os"
	"time"
)

// The names under which this program starts itself again, see Init. No
// user-given argument is looked at beside the name.
const (
	stageInit    = "sooth-sandbox-init"    // process 1 inside
	stageProgram = "sooth-sandbox-program" // turns into the command
	stageLaunch  = "sooth-sandbox-launch"  // turns into bubblewrap
)

// controlDescriptor is where each stage finds the socket to who started it;
// descriptors of mounts follow it.
const controlDescriptor = 3

// job is what process 1 is told to do.
type job struct {
	Build     bool // make the root file system; bubblewrap made it otherwise
	Program   string
	Args, Env []string
	Dir       string
	Mounts    []mount
	Limits    Limits
}

// mount is a place inside where something of the host can be read.
type mount struct {
	Source     string
	Place      string
	Descriptor int   // a detached mount that was inherited; 0: open Source
	Copy       int64 // bytes to copy from Descriptor, a file, instead of mounting; 0: mount
	Dir        bool
}

// message is what process 1 tells the outside.
type message struct {
	Hello   bool
	Started bool   // the command runs
	Failed  string // it could not be run
	Done    *done
}

// done is the end of a command as process 1 saw it.
type done struct {
	Exit    int
	Signal  int    // that ended it; 0: none
	Reason  string // of process 1 for killing it; "": none
	Stopped bool   // the outside asked to kill it
	CPU     time.Duration
	Wall    time.Duration
}

// order is what the outside tells process 1 while the command runs.
type order struct{ Stop bool }

// channel sends and receives JSON documents over a socket.
type channel struct {
	file *os.File
	*json.Encoder
	*json.Decoder
}

func newChannel(f *os.File) *channel {
	return &channel{f, json.NewEncoder(f), json.NewDecoder(f)}
}
