import Foundation

/// A value through one reused JSONEncoder.
final class RulesDumpJSONEncoder<Value: Encodable>: DumpingContender {
  let name = "jsonencoder"
  private let value: Value
  private let encoder = JSONEncoder()

  init(of value: Value) {
    self.value = value
    // The fewer escapes are its faster way, and the one that Sluice writes in.
    encoder.outputFormatting = .withoutEscapingSlashes
  }

  func dump(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    try encoder.encode(value).withUnsafeBytes(take)
  }
}
