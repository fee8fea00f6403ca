#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's environment variables.
package enum Environment {
  /// Nil if the variable is not set.
  package static func value(of variable: String) -> String? {
    unsafe getenv(variable).map { unsafe String(cString: $0) }
  }
}
