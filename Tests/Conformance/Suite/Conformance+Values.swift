import Sluice

extension Conformance {
  /// JSONTestSuite, test_transform: the value that each file must give, or that it is refused.
  public static func transforms(_ corpus: Corpus) throws -> Outcome {
    var outcome = Outcome("JSONTestSuite, test_transform")
    var reader = JSONReader(checking: .full)
    for file in try corpus.files("JSONTestSuite/test_transform") {
      guard let expected = transformed[file.lastName] else {
        outcome.check(false, "\(file): it has no expected value in the table")
        continue
      }
      let found = reader.written(file.bytes)
      // Scalars instead of characters: canonically equivalent keys are different keys.
      let equal = found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }
      outcome.check(
        equal, "\(file): expected \(expected ?? "an error"), found \(found ?? "an error")")
    }
    return outcome
  }

  private static let transformed: [String: String?] = [
    "number_-9223372036854775808.json": "[-9223372036854775808]",
    "number_-9223372036854775809.json": "[-9223372036854775809]",
    "number_1.0.json": "[1.0]",
    "number_1.000000000000000005.json": "[1.0]",
    "number_1000000000000000.json": "[1000000000000000]",
    "number_10000000000000000999.json": "[10000000000000000999]",
    "number_1e-999.json": "[0.0]",
    "number_1e6.json": "[1000000.0]",
    "number_9223372036854775807.json": "[9223372036854775807]",
    "number_9223372036854775808.json": "[9223372036854775808]",
    "object_key_nfc_nfd.json": "{\"\u{E9}\":\"NFC\",\"e\u{301}\":\"NFD\"}",
    "object_key_nfd_nfc.json": "{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}",
    "object_same_key_different_values.json": #"{"a":1,"a":2}"#,
    "object_same_key_same_value.json": #"{"a":1,"a":1}"#,
    // The integer zero has no sign; as a double it is -0.0.
    "object_same_key_unclear_values.json": #"{"a":0,"a":0}"#,
    "string_1_escaped_invalid_codepoint.json": nil,
    "string_1_invalid_codepoint.json": nil,
    "string_2_escaped_invalid_codepoints.json": nil,
    "string_2_invalid_codepoints.json": nil,
    "string_3_escaped_invalid_codepoints.json": nil,
    "string_3_invalid_codepoints.json": nil,
    "string_with_escaped_NULL.json": #"["A\u0000B"]"#,
  ]

  /// nativejson-benchmark's roundtrip files keep every byte.
  public static func roundTrips(_ corpus: Corpus) throws -> Outcome {
    var outcome = Outcome("roundtrip")
    var reader = JSONReader(checking: .full)
    for file in try corpus.files("nativejson-benchmark/roundtrip") {
      let found = reader.written(file.bytes) ?? "an error"
      outcome.check(Array(found.utf8) == file.bytes, "\(file): \(found)")
    }
    return outcome
  }

  /// parse-number-fxx-test-data: each decimal that is a JSON number gives the double and the float of its line, bit for
  /// bit; one that overflows is an error. Tested in an array and at the root, which take different code paths.
  public static func numbers(_ corpus: Corpus) throws -> Outcome {
    var outcome = Outcome("parse-number-fxx-test-data")
    var reader = JSONReader(checking: .full)
    for file in try corpus.files("parse-number-fxx-test-data", endings: [".txt"]) {
      for (line, row) in file.bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
        let columns = row.split(separator: UInt8(ascii: " "))
        guard columns.count == 4, isNumber(columns[3]),
          let float = UInt32(String(decoding: columns[1], as: UTF8.self), radix: 16),
          let double = UInt64(String(decoding: columns[2], as: UTF8.self), radix: 16)
        else { continue }
        let text = Array(columns[3])
        let place = { "\(file):\(line + 1): \(String(decoding: text.prefix(80), as: UTF8.self))" }
        let overflows = !Double(bitPattern: double).isFinite
        let isInteger = text.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
        for document in [[UInt8(ascii: "[")] + text + [UInt8(ascii: "]")], text] {
          let found = numbers(in: document, &reader)
          outcome.check(found.double == (overflows ? nil : double), "\(place()): double \(found)")
          let smallOverflows = !Float(bitPattern: float).isFinite
          outcome.check(found.float == (smallOverflows ? nil : float), "\(place()): float \(found)")
          // The full check refuses numbers without a finite double; integers have their digits.
          outcome.check(found.accepted == (!overflows || isInteger), "\(place()): \(found)")
        }
      }
    }
    return outcome
  }

  private struct Bits {
    var accepted = false
    var double: UInt64?
    var float: UInt32?
  }

  private static func numbers(in document: [UInt8], _ reader: inout JSONReader) -> Bits {
    var bits = Bits()
    try? reader.withDocument(document) { root in
      bits.accepted = true
      let value = root.position.byte == UInt8(ascii: "[") ? try root[0] : root
      bits.double = (try? value.double)?.bitPattern
      bits.float = (try? value.float)?.bitPattern
    }
    return bits
  }

  /// A second implementation of the number grammar of RFC 8259, section 6.
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits() -> Int {
      let run = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(run.count)
      return run.count
    }
    func take(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take("-")
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !startsWithZero || whole == 1 else { return false }
    if take("."), digits() == 0 { return false }
    if take("eE") {
      _ = take("+-")
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
