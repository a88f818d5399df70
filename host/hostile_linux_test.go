package host

// enemy is a program that tries to harm the host, the other side or the records.
type enemy struct {
	name    string
	attack  string // of testdata/hostile: the program and the attack
	command string // instead of attack: a line of shell
	reason  string // why it loses, or several reasons; "": it may answer, or lose by anything
	limited string // the reason at level limits, if it differs; "*": any
	busy    bool   // it takes CPU time before it does harm
	sleeps  bool   // the wall limit ends it
	quick   bool   // every run of the tests meets it
	alike   bool   // a quick one does much the same: left to -others and -long
	strong  bool   // only namespaces stop it
	net     bool   // it has the network
	brief   bool   // it takes its time in processes too short for sampling
	shown   bool   // it may read a folder of the marked tree
}

// hostile lists them.
var hostile = []enemy{
	{name: "link as output", command: "ln -s /etc/passwd output.txt", reason: NoOutput, quick: true},
	{name: "pipe as output", command: "mkfifo output.txt", reason: NoOutput},
	{name: "folder as output", command: "mkdir -p output.txt/a/b; chmod 000 output.txt", reason: NoOutput},
	{name: "input as a link", command: "rm input.txt; ln -s ../../victim input.txt", reason: NoOutput},
	{name: "flood on standard output", command: "head -c 3000000000 /dev/zero; echo PASS > output.txt", busy: true},
	{name: "flood on standard error", command: "head -c 300000000 /dev/zero >&2; echo PASS > output.txt", busy: true},
	{name: "flood into output.txt", command: "trap '' XFSZ; head -c 3000000000 /dev/zero > output.txt; true"},
	{name: "binary output", command: `printf '\000\377\n2,3' > output.txt`},
	{name: "shell storm", command: "f() { f | f & f; }; f", reason: Crash + NoOutput, limited: "*"},
	{name: "daemon", command: "setsid sh -c 'setsid sh -c \"while :; do sleep 0.01; done\" &' & sleep 0.05; echo PASS > output.txt"},
	{name: "kills its parent", command: "kill -9 $PPID; kill -TERM $PPID; kill -9 1; echo PASS > output.txt", limited: "*", alike: true},
	{name: "kills everybody", command: "kill -9 -1; echo PASS > output.txt", limited: "*", alike: true},
	{name: "burns CPU in an escaped child", command: "setsid sh -c 'while :; do :; done' & sleep 60", reason: Time},
	{name: "locks its folder", command: "mkdir d; touch d/f; chmod 000 d; echo PASS > output.txt; chmod 000 .", quick: true},
	{name: "moves its folder away", command: "cd ..; mv program gone; mv player gone; ln -s /etc program; true", reason: NoOutput},
	{name: "raises its limits", command: "ulimit -f unlimited && echo BROKEN > output.txt; mount -o remount,rw / && echo BROKEN > output.txt; [ -e output.txt ] || echo SAFE > output.txt"},
	{name: "kills itself", command: "echo PASS > output.txt; kill -SEGV $$"},
	{name: "controls the terminal", command: `printf '\033]0;owned\007\033[2J\r' >&2; exit 1`, reason: NoOutput, quick: true},

	{name: "memory of the supervisor", attack: "escape 'proc memory'", alike: true},
	{name: "ptrace", attack: "escape ptrace", quick: true},
	{name: "process_vm_writev", attack: "escape process_vm", alike: true},
	{name: "limits of the supervisor", attack: "escape 'limits of others'", quick: true},
	{name: "all signals to all", attack: "escape signals", quick: true, limited: "*"},
	{name: "priorities of others", attack: "escape priorities", strong: true},
	{name: "files by pidfd", attack: "escape pidfds", quick: true},
	{name: "namespaces", attack: "escape namespaces", quick: true},
	{name: "doors of the kernel", attack: "escape 'doors of the kernel'", quick: true},
	{name: "calls of other architectures", attack: "escape 'foreign calls'", quick: true},
	{name: "input of the terminal", attack: "escape terminal", quick: true},
	{name: "inherited files and environment", attack: "escape descriptors", quick: true},
	{name: "privileges and setuid programs", attack: "escape privileges", quick: true},
	{name: "devices", attack: "escape devices", quick: true},
	{name: "core dumps", attack: "escape 'core dump'"},
	{name: "settings of the kernel", attack: "escape settings", quick: true},
	{name: "a race with the set-up", attack: "escape race"},
	{name: "outlives its ply", attack: "escape outlive"},

	{name: "abstract socket", attack: "network 'abstract socket'", quick: true},
	{name: "socket in a folder", attack: "network 'path socket'", quick: true},
	{name: "TCP to this machine", attack: "network tcp", quick: true},
	{name: "UDP to this machine", attack: "network udp", alike: true},
	{name: "raw sockets", attack: "network 'raw sockets'", alike: true},
	{name: "files in flight", attack: "network 'files in flight'", limited: "*"},

	{name: "reads secrets", attack: "files 'read secrets'", quick: true},
	{name: "writes elsewhere", attack: "files 'write elsewhere'", quick: true},
	{name: "permissions of others' files", attack: "files permissions", strong: true},
	{name: "hard link as output", attack: "files 'hard link'", quick: true},
	{name: "output.txt that changes", attack: "files 'flip output'"},
	{name: "19,000 nested folders", attack: "files nested", reason: NoOutput, limited: "*", busy: true},
	{name: "19,000 nested folders as output.txt", attack: "files 'nested output'", limited: "*", busy: true},
	{name: "deleted files", attack: "files 'deleted files'", limited: "*", busy: true, strong: true},
	{name: "a hundred thousand files", attack: "files 'small files'", reason: Crash, busy: true},
	{name: "sparse files", attack: "files sparse"},
	{name: "disks in memory", attack: "files 'memory disks'", busy: true, limited: "*"},

	{name: "short children that nobody waits for", attack: "resources 'hidden children'", reason: Time, brief: true, quick: true},
	{name: "grandchildren between two looks", attack: "resources 'hidden grandchildren'", reason: Time, brief: true},
	{name: "threads", attack: "resources threads", reason: Time},
	{name: "memory", attack: "resources 'anonymous memory'", reason: Crash, busy: true, quick: true},
	{name: "shared memory", attack: "resources 'shared memory'", busy: true},
	{name: "memfds", attack: "resources memfd", busy: true},
	{name: "segments of memory", attack: "resources segments", busy: true},
	{name: "pipes", attack: "resources pipes", busy: true},
	{name: "fork bomb", attack: "resources 'fork bomb'", reason: Crash, limited: "*"},
	{name: "three hundred sleepers", attack: "resources sleepers", reason: Crash, limited: "*"},
	{name: "stopped processes", attack: "resources stopped", reason: Time, sleeps: true},
	{name: "deaf to signals", attack: "resources deaf", reason: Time, sleeps: true},
	{name: "priority", attack: "resources priority"},

	{name: "a program that cannot be read", attack: "design 'unreadable burner'", reason: Time},
	{name: "children that cannot be read", attack: "design 'unreadable children'", reason: Time, brief: true, alike: true},
	{name: "stops the clock", attack: "design uncounted", reason: Time, quick: true},
	{name: "becomes another program, again and again", attack: "design 'exec chain'", reason: Time},
	{name: "a program in memory", attack: "design 'memory program'", reason: Time},
	{name: "memory that nobody maps", attack: "design 'forgotten memory'", busy: true, quick: true},
	{name: "zeros that nobody maps", attack: "design 'forgotten zeros'", busy: true, alike: true},
	{name: "page tables", attack: "design 'page tables'", busy: true, quick: true},
	{name: "huge pages", attack: "design 'huge pages'", quick: true},
	{name: "memory in sockets", attack: "design 'socket buffers'", busy: true, strong: true},
	{name: "open files", attack: "design 'open files'", quick: true},
	{name: "watches", attack: "design watches", busy: true, limited: "*"},
	{name: "signals in a queue", attack: "design 'queued signals'", quick: true},
	{name: "watches of files", attack: "design inotify", alike: true},
	{name: "the machine's handler of crashes", attack: "design 'core limit'", quick: true},
	{name: "times of /dev/null", attack: "design 'null device'", quick: true, strong: true},
	{name: "files of processes", attack: "design 'files of processes'", quick: true},
	{name: "calls that are newer than the host", attack: "design 'new calls'", quick: true},
	{name: "families of sockets", attack: "design families", quick: true},
	{name: "a folder that is shown", attack: "design shown", quick: true, strong: true, shown: true},
	{name: "output.txt in turns", attack: "design 'exchange output'"},
	{name: "its own pipe", attack: "design 'own pipe'"},
	{name: "abstract socket, with the network", attack: "network 'abstract socket'", net: true, quick: true},
	{name: "all signals to all, with the network", attack: "escape signals", net: true, limited: "*"},
	{name: "raw sockets, with the network", attack: "network 'raw sockets'", net: true},
}
