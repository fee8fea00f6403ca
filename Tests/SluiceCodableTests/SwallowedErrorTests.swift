import Foundation
import Sluice
import SluiceCodable
import TestSupport
import Testing

private enum Key: String, CodingKey { case id, ratio, end, list }

private struct Ratio: Encodable {
  var ratio: Double
}

/// Encodes a field, and fails then.
private struct HalfWritten: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: .id)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    try list.encode("x")
    throw CocoaError(.coderInvalidValue)
  }
}

private struct ByClosure: Encodable {
  let body: (any Encoder) throws -> Void

  init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }

  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

@Suite("What a swallowed error leaves of a value")
struct SwallowedErrorTests {
  private func text(
    _ formatting: JSONEncoder.OutputFormatting = [],
    _ body: @escaping (any Encoder) throws -> Void
  ) throws -> String {
    let encoder = SluiceEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(ByClosure(body)), as: UTF8.self)
  }

  @Test(
    "a field whose value threw left its key and colon in the text",
    arguments: [
      "first", "between", "last", "only",
    ])
  func field(place: String) throws {
    for formatting in [[], .prettyPrinted, .sortedKeys] as [JSONEncoder.OutputFormatting] {
      let text = try text(formatting) { encoder in
        var container = encoder.container(keyedBy: Key.self)
        if place == "between" || place == "last" { try container.encode(1, forKey: .id) }
        try? container.encode(Ratio(ratio: .nan), forKey: .ratio)
        try? container.encode(HalfWritten(), forKey: .ratio)
        if place == "between" || place == "first" { try container.encode("x", forKey: .end) }
      }
      let expected =
        switch place {
        case "first": #"{"end":"x"}"#
        case "between": #"{"id":1,"end":"x"}"#
        case "last": #"{"id":1}"#
        default: "{}"
        }
      #expect(try JSONTree(strictly: text).sorted == JSONTree(strictly: expected).sorted, "\(text)")
      if formatting == [] { #expect(text == expected) }
    }
  }

  @Test("a dictionary whose value threw left its key and colon in the text")
  func dictionary() throws {
    let text = try text { encoder in
      var container = encoder.unkeyedContainer()
      try? container.encode(["k": Double.nan])
      try? container.encode(["k": [Double.nan]])
      try container.encode(["k": 1])
      try? container.encode([1.5, .nan])
      try? container.encode([[1.5], [.infinity]])
    }
    #expect(text == #"[{"k":1}]"#)
    let single = try self.text { encoder in
      var container = encoder.singleValueContainer()
      try? container.encode(["k": Double.nan])
      try container.encode("instead")
    }
    #expect(single == #""instead""#)
  }

  @Test("a superclass's encoder and nested containers kept a key without a value")
  func nested() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try? Ratio(ratio: .nan).encode(to: container.superEncoder())
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: .ratio)
      try? nested.encode(Ratio(ratio: .nan), forKey: .ratio)
      try nested.encode(2, forKey: .end)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try? list.encode(HalfWritten())
      try? list.encode(["k": Double.nan])
      try list.encode(3)
      try? HalfWritten().encode(to: container.superEncoder(forKey: .end))
    }
    // What was encoded for the superclass before it failed stays.
    #expect(text == #"{"super":{},"ratio":{"end":2},"list":[3],"end":{"id":1,"list":["x"]}}"#)
  }

  @Test("a failed encoding of a key again lost its earlier value")
  func earlier() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .ratio)
      var nested = container.nestedUnkeyedContainer(forKey: .list)
      try nested.encode(7)
      try container.encode(2, forKey: .id)
      try? container.encode(Ratio(ratio: .nan), forKey: .ratio)
      try? container.encode(Double.infinity, forKey: .ratio)
      try? container.encode(HalfWritten(), forKey: .list)
      try nested.encode(8)
    }
    #expect(text == #"{"ratio":1,"list":[7,8],"id":2}"#)
  }

  @Test("a key that is encoded again replaces the earlier value, whatever that was")
  func again() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: .list)
      try nested.encode(7, forKey: .id)
      try container.encode(2, forKey: .id)
      try container.encode(Ratio(ratio: 0.5), forKey: .list)
      // Belongs nowhere any more.
      try nested.encode(8, forKey: .end)
      try container.encode([1], forKey: .id)
    }
    #expect(text == #"{"list":{"ratio":0.5},"id":[1]}"#)
  }

  @Test("what a single-value container began before an error stayed in the text")
  func single() throws {
    let text = try text { encoder in
      var container = encoder.singleValueContainer()
      try? container.encode(HalfWritten())
      try? container.encode(Ratio(ratio: .nan))
      try container.encode([1, 2])
    }
    #expect(text == "[1,2]")
  }

  @Test("containers of a value that was taken back change nothing")
  func stale() throws {
    var kept: KeyedEncodingContainer<Key>?
    var list: (any UnkeyedEncodingContainer)?
    let text = try text { encoder in
      var container = encoder.singleValueContainer()
      try? container.encode(
        ByClosure { inner in
          kept = inner.container(keyedBy: Key.self)
          list = kept?.nestedUnkeyedContainer(forKey: .list)
          throw CocoaError(.coderInvalidValue)
        })
      try kept?.encode(1, forKey: .id)
      try kept?.encode(Ratio(ratio: 1), forKey: .ratio)
      try list?.encode(1)
      var other = encoder.container(keyedBy: Key.self)
      try kept?.encode(1, forKey: .id)
      try 5.encode(to: kept!.superEncoder())
      try other.encode(2, forKey: .end)
    }
    #expect(text == #"{"end":2}"#)
  }

  @Test("a nested container that is replaced while a value is encoded into it does no harm")
  func replacedInUse() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: .list)
      try nested.encode(
        ByClosure { inner in
          var fields = inner.container(keyedBy: Key.self)
          try container.encode(1, forKey: .list)
          try fields.encode(2, forKey: .id)
        }, forKey: .id)
      try nested.encode(3, forKey: .end)
    }
    #expect(text == #"{"list":1}"#)
  }

  @Test("a decimal that is NaN was written as it is")
  func decimal() throws {
    #expect(throws: EncodingError.self) { try SluiceEncoder().encode([Decimal.nan]) }
    let text = try text { encoder in
      var container = encoder.unkeyedContainer()
      try? container.encode(Decimal.nan)
      try container.encode(Decimal(string: "0.12345678901234567890123456789")!)
    }
    #expect(text == "[0.12345678901234567890123456789]")
  }
}
