import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Messages, summaries and progress: everything that is not data.
enum StandardError {
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// A message of the tool's own.
  static func complain(_ message: String) {
    writeThrough("\(Colour.red("sluice:")) \(PrintableText.message(message))\n")
  }

  /// Writes text for people at once: nothing in it reaches the terminal as a command.
  static func write(_ text: String) { writeThrough(PrintableText.lines(text)) }

  /// Writes the tool's own commands to the terminal, and JSON. Ignores a reader that has gone away.
  static func writeThrough(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return }
      var done = 0
      while done < bytes.count {
        let written = systemWrite(STDERR_FILENO, base + done, bytes.count - done)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        done += written
      }
    }
  }
}

/// Seconds on a monotonic clock, which no one sets.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
