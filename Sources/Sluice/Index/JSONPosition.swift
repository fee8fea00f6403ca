import CSimdJSON

/// A position in an index: a document and a token. Cursors, plans and decoders are built on it.
///
/// It only reads the index. Two words, so that it travels in registers. Escapable and unchecked: a client that keeps one also keeps the
/// `IndexStorage` alive and checks `isOpen` first. All others use `JSONCursor`, which the compiler keeps from outliving
/// its document.
@usableFromInline
@safe
package struct JSONPosition: BitwiseCopyable {
  @usableFromInline package let index: UnsafePointer<StructuralIndex>
  /// The token at which the value starts: always below `index.pointee.end`.
  @usableFromInline package let token: UInt32
  /// The document's number at the reader, for `isOpen`.
  @usableFromInline package let generation: UInt32

  @inlinable @inline(__always)
  package init(index: UnsafePointer<StructuralIndex>, token: UInt32, generation: UInt32) {
    unsafe self.index = unsafe index
    self.token = token
    self.generation = generation
  }

  /// The document's root. Only while a document is open.
  @inlinable @inline(__always)
  package init(rootOf index: UnsafePointer<StructuralIndex>) {
    unsafe self.init(index: index, token: index.pointee.first, generation: index.pointee.generation)
  }

  /// The same document at another token.
  @inlinable @inline(__always)
  package func at(_ token: UInt32) -> JSONPosition {
    unsafe JSONPosition(index: index, token: token, generation: generation)
  }

  /// Whether the document in which this position was made is still open.
  @inlinable @inline(__always)
  package var isOpen: Bool { unsafe index.pointee.generation == generation }

  /// The offset of a token, or, at `end`, of what follows the document.
  @inlinable @inline(__always)
  package func offset(of token: UInt32) -> Int { unsafe Int(index.pointee.tokens[Int(token)]) }

  /// The first byte of a token. At `end` it is the byte after the document: compare with `end` first.
  @inlinable @inline(__always)
  package func byte(at token: UInt32) -> UInt8 { unsafe index.pointee.bytes[offset(of: token)] }

  /// The offset of this value.
  @inlinable @inline(__always)
  package var offset: Int { offset(of: token) }

  /// The first byte of this value, which tells its kind.
  @inlinable @inline(__always)
  package var byte: UInt8 { byte(at: token) }

  /// Where this value starts in memory.
  @inlinable @inline(__always)
  package var pointer: UnsafePointer<UInt8> { unsafe index.pointee.bytes + offset }

  /// The first token after the document.
  @inlinable @inline(__always)
  package var end: UInt32 { unsafe index.pointee.end }
}

/// The bytes that make up JSON's structure.
@usableFromInline
package enum Byte {
  @inlinable @inline(__always) package static var quote: UInt8 { 0x22 }
  @inlinable @inline(__always) package static var comma: UInt8 { 0x2C }
  @inlinable @inline(__always) package static var minus: UInt8 { 0x2D }
  @inlinable @inline(__always) package static var colon: UInt8 { 0x3A }
  @inlinable @inline(__always) package static var backslash: UInt8 { 0x5C }
  @inlinable @inline(__always) package static var openBracket: UInt8 { 0x5B }
  @inlinable @inline(__always) package static var closeBracket: UInt8 { 0x5D }
  @inlinable @inline(__always) package static var openBrace: UInt8 { 0x7B }
  @inlinable @inline(__always) package static var closeBrace: UInt8 { 0x7D }

  /// `{` or `[`: they differ in one bit only.
  @inlinable @inline(__always)
  package static func opens(_ byte: UInt8) -> Bool { byte | 0x20 == openBrace }
  /// `}` or `]`.
  @inlinable @inline(__always)
  package static func closes(_ byte: UInt8) -> Bool { byte | 0x20 == closeBrace }
}
