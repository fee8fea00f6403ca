#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Before anything is opened: it would take the place of a standard stream that is closed.
StandardStreams.secure()
// A reader that goes away, and a file that may grow no more, end the tool by the error of a write, not
// by a signal.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
exit(Tool.run().rawValue)
