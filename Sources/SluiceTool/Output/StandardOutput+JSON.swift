import Sluice

extension StandardOutput {
  /// Writes a value and a newline. Throws ``OutputError``, and `JSONError` for a value that is not JSON.
  mutating func write(_ value: JSONCursor, _ options: JSONWriter.Options) throws {
    try flush()
    // The writer replaces the error of its sink with its own, so the cause is kept here.
    let failure = FailureBox()
    var writer = unsafe JSONWriter(options: options) { bytes in
      do throws(OutputError) {
        try unsafe StandardOutput.writeThrough(bytes)
      } catch {
        failure.error = error
        throw error
      }
    }
    do {
      try writer.value(value)
      try writer.finish()
    } catch {
      throw failure.error ?? error
    }
    try write(byte: UInt8(ascii: "\n"))
  }

  private final class FailureBox {
    var error: (any Error)?
  }
}
