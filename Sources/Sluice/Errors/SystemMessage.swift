#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's message for an `errno`.
package enum SystemMessage {
  package static func text(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "error \(code)" }
      // Filled as far as there is room; one byte is reserved for the terminator.
      _ = strerror_r(code, start, buffer.count - 1)
      return buffer[0] == 0 ? "error \(code)" : String(cString: start)
    }
  }
}
