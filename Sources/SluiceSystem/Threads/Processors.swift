#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processors of the machine.
package enum Processors {
  /// The number of those that are online; at least 1.
  package static let count = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
}
