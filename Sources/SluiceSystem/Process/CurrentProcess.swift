#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

package enum CurrentProcess {
  /// Its number, which no other process has while this one runs.
  package static var identifier: Int32 { getpid() }

  /// The user whose rights it has.
  package static var user: UInt32 { geteuid() }

  /// Ends it normally: what others registered to be done at the end is done.
  package static func exit(_ status: Int32) -> Never { systemExit(status) }

  /// Ends it at once.
  package static func exitNow(_ status: Int32) -> Never { _exit(status) }
}

/// `exit(3)`, by a name that a method doesn't hide.
private func systemExit(_ status: Int32) -> Never { exit(status) }
