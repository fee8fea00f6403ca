import Foundation

/// A value through one reused JSONEncoder.
final class RulesDumpJSONEncoder<Value: Encodable>: DumpingContender {
  let name = "jsonencoder"
  private let value: Value
  private let encoder: JSONEncoder

  init(of value: Value, by encoder: JSONEncoder = JSONEncoder()) {
    self.value = value
    self.encoder = encoder
    // Fewer escapes are its faster way, and Sluice writes the same ones.
    encoder.outputFormatting = .withoutEscapingSlashes
  }

  func dump(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    try encoder.encode(value).withUnsafeBytes(take)
  }
}
