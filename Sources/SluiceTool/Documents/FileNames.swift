#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What there is under a name.
enum FileNames {
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }
}
