import Foundation
import Sluice
import SluiceCodable
import Testing

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Encodes as its closure does.
private struct Encoded: Encodable {
  let body: (any Encoder) throws -> Void
  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// A value in a value, and so on.
private final class Chain: Encodable {
  var next: Chain?
  /// Whether it is encoded in place, as a single value.
  var isPlain = false

  static func of(_ count: Int, isPlain: Bool) -> Chain {
    let last = Chain()
    var first = last
    for _ in 1..<count {
      let outer = Chain()
      (outer.next, outer.isPlain) = (first, isPlain)
      first = outer
    }
    return first
  }

  /// One by one: releasing all at once takes stack for each.
  func takeApart() {
    var link: Chain? = self
    while let current = link { (link, current.next) = (current.next, nil) }
  }

  func encode(to encoder: any Encoder) throws {
    if isPlain, let next {
      var container = encoder.singleValueContainer()
      try container.encode(next)
    } else {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encodeIfPresent(next, forKey: AnyKey("next"))
    }
  }
}

/// Sound because the thread that asks waits for the other.
private final class Call<R>: @unchecked Sendable {
  let body: () throws -> R
  var result: Result<R, any Error>?
  init(_ body: @escaping () throws -> R) { self.body = body }
}

/// Calls a body on a thread with a stack of this size.
private func onThread<R>(stack: Int, _ body: @escaping () throws -> R) throws -> R {
  let call = Call(body)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    call.result = Result { try call.body() }
    done.signal()
  }
  thread.stackSize = stack
  thread.start()
  done.wait()
  return try #require(call.result).get()
}

/// What once took the square of a value's size.
@Suite("Encoding large objects")
struct LargeEncodingTests {
  private func text(
    _ formatting: SluiceEncoder.OutputFormatting = [],
    _ body: @escaping (any Encoder) throws -> Void
  ) throws -> String {
    let encoder = SluiceEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(Encoded(body: body)), as: UTF8.self)
  }

  @Test("writes 64,000 keys of a program's data, and each anew")
  func keys() throws {
    let count = 64_000
    let found = try text { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for number in 0..<2 * count {
        try container.encode(number, forKey: AnyKey("k\(number % count)"))
      }
    }
    let fields = (0..<count).map { "\"k\($0)\":\($0 + count)" }
    #expect(found == "{" + fields.joined(separator: ",") + "}")
  }

  @Test("puts 16,000 nested containers and superclasses into their places")
  func nested() throws {
    let count = 16_000
    let found = try text { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      var open: [UnkeyedEncodingContainer] = []
      for number in 0..<count {
        open.append(container.nestedUnkeyedContainer(forKey: AnyKey("a\(number)")))
        var single = container.superEncoder(forKey: AnyKey("s\(number)")).singleValueContainer()
        try single.encode(number)
      }
      // Later, in any order.
      for number in (0..<count).reversed() { try open[number].encode(number) }
      for number in 0..<count {
        var again = container.nestedUnkeyedContainer(forKey: AnyKey("a\(number)"))
        try again.encode(true)
      }
    }
    let fields = (0..<count).map { "\"a\($0)\":[\($0),true],\"s\($0)\":\($0)" }
    #expect(found == "{" + fields.joined(separator: ",") + "}")
  }

  @Test("puts 20,000 nested containers into each other, on any stack")
  func deep() throws {
    let count = 20_000
    for formatting in [[], .sortedKeys] as [SluiceEncoder.OutputFormatting] {
      let depth = formatting.isEmpty ? count : 500
      let found = try onThread(stack: 256 << 10) {
        try text(formatting) { encoder in
          var container = encoder.container(keyedBy: AnyKey.self)
          for number in 0..<depth {
            let inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("b"))
            try container.encode(number, forKey: AnyKey("a"))
            container = inner
          }
        }
      }
      var expected = ""
      if formatting.isEmpty {
        expected = String(repeating: "{\"b\":", count: depth) + "{}"
        for number in (0..<depth).reversed() { expected += ",\"a\":\(number)}" }
      } else {
        for number in 0..<depth { expected += "{\"a\":\(number),\"b\":" }
        expected += "{}" + String(repeating: "}", count: depth)
      }
      #expect(found == expected)
    }
  }

  @Test("releases 20,000 nested containers whose encoding threw, on any stack")
  func released() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try onThread(stack: 256 << 10) {
        try text { encoder in
          var container = encoder.container(keyedBy: AnyKey.self)
          for _ in 0..<20_000 {
            container = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("b"))
          }
          throw Stop()
        }
      }
    }
  }

  @Test(
    "throws depth-exceeded before the stack ends", arguments: [64 << 10, 256 << 10, 8 << 20],
    [false, true])
  func stackEnds(stack: Int, isPlain: Bool) throws {
    for depth in [10, 300, 100_000] {
      let found = try onThread(stack: stack) { () -> (any Error)? in
        let chain = Chain.of(depth, isPlain: isPlain)
        defer { chain.takeApart() }
        do {
          _ = try SluiceEncoder().encode(chain)
          return nil
        } catch {
          return error
        }
      }
      if depth == 10, stack > 64 << 10 { #expect(found == nil) }
      if depth == 100_000 { #expect(found != nil) }
      guard let found else { continue }
      guard case EncodingError.invalidValue(_, let context) = found else {
        Issue.record("\(found)")
        continue
      }
      #expect((context.underlyingError as? JSONError)?.code == .depthExceeded)
    }
  }

  @Test(
    "writes what Foundation writes where keys of large objects come again, as values and as containers",
    arguments: [.sortedKeys, [.sortedKeys, .prettyPrinted]] as [SluiceEncoder.OutputFormatting])
  func foundation(formatting: SluiceEncoder.OutputFormatting) throws {
    let value = Encoded { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for number in 0..<300 {
        try container.encode(number, forKey: AnyKey("k\(number)"))
        if number % 3 == 0 { try container.encode([number], forKey: AnyKey("k\(number / 2)")) }
        if number % 7 == 0 {
          var inner = container.nestedContainer(
            keyedBy: AnyKey.self, forKey: AnyKey("n\(number % 70)"))
          for part in 0..<40 { try inner.encode(part, forKey: AnyKey("p\(part % 33 + number)")) }
        }
      }
      for number in [7, 28, 63] {
        try container.encode(["x": number], forKey: AnyKey("n\(number)"))
      }
    }
    let (sluice, foundation) = (SluiceEncoder(), JSONEncoder())
    (sluice.outputFormatting, foundation.outputFormatting) = (formatting, formatting)
    #expect(try sluice.encode(value) == foundation.encode(value))
    sluice.outputFormatting.remove(.sortedKeys)
    let unsorted = try JSON(parsing: String(decoding: try sluice.encode(value), as: UTF8.self))
    #expect(
      try JSON(parsing: String(decoding: foundation.encode(value), as: UTF8.self)) == unsorted)
  }
}
