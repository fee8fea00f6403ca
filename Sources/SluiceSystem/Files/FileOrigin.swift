import CSluiceSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file by its number and the time when it was made, which no other file has: numbers alone are used again.
package struct FileOrigin: Hashable, Sendable, CustomStringConvertible {
  package let identity: FileIdentity
  /// In nanoseconds since 1970.
  package let birthTime: Int64

  /// An open file; nil: its file system doesn't tell when it was made.
  package init?(_ identity: FileIdentity, of file: FileDescriptor) {
    self.init(identity, birthTime: FileOrigin.birthTime(file.rawValue, ""))
  }

  /// The file that a path leads to.
  package init?(_ identity: FileIdentity, at path: String) {
    guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
    self.init(identity, birthTime: FileOrigin.birthTime(-1, path))
  }

  private init?(_ identity: FileIdentity, birthTime: Int64) {
    guard birthTime != 0 else { return nil }
    (self.identity, self.birthTime) = (identity, birthTime)
  }

  /// Zero: not known.
  private static func birthTime(_ file: CInt, _ path: String) -> Int64 {
    #if canImport(Darwin)
      var status = stat()
      guard unsafe (path.isEmpty ? fstat(file, &status) : stat(path, &status)) == 0 else {
        return 0
      }
      let time = status.st_birthtimespec
      return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    #else
      // Sound because the text outlives the call, which keeps nothing of it.
      return unsafe csys_birth_time(file, path)
    #endif
  }

  /// Nil if the text is not the ``description`` of one.
  package init?(_ text: Substring) {
    guard let (file, moment) = text.halves(at: "@"), let identity = FileIdentity(file),
      let time = Int64(moment)
    else { return nil }
    (self.identity, birthTime) = (identity, time)
  }

  package var description: String { "\(identity)@\(birthTime)" }
}
