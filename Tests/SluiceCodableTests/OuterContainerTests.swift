import Foundation
import SluiceCodable
import Testing

private enum Key: String, CodingKey { case inner, other, list }

/// A value that runs something while it is being encoded.
private struct Interruption: Encodable {
  let body: () throws -> Void

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: .other)
    try body()
    try container.encode(2, forKey: .inner)
  }
}

/// A value that is encoded by a closure.
private struct ByClosure: Encodable {
  let body: (any Encoder) throws -> Void

  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// Text is written where it belongs at once: a container can't go on while a value inside of it is only half written.
@Suite("Containers that are used while a value inside of them is encoded")
struct OuterContainerTests {
  @Test("throw, and never write into that value, by keys")
  func keyed() throws {
    let uses: [(KeyedEncodingContainer<Key>) throws -> Void] = [
      {
        var outer = $0; try outer.encode(3, forKey: .other)
      },
      {
        var outer = $0; try outer.encode("x", forKey: .other)
      },
      {
        var outer = $0; try outer.encode([3], forKey: .other)
      },
      {
        var outer = $0; try outer.encodeNil(forKey: .other)
      },
      {
        var outer = $0
        var nested = outer.nestedContainer(keyedBy: Key.self, forKey: .other)
        try nested.encode(3, forKey: .inner)
      },
      {
        var outer = $0
        var nested = outer.nestedUnkeyedContainer(forKey: .list)
        try nested.encode(3)
      },
      {
        var outer = $0
        try 3.encode(to: outer.superEncoder(forKey: .other))
      },
    ]
    for (number, use) in uses.enumerated() {
      let value = ByClosure { encoder in
        var outer = encoder.container(keyedBy: Key.self)
        let copy = outer
        try outer.encode(Interruption { try use(copy) }, forKey: .inner)
      }
      #expect(throws: EncodingError.self, "\(number)") { try SluiceEncoder().encode(value) }
    }
  }

  @Test("throw, and never write into that value, by elements")
  func unkeyed() throws {
    let uses: [(any UnkeyedEncodingContainer) throws -> Void] = [
      {
        var outer = $0; try outer.encode(3)
      },
      {
        var outer = $0; try outer.encode([3])
      },
      {
        var outer = $0
        var nested = outer.nestedContainer(keyedBy: Key.self)
        try nested.encode(3, forKey: .inner)
      },
      {
        var outer = $0
        try 3.encode(to: outer.superEncoder())
      },
    ]
    for (number, use) in uses.enumerated() {
      let value = ByClosure { encoder in
        var outer = encoder.unkeyedContainer()
        let copy = outer
        try outer.encode(Interruption { try use(copy) })
      }
      #expect(throws: EncodingError.self, "\(number)") { try SluiceEncoder().encode(value) }
    }
  }

  @Test("continue after an error that they threw was caught")
  func continued() throws {
    let value = ByClosure { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      let copy = outer
      try outer.encode(
        Interruption {
          var copy = copy
          try? copy.encode(3, forKey: .other)
        }, forKey: .inner)
      try outer.encode(4, forKey: .list)
    }
    let text = String(decoding: try SluiceEncoder().encode(value), as: UTF8.self)
    #expect(text == #"{"inner":{"other":1,"inner":2},"list":4}"#)
  }
}
