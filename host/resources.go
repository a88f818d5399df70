package host

// Resources limit what a program may use of the machine besides time. They hold on
// Linux; see the package comment.
type Resources struct {
	Memory    int64 // bytes that all its processes use together
	Processes int   // and threads, at a time
	FileSize  int64 // bytes of each file that it writes
	Folder    int64 // bytes of all files in its scratch folder
}

// DefaultResources allow far more than a student's agent needs, and far less than
// would disturb others.
func DefaultResources() Resources {
	return Resources{Memory: 2 << 30, Processes: 128, FileSize: 64 << 20, Folder: 256 << 20}
}
