import Sluice

extension StandardOutput {
  /// Writes a value and a newline. Throws ``OutputError``, and for a value that is not JSON
  /// `JSONError`.
  mutating func write(_ value: JSONCursor, _ options: JSONWriter.Options) throws {
    try flush()
    // The writer turns what its sink throws into an error of its own: the cause is kept beside it.
    let failure = FailureBox()
    var writer = JSONWriter(options: options) { bytes in
      do throws(OutputError) {
        try StandardOutput.writeThrough(bytes)
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
