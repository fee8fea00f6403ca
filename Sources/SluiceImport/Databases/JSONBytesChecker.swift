import Sluice

/// Checks whether bytes are one JSON value. Scalars are checked by their reader.
struct JSONBytesChecker: ~Copyable {
  private var checker = JSONChecker()
  /// The value, followed by readable bytes; its memory is reused.
  private var text = PaddedBytes()
  /// What was wrong with the last invalid value; its offset counts from the value's start.
  private(set) var fault: JSONError?

  mutating func isJSON(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard unsafe bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") else {
      fault = nil
      return !bytes.isEmpty
    }
    text.removeAll()
    do throws(JSONError) {
      try text.reserve(bytes.count)
      unsafe text.append(UnsafeRawBufferPointer(bytes))
      try checker.check(text)
      return true
    } catch {
      fault = error
      return false
    }
  }
}
