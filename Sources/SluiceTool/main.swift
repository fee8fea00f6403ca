#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Before anything is opened, because it would become a closed standard stream.
StandardStreams.secure()
// A reader that goes away, and a file that reaches its size limit, end the tool through the error of a
// write, not through a signal.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
exit(Tool.run().rawValue)
