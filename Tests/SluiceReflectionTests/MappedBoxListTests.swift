import Foundation
import Sluice
import SluiceReflection
import Testing

private class Shape: JSONCreatableObject {
  @Mapped var name = "shape"
  @Mapped var sides: Int?
}

private final class Square: Shape {
  @Mapped("edge_length") var edge = 1.5
  @Mapped var tags: [String] = []
  @Mapped var inner: Square?
  @Mapped var born: Date?

  /// Puts another box into a property.
  func rename() { _edge = Mapped(wrappedValue: 9, "edge_length") }
  /// Returns the old box, so that it stays referenced.
  func wrapperOfEdge() -> Mapped<Double> { _edge }
}

/// An object that has other properties too.
private final class Mixed: JSONCreatableObject {
  @Mapped var a = 1
  var b = 2
  override func setValue(_ value: Any, property: String) throws { b = value as? Int ?? b }
}

/// A class with a custom mirror.
private final class Secretive: JSONCreatableObject, CustomReflectable {
  @Mapped var secret = "s"
  var customMirror: Mirror { Mirror(self, children: ["public": "p"]) }
}

/// Objects that were read keep the list of their boxes, so that writing them and reading into them
/// needs no mirror. This must not be observable.
@Suite("Objects that were read, and objects that were made")
struct MappedBoxListTests {
  private let json =
    #"{"name": "s", "edge_length": 2.5, "tags": ["a"], "inner": {"name": "i", "sides": 4}}"#

  /// Returns a square with the same values, made without reading.
  private func made() -> Square {
    let square = Square()
    square.name = "s"
    square.edge = 2.5
    square.tags = ["a"]
    let inner = Square()
    inner.name = "i"
    inner.sides = 4
    square.inner = inner
    return square
  }

  @Test("are written alike, superclass and given names included")
  func alike() throws {
    let square = try read(Square.self, json)
    #expect(try written(square) == (try written(made())))
    #expect(
      try written(square)
        == #"{"edge_length":2.5,"tags":["a"],"inner":{"edge_length":1.5,"name":"i","sides":4},"name":"s"}"#
    )
    square.name = "changed"
    square.tags.append("b")
    square.inner = nil
    square.born = Date(timeIntervalSince1970: 5)
    let text = try written(square) { $0.dateConversionBlock = { $0.timeIntervalSince1970 } }
    #expect(
      text == #"{"edge_length":2.5,"tags":["a","b"],"born":5,"name":"changed"}"#)
    #expect(try written(try read(Shape.self, json)) == #"{"name":"s"}"#)
  }

  @Test("are read into alike")
  func into() throws {
    for square in [try read(Square.self, json), made()] {
      let data = Data(#"{"edge_length": 7, "sides": "3", "tags": 5}"#.utf8)
      try JSONDeserializer().deserialize(data, intoInstance: square)
      #expect(square.edge == 7 && square.sides == 3 && square.tags == ["a"] && square.name == "s")
      #expect(square.inner?.name == "i")
    }
  }

  @Test("a box that a class has replaced in its property is neither written nor set")
  func replaced() throws {
    for square in [try read(Square.self, json), made()] {
      square.rename()
      #expect(square.edge == 9)
      #expect(try written(square).hasPrefix(#"{"edge_length":9,"#))
      let data = Data(#"{"edge_length": 8, "name": "n"}"#.utf8)
      try JSONDeserializer().deserialize(data, intoInstance: square)
      #expect(square.edge == 8 && square.name == "n")
      square.edge = 10
      #expect(square.edge == 10 && square.wrapperOfEdge().wrappedValue == 10)
    }
  }

  @Test("objects with other properties or a custom mirror are written as before")
  func others() throws {
    #expect(try written(try read(Mixed.self, #"{"a": 3, "b": 4}"#)) == #"{"a":3,"b":4}"#)
    #expect(try written(Mixed()) == #"{"a":1,"b":2}"#)
    #expect(try written(try read(Secretive.self, "{}")) == #"{"public":"p"}"#)
    #expect(try written(JSONCreatableObject()) == "{}")
  }

  @Test("each has its own values: changing one does not change another")
  func separate() throws {
    let (first, second) = (try read(Square.self, json), try read(Square.self, json))
    first.name = "first"
    first.edge += 1
    #expect(second.name == "s" && second.edge == 2.5 && first.edge == 3.5)
    #expect(try written(first) != (try written(second)))
  }

  @Test("many threads can write an object at the same time")
  func threads() async throws {
    nonisolated(unsafe) let square = try read(Square.self, json)
    let expected = try unsafe written(square)
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try unsafe written(square) } }
      for try await text in group { #expect(text == expected) }
    }
  }
}
