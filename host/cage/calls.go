package cage

import "strings"

// Rule is what becomes of a system call.
type Rule string

// The rules.
const (
	Allowed Rule = "allowed"
	Partly  Rule = "partly"  // some uses of it are denied, or do nothing
	Nothing Rule = "nothing" // it returns 0, and nothing happens
	Denied  Rule = "denied"  // it fails with EPERM
	Missing Rule = "missing" // it fails with ENOSYS, like every call that the table does not have
)

// Calls are system calls with the same fate.
type Calls struct {
	What string // they do
	Rule Rule
	// Why says what bounds them, which uses are denied, or why they are.
	Why   string
	names string
}

// Names lists the calls.
func (c *Calls) Names() []string { return strings.Fields(c.names) }

// CallTable has every system call of Linux on amd64 and arm64, up to Linux 6.15. What
// programs of the courses' languages need is allowed; the rest is denied, because the
// kernel counts little of what it gives away.
var CallTable = []Calls{
	{"Read and write", Allowed, "the program's own files, pipes and sockets; CPU time",
		"read write pread64 pwrite64 readv writev preadv pwritev preadv2 pwritev2 lseek sendfile copy_file_range splice tee close close_range dup dup2 dup3 pipe pipe2 fallocate ftruncate truncate"},
	{"Lock whole files", Nothing, "a lock of a file that all programs see would make others wait; fcntl's locks cannot, as only whoever may write to a file can keep its readers waiting", "flock"},
	{"Open files", Partly, "256 open files in each process; it may not make a file that can be run but not read, which would end the count of CPU time",
		"open openat creat mknod mknodat chmod fchmod fchmodat fchmodat2 umask"},
	{"Change files", Allowed, "the size and number of its files; all else is read-only",
		"mkdir mkdirat rmdir link linkat unlink unlinkat symlink symlinkat rename renameat renameat2 chown fchown lchown fchownat utime utimes futimesat utimensat"},
	{"Look at files", Allowed, "only what the program sees exists for it",
		"stat fstat lstat newfstatat fstatat statx statfs fstatfs access faccessat faccessat2 readlink readlinkat getdents getdents64 getcwd chdir fchdir getxattr lgetxattr fgetxattr getxattrat listxattr llistxattr flistxattr listxattrat"},
	{"Settings of open files", Partly, "only descriptors, flags, locks of parts of files and seals: no leases (F_SETLEASE) or watches (F_NOTIFY), which reach whoever opens the file, no signals to others (F_SETOWN), no larger pipes (F_SETPIPE_SZ), which are the user's; no locks (ENOLCK) where no control group counts the memory that they take", "fcntl"},
	{"Devices", Partly, "nothing that types into a terminal (TIOCSTI, TIOCSETD, TIOCLINUX) or sends signals (FIOSETOWN, SIOCSPGRP)", "ioctl"},
	{"Wait for files", Allowed, "256 open files in each process, and the kernel's limit of watches for a user",
		"poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_settime timerfd_gettime"},
	{"Memory", Allowed, "the limit of memory",
		"brk munmap mprotect mremap mincore mlock mlock2 mlockall munlock munlockall pkey_alloc pkey_free pkey_mprotect mseal map_shadow_stack mbind set_mempolicy get_mempolicy membarrier"},
	{"Map memory", Partly, "no huge pages, which are the machine's; nothing shared and anonymous where no control group counts memory", "mmap"},
	{"Files in memory", Partly, "no huge pages; denied where no control group counts memory", "memfd_create"},
	{"Advice on memory", Partly, "advice does nothing that would read a file ahead, push out pages that others use, or have the machine merge or collapse pages", "madvise"},
	{"Processes and threads", Allowed, "128 processes and threads at a time; all of them end with the ply",
		"fork vfork execve execveat exit exit_group wait4 waitid set_tid_address set_robust_list get_robust_list rseq getpid getppid gettid getpgrp getpgid setpgid getsid setsid"},
	{"New threads", Partly, "no namespaces (CLONE_NEW...), no threads with open files of their own, which the host would not count", "clone"},
	{"Locks of threads", Allowed, "memory of the program", "futex futex_waitv futex_wait futex_wake futex_requeue"},
	{"Signals", Allowed, "the program's own processes, by the namespace or the user; 1024 pending signals",
		"rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend rt_sigqueueinfo rt_tgsigqueueinfo sigaltstack kill tkill tgkill pause pidfd_open pidfd_send_signal"},
	{"Time", Allowed, "timers count as pending signals",
		"nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times alarm getitimer setitimer timer_create timer_settime timer_gettime timer_getoverrun timer_delete"},
	{"Users", Allowed, "there are no capabilities, and none can be gained",
		"getuid geteuid getgid getegid getresuid getresgid getgroups setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups capget capset"},
	{"Facts about the machine", Allowed, "they change nothing", "uname sysinfo getrusage getrlimit getcpu getrandom ioprio_get getpriority"},
	{"Cores", Allowed, "no real-time policy and no raised priority",
		"sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_getattr sched_get_priority_max sched_get_priority_min sched_rr_get_interval"},
	{"Choice of cores", Partly, "where there are no namespaces, only for the calling thread", "sched_setaffinity sched_setscheduler sched_setparam sched_setattr"},
	{"Own priority", Partly, "only of the calling process", "setpriority"},
	{"Own limits", Partly, "not those of other processes; not the size of core dumps, as a crash would then call the machine's handler", "setrlimit prlimit64"},
	{"Settings of a process", Partly, "no filters, no stopping of the count of CPU time, no cores without neighbours (PR_SCHED_CORE), no merging of memory, no hiding of files and mappings from the count (PR_SET_DUMPABLE)", "prctl"},
	{"Personality", Partly, "only the usual one", "personality"},
	{"Sockets", Partly, "family unix, and TCP and UDP by inet and inet6, in a network of the program's own; where there are no namespaces, none but pairs of family unix", "socket socketpair"},
	{"Settings of sockets", Partly, "no filters, no encryption or encapsulation by the kernel (TCP_ULP, UDP_ENCAP), no SO_ZEROCOPY, which locks memory in the user's name; no larger buffers where no control group counts memory", "setsockopt"},
	{"Use of sockets", Allowed, "256 open files in each process; memory in sockets counts",
		"bind listen accept accept4 connect getsockname getpeername getsockopt shutdown sendto sendmsg sendmmsg recvfrom recvmsg recvmmsg"},
	{"What the kernel itself calls", Allowed, "a system call that a signal has interrupted; traces of the machine's administrator", "restart_syscall uretprobe arch_prctl"},
	{"Write to the disk", Nothing, "the program's files are in memory, or not worth keeping; a loop of these holds up the machine's disks", "sync syncfs fsync fdatasync sync_file_range"},
	{"Write mapped files to the disk", Partly, "MS_SYNC does nothing, as with fsync", "msync"},
	{"Advice on files", Nothing, "it reads gigabytes ahead, or pushes out pages that others use, and costs the program no CPU time", "fadvise64 readahead"},

	{"Other processes", Denied, "they read and change other processes",
		"ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp pidfd_getfd move_pages migrate_pages set_mempolicy_home_node"},
	{"Namespaces and mounts", Denied, "they give rights to more of the kernel",
		"unshare setns mount umount2 pivot_root chroot move_mount open_tree open_tree_attr fsopen fsconfig fsmount fspick mount_setattr statmount listmount quotactl quotactl_fd swapon swapoff name_to_handle_at open_by_handle_at"},
	{"Objects that outlive a process", Denied, "memory that no process has: messages, semaphores and segments stay between plies, and no limit counts them",
		"shmget shmat shmctl shmdt semget semop semtimedop semctl msgget msgsnd msgrcv msgctl mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr"},
	{"Asynchronous input and output", Denied, "one user can take all that the machine has of them (aio-max-nr)",
		"io_setup io_destroy io_submit io_cancel io_getevents io_pgetevents io_uring_setup io_uring_enter io_uring_register"},
	{"Watches", Denied, "a user may only have a few in all", "inotify_init inotify_init1 inotify_add_watch inotify_rm_watch fanotify_init fanotify_mark"},
	{"Permissions beside the mode", Denied, "a file that can be run but not read ends the count of CPU time",
		"setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat"},
	{"Filters and rules of the kernel", Denied, "the program's own would take memory that is not counted", "seccomp bpf landlock_create_ruleset landlock_add_rule landlock_restrict_self lsm_get_self_attr lsm_set_self_attr lsm_list_modules"},
	{"Large parts of the kernel", Denied, "others have broken out by them",
		"keyctl add_key request_key userfaultfd perf_event_open vmsplice remap_file_pages modify_ldt memfd_secret cachestat"},
	{"The machine", Denied, "they are its administrator's",
		"init_module finit_module delete_module kexec_load kexec_file_load reboot syslog acct settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname iopl ioperm vhangup ioprio_set"},

	{"Arguments in memory", Missing, "no filter can see them; programs then use the older calls", "clone3 openat2"},
	{"No longer in Linux", Missing, "", "uselib ustat sysfs _sysctl create_module get_kernel_syms query_module nfsservctl getpmsg putpmsg afs_syscall tuxcall security vserver epoll_ctl_old epoll_wait_old lookup_dcookie set_thread_area get_thread_area"},
	{"Of other architectures", Missing, "", "arch_specific_syscall clock_getres_time64 clock_gettime64 clock_settime64 clock_adjtime64 clock_nanosleep_time64 futex_time64 io_pgetevents_time64 mq_timedreceive_time64 mq_timedsend_time64 ppoll_time64 pselect6_time64 recvmmsg_time64 rt_sigtimedwait_time64 sched_rr_get_interval_time64 semtimedop_time64 timer_gettime64 timer_settime64 timerfd_gettime64 timerfd_settime64 utimensat_time64"},
}
