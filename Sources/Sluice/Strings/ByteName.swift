/// A name by which a thing is known: a file, an object on a server, a key, a column, a table, a member of an archive. Two
/// names are equal if their bytes are, and are ordered by them.
///
/// Swift's strings are also equal if they only look the same: `"\u{e9}"` and `"e\u{301}"` are two files, two keys and
/// two columns, and one string.
public struct ByteName: Sendable, Hashable, Comparable, LosslessStringConvertible,
  CustomDebugStringConvertible, ExpressibleByStringInterpolation
{
  /// The name for people, and for those who are to find the thing by it.
  public let text: String

  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public var description: String { text }

  public var debugDescription: String { text.debugDescription }

  public static func == (left: ByteName, right: ByteName) -> Bool {
    haveSameUTF8(left.text, right.text)
  }

  public static func < (left: ByteName, right: ByteName) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension ByteName {
  /// Whether the name begins with these bytes.
  package func hasPrefix(_ prefix: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

  /// The name with its ASCII letters in lowercase: how databases compare names that fold no other letters.
  package var asciiLowercased: ByteName {
    let bytes = text.utf8.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    return ByteName(String(decoding: bytes, as: UTF8.self))
  }
}
