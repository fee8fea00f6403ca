import Foundation
import Sluice
import SluiceCodable
import SluiceFeed
import Testing

/// Faults that were passed over where only what is read is checked: the default of feeds.
@Suite("Faults that calls without errors meet")
struct SilentFaultTests {
  private struct Event<Payload: Decodable>: Decodable {
    let id: Int
    let payload: Payload
  }

  private struct Keys: Decodable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: AnyTextKey.self).allKeys
    }
  }

  private static func accessed<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try sluice(type, text) { $0.documentOptions.checking = .accessed }
  }

  private static func code(_ body: () throws -> Void) -> JSONError.Code? {
    (decodingError(body)?.context.underlyingError as? JSONError)?.code
  }

  /// The records that a feed delivers, and the codes and offsets of its rejects.
  private static func fed<T: Decodable>(_ type: T.Type, _ text: String) throws -> (Int, [String]) {
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "events"))
    var (count, rejects) = (0, [String]())
    try feed.forEach(.codable(type)) { _ in
      count += 1
    } rejected: {
      rejects.append("\($0.error.code) \($0.error.offset)")
    }
    return (count, rejects)
  }

  @Test("a payload with a missing colon was cut before it")
  func payload() throws {
    let text = #"{"id":2,"payload":{"a":1,"b" 2,"c":3}}"#
    func check<T: Decodable>(_ type: T.Type) throws {
      let (count, rejects) = try Self.fed(Event<T>.self, text + "\n{\"id\":3,\"payload\":{}}\n")
      #expect(count == 1, "\(T.self)")
      #expect(rejects == ["unexpected-token 29"], "\(T.self)")
      #expect(
        Self.code { _ = try Self.accessed(Event<T>.self, text) } == .unexpectedToken, "\(T.self)")
      #expect(
        Self.code { _ = try Self.accessed(T?.self, #"{"a":1,"b" 2}"#) } == .unexpectedToken,
        "\(T.self)")
    }
    try check(JSON.self)
    try check(JSONObject.self)
    try check(JSONView.self)
    try check(JSONDocument.self)
    try check([String: JSON].self)
    try check([String: Int].self)
    try check([Int: Int].self)
    try check([ByteKey: Int].self)
    try check(Keys.self)
  }

  private enum Figure: Decodable {
    case circle, square
    enum Key: CodingKey { case radius, side }
    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      self = fields.contains(.radius) ? .circle : .square
    }
  }

  @Test("a polymorphic type became another case, as contains said no")
  func polymorphic() throws {
    #expect(try Self.accessed(Figure.self, #"{"x":1,"radius":2}"#) == .circle)
    #expect(try Self.accessed(Figure.self, #"{"x":1,"side":2}"#) == .square)
    for text in [
      #"{"x" 1,"radius":2}"#, #"{"x":1 "radius":2}"#, #"{"x":1,,"radius":2}"#, #"{"x":1"#,
      #"{"x":1,"radius" 2}"#,
    ] {
      #expect(throws: DecodingError.self) { try Self.accessed(Figure.self, text) }
      let (count, rejects) = try Self.fed([Figure].self, "[\(text)]\n")
      #expect(count == 0 && rejects.count == 1, "\(text)")
    }
  }

  @Test("an object without an end was taken as whole")
  func withoutEnd() throws {
    for text in [#"{"a":1,"b":2"#, #"{"a":1,"b":2,"#, #"{"a":1,"b":[2}"#] {
      #expect(throws: DecodingError.self) { try Self.accessed(JSON.self, text) }
      #expect(throws: DecodingError.self) { try Self.accessed([ByteKey: JSON].self, text) }
    }
    #expect(Self.code { _ = try Self.accessed(Keys.self, #"{"a":1,"b":2"#) } == .incomplete)
  }

  private struct Lossy: Decodable {
    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: AnyTextKey.self)
      let a = AnyTextKey(stringValue: "a")
      _ = try? fields.decode(Int.self, forKey: a)
      _ = try? fields.decode(Double.self, forKey: a)
      _ = try? fields.decode([Int].self, forKey: a)
    }
  }

  @Test(
    "what is no value was one of another type",
    arguments: [
      (#"{"a"::7}"#, JSONError.Code.unexpectedToken), (#"{"a":}"#, .unexpectedToken),
      (#"{"a":,}"#, .unexpectedToken), (#"{"a":tru}"#, .invalidLiteral),
      (#"{"a":x}"#, .invalidLiteral), (#"{"a":-x}"#, .invalidNumber),
    ])
  func noValue(text: String, code: JSONError.Code) {
    #expect(Self.code { _ = try Self.accessed(Lossy.self, text) } == code)
    #expect(Self.code { _ = try Self.accessed([String: Int].self, text) } == code)
  }

  @Test("a broken escape in a key left the field out of allKeys")
  func brokenKey() throws {
    #expect(Self.code { _ = try Self.accessed(Keys.self, #"{"a":1,"\x":2}"#) } == .invalidEscape)
  }

  private struct Derived: Decodable {
    let isNull: Bool
    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: AnyTextKey.self)
      let key = AnyTextKey(stringValue: "base")
      isNull = try fields.superDecoder(forKey: key).singleValueContainer().decodeNil()
    }
  }

  @Test("a super decoder was null after a fault")
  func superDecoder() throws {
    #expect(try Self.accessed(Derived.self, #"{"a":1}"#).isNull)
    #expect(
      Self.code { _ = try Self.accessed(Derived.self, #"{"a" 1,"base":{}}"#) } == .unexpectedToken)
  }

  /// Passes over all errors that it can.
  private struct Careless: Decodable {
    var later: [String] = []
    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: AnyTextKey.self)
      let a = AnyTextKey(stringValue: "a")
      later.append("\((try? fields.decode(Int.self, forKey: a)) ?? -1)")
      later.append("\(fields.contains(AnyTextKey(stringValue: "z")))")
      later.append("\((try? fields.decode(Int.self, forKey: a)) ?? -1)")
      later.append("\((try? decoder.container(keyedBy: AnyTextKey.self)) == nil)")
      later.append("\((try? decoder.singleValueContainer()) == nil)")
      Careless.log.withLock { $0 = later }
    }
    static let log = Log()
  }

  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []
    func withLock<R>(_ body: (inout [String]) -> R) -> R { lock.withLock { body(&texts) } }
  }

  @Test("a fault is thrown by what is asked for next, and by the decode, whatever its type does")
  func kept() throws {
    let decoder = SluiceDecoder()
    decoder.documentOptions.checking = .accessed
    let good = try decoder.decode(Careless.self, from: #"{"a":1,"b":2}"#)
    #expect(good.later == ["1", "false", "1", "false", "false"])
    let error = try #require(
      decodingError { _ = try decoder.decode(Careless.self, from: #"{"a":1,"b" 2}"#) })
    #expect((error.context.underlyingError as? JSONError)?.code == .unexpectedToken)
    #expect(error.context.debugDescription.hasSuffix("(line 1, column 12, byte 11)"))
    #expect(Careless.log.withLock { $0 } == ["1", "false", "-1", "true", "true"])
    // The next document is none of its business.
    #expect(try decoder.decode(Careless.self, from: #"{"a":1}"#).later == good.later)
  }

  private struct Counted: Decodable {
    let count: Int?
    init(from decoder: any Decoder) throws { count = try decoder.unkeyedContainer().count }
  }

  @Test("the count of a broken array was that of its first elements")
  func count() throws {
    #expect(try Self.accessed(Counted.self, "[1,2,3]").count == 3)
    for text in ["[1,2 3]", "[1,2,]", "[1,2"] {
      #expect(throws: DecodingError.self) { try Self.accessed(Counted.self, text) }
    }
  }

  @Test("a refused duplicate looked like a missing field")
  func duplicate() throws {
    let error = decodingError {
      _ = try sluice(Figure.self, #"{"radius":1,"radius":2}"#) {
        $0.documentOptions = JSONOptions(checking: .accessed, duplicateKeys: .reject)
      }
    }
    #expect((error?.context.underlyingError as? JSONError)?.code == .duplicateKey)
  }
}
