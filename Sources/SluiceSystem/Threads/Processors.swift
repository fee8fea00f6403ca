import CSluiceSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processors that this process may use.
package enum Processors {
  /// Their number, at least 1: containers and taskset(1) may allow fewer than are online.
  package static let count = max(allowed > 0 ? allowed : online, 1)

  private static var allowed: Int { Int(csys_allowed_processors()) }
  private static var online: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
}
