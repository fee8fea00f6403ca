#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Patterns of fnmatch(3), in which an asterisk stands for any characters, slashes too.
package enum PathPattern {
  package static func matches(_ path: String, _ pattern: String) -> Bool {
    unsafe fnmatch(pattern, path, 0) == 0
  }
}
