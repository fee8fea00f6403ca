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
    getenv(variable).map { String(cString: $0) }
  }
}
