import ConformanceSuite
import DocumentTestSupport
import Sluice
import TestSupport
import Testing

@Suite("Integers")
struct IntegerTests {
  /// The result of reading an integer: the value, or the error's code.
  private enum Found<T: FixedWidthInteger>: Equatable {
    case success(T)
    case failure(JSONError.Code)
  }

  /// Reads `text` in an array and at the root, which take different code paths; both must agree.
  private func integer<T: FixedWidthInteger>(_ text: String, as type: T.Type) -> Found<T> {
    func read(_ text: String, _ body: (JSONCursor) throws -> T) -> Found<T> {
      do {
        return .success(try reading(text, JSONOptions(), body))
      } catch {
        return .failure((error as? JSONError)?.code ?? .io)
      }
    }
    let inside = read("[\(text)]") { root in try root[0].integer(as: T.self) }
    let atRoot = read(text) { root in try root.integer(as: T.self) }
    #expect(inside == atRoot, "\(text)")
    return inside
  }

  private func checkBounds<T: FixedWidthInteger>(_ type: T.Type) {
    for value in [T.min, T.min + 1, 0, 1, T.max - 1, T.max] {
      #expect(integer("\(value)", as: type) == .success(value))
      #expect(integer("\(value).0", as: type) == .success(value))
      let tenfold = value == 0 ? "0.0e-1" : "\(value)0e-1"
      #expect(integer(tenfold, as: type) == .success(value))
    }
    #expect(integer(increment("\(T.max)"), as: type) == .failure(.numberOutOfRange))
    let below = T.isSigned ? "-" + increment(String("\(T.min)".dropFirst())) : "-1"
    #expect(integer(below, as: type) == .failure(.numberOutOfRange))
    #expect(integer("\(T.max).5", as: type) == .failure(.numberOutOfRange))
    #expect(integer("\(T.max)0", as: type) == .failure(.numberOutOfRange))
  }

  /// Decimal digits plus one.
  private func increment(_ digits: String) -> String {
    var bytes = Array(digits.utf8)
    var i = bytes.count - 1
    while i >= 0, bytes[i] == 0x39 {
      bytes[i] = 0x30
      i -= 1
    }
    if i >= 0 { bytes[i] += 1 } else { bytes.insert(0x31, at: 0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("reads every width exactly at its bounds and throws beyond them")
  func bounds() {
    checkBounds(Int8.self)
    checkBounds(Int16.self)
    checkBounds(Int32.self)
    checkBounds(Int64.self)
    checkBounds(Int.self)
    checkBounds(UInt8.self)
    checkBounds(UInt16.self)
    checkBounds(UInt32.self)
    checkBounds(UInt64.self)
    checkBounds(UInt.self)
    checkBounds(Int128.self)
    checkBounds(UInt128.self)
  }

  @Test(
    "reads a number with a fraction or an exponent as an integer if its value is whole",
    arguments: [
      ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("0.1e1", 1), ("-0.0", 0), ("-0", 0),
      ("0e999999999999", 0),
      ("120e-1", 12), ("-2500e-2", -25), ("1.000000000000000000000000000000", 1),
      ("922337203685477580.7e1", Int.max),
      ("0.00000000000000000000000000000000000000001e41", 1),
    ])
  func integral(text: String, value: Int) {
    #expect(integer(text, as: Int.self) == .success(value))
  }

  @Test(
    "throws different errors for a fraction, an overflow and a bad number",
    arguments: [
      ("1.5", JSONError.Code.numberOutOfRange), ("1.0000000000000000000001", .numberOutOfRange),
      ("1e-1", .numberOutOfRange),
      ("1e19", .numberOutOfRange), ("1e999999999999999999999", .numberOutOfRange),
      ("18446744073709551616", .numberOutOfRange), ("01", .invalidNumber), ("1.", .invalidNumber),
      ("-", .invalidNumber),
      ("1e", .invalidNumber), ("1e+", .invalidNumber), ("1x", .invalidNumber),
      ("0x10", .invalidNumber), ("-01", .invalidNumber),
      ("--1", .invalidNumber), ("1.e1", .invalidNumber), ("\"1\"", .typeMismatch),
      ("null", .typeMismatch), ("true", .typeMismatch),
      ("[]", .typeMismatch),
    ])
  func errors(text: String, code: JSONError.Code) {
    #expect(integer(text, as: Int.self) == .failure(code))
  }

  @Test("reads back every printed integer")
  func random() {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let bits = random.next()
      let shift = Int64.random(in: 0..<64, using: &random)
      let value = Int64(bitPattern: bits) >> shift
      #expect(integer("\(value)", as: Int64.self) == .success(value))
      #expect(integer("\(bits)", as: UInt64.self) == .success(bits))
      let small = Int16(exactly: value).map { Found.success($0) }
      #expect(integer("\(value)", as: Int16.self) == small ?? .failure(.numberOutOfRange))
    }
  }
}
