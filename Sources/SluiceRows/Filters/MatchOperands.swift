import Sluice

/// What values are compared with, in flat memory, and the comparisons.
///
/// Sound because operands and the bytes of all texts are allocated once, last as long as this does, and
/// each operand says which of the bytes are its own. No object: its uses would be counted for each record.
@safe
struct MatchOperands: ~Copyable {
  private struct Operand: BitwiseCopyable {
    enum OperandKind { case null, yes, no, integer, real, text }
    let kind: OperandKind
    let integer: Int64
    /// The nearest double to either kind of number.
    let real: Double
    /// Where the text of a number or string begins, as it was written.
    let start: Int
    let count: Int
  }

  typealias Order = ExactOrder.Order

  private let operands: UnsafeMutableBufferPointer<Operand>
  private let texts: UnsafeMutableBufferPointer<UInt8>

  init(_ values: [FilterOperand]) {
    var bytes: [UInt8] = []
    let all = values.map { value in
      switch value {
      case .null: return Operand(kind: .null, integer: 0, real: 0, start: 0, count: 0)
      case .boolean(let value):
        return Operand(kind: value ? .yes : .no, integer: 0, real: 0, start: 0, count: 0)
      case .number(let text):
        let start = bytes.count
        bytes += text.utf8
        let integer = unsafe Array(text.utf8).withUnsafeBufferPointer {
          unsafe DecimalDigits($0)?.integer(as: Int64.self)
        }
        return Operand(
          kind: integer == nil ? .real : .integer, integer: integer ?? 0,
          real: Double(text) ?? .nan, start: start, count: bytes.count - start)
      case .string(let text):
        let start = bytes.count
        bytes += text.utf8
        return Operand(kind: .text, integer: 0, real: 0, start: start, count: bytes.count - start)
      }
    }
    unsafe operands = .allocate(capacity: max(all.count, 1))
    _ = unsafe operands.initialize(from: all)
    unsafe texts = .allocate(capacity: max(bytes.count, 1))
    _ = unsafe texts.initialize(from: bytes)
  }

  deinit {
    unsafe operands.deallocate()
    unsafe texts.deallocate()
  }

  /// The order of a value relative to an operand; nil: they have different types. For null, true and false:
  /// whether they are equal.
  @inline(__always)
  func order(of value: JSONPosition, _ operand: Int) throws(JSONError) -> Order? {
    let operand = unsafe operands[operand]
    switch operand.kind {
    case .null: return value.isNull ? .equal : nil
    case .yes: return value.isTrue ? .equal : nil
    case .no: return value.isFalse ? .equal : nil
    case .integer, .real: return value.isNumber ? try numberOrder(value, operand) : nil
    case .text:
      guard value.byte == UInt8(ascii: "\"") else { return nil }
      return unsafe try withText(of: value) { unsafe MatchText.order($0, text(operand)) }
    }
  }

  /// The order of the number or Boolean that a text is; nil: it is none, or of another type.
  func order(ofText text: UnsafeBufferPointer<UInt8>, _ operand: Int) -> Order? {
    let operand = unsafe operands[operand]
    switch operand.kind {
    case .yes: return unsafe text.elementsEqual("true".utf8) ? .equal : nil
    case .no: return unsafe text.elementsEqual("false".utf8) ? .equal : nil
    case .integer, .real: return unsafe ExactOrder.of(text, to: self.text(operand))
    case .null, .text: return nil
    }
  }

  @inline(__always)
  private func numberOrder(_ value: JSONPosition, _ operand: Operand) throws(JSONError) -> Order {
    if operand.kind == .integer, let integer = value.shortInteger {
      return integer < operand.integer ? .less : integer == operand.integer ? .equal : .greater
    }
    return try slowOrder(value, operand)
  }

  /// Compares doubles where they differ, because rounding keeps the order; otherwise compares the digits.
  @inline(never)
  private func slowOrder(_ value: JSONPosition, _ operand: Operand) throws(JSONError) -> Order {
    do throws(JSONError) {
      let double = try value.double()
      if double < operand.real { return .less }
      if double > operand.real { return .greater }
    } catch {
      // Beyond all doubles. Text that is not a number has no order below, either.
      guard error.code == .numberOutOfRange else { throw error }
    }
    guard let order = unsafe ExactOrder.of(value.numberText, to: text(operand)) else {
      throw JSONError(.invalidNumber, at: value.offset)
    }
    return order
  }

  /// Whether a value is a string for which `holds` is true.
  @inline(__always)
  func text(
    of value: JSONPosition, _ operand: Int,
    _ holds: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(JSONError) -> Bool {
    let operand = unsafe operands[operand]
    guard operand.kind == .text, value.byte == UInt8(ascii: "\"") else { return false }
    return try unsafe withText(of: value) { unsafe holds($0, text(operand)) }
  }

  @inline(__always)
  private func withText<R>(
    of value: JSONPosition, _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) throws(JSONError) -> R {
    let result: R? = unsafe RawString(value).withUTF8 { unsafe body($0) }
    guard let result else { throw JSONError(.invalidEscape, at: value.offset) }
    return result
  }

  private func text(_ operand: Operand) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: texts[operand.start..<operand.start + operand.count])
  }
}

/// Comparisons of bytes.
enum MatchText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func order(_ a: Bytes, _ b: Bytes) -> MatchOperands.Order {
    let common = min(a.count, b.count)
    for i in 0..<common where unsafe a[i] != b[i] { return unsafe a[i] < b[i] ? .less : .greater }
    return a.count < b.count ? .less : a.count == b.count ? .equal : .greater
  }

  static func hasPrefix(_ text: Bytes, _ wanted: Bytes) -> Bool {
    unsafe text.count >= wanted.count && isEqual(text, wanted, at: 0)
  }

  static func hasSuffix(_ text: Bytes, _ wanted: Bytes) -> Bool {
    unsafe text.count >= wanted.count && isEqual(text, wanted, at: text.count - wanted.count)
  }

  /// Finds the first byte, then compares the rest: O(both lengths) at worst, and `wanted` is short.
  static func contains(_ text: Bytes, _ wanted: Bytes) -> Bool {
    guard let first = unsafe wanted.first else { return true }
    guard text.count >= wanted.count else { return false }
    for start in 0...text.count - wanted.count
    where unsafe text[start] == first && isEqual(text, wanted, at: start) { return true }
    return false
  }

  private static func isEqual(_ text: Bytes, _ wanted: Bytes, at start: Int) -> Bool {
    for i in 0..<wanted.count where unsafe text[start + i] != wanted[i] { return false }
    return true
  }
}
