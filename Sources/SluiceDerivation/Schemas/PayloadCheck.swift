import Foundation
import Sluice
import SluiceCodable
import SluiceSchema

/// Looks for everything that is wrong with a payload: O(its size).
///
/// Scalars are decoded by their types. What a type of several fields itself refuses is not found.
struct PayloadCheck {
  private let decoder: SluiceDecoder
  private let definitions: [ObjectIdentifier: TypeShape]
  private let convertsKeys: Bool
  private(set) var issues = PayloadIssues()

  init(_ decoder: SluiceDecoder, _ definitions: [ObjectIdentifier: TypeShape]) {
    self.decoder = decoder
    self.definitions = definitions
    if case .convertFromSnakeCase = decoder.keyDecodingStrategy {
      convertsKeys = true
    } else {
      convertsKeys = false
    }
  }

  mutating func check(
    _ shape: TypeShape, _ position: JSONPosition, _ place: PayloadPlace
  ) throws {
    switch shape.form {
    case .object(let object):
      guard try isA(Byte.openBrace, "an object", position, place) else { return }
      try check(object, position, place)
    case .dictionary(let values):
      guard try isA(Byte.openBrace, "an object", position, place) else { return }
      var last = position.token
      while let value = try position.nextField(after: last) {
        last = value
        let key = try JSONCursor(unchecked: position.at(value &- 2)).string
        try check(values, position.at(value), place.field(key))
      }
    case .array(let elements):
      guard try isA(Byte.openBracket, "an array", position, place) else { return }
      try forEachElement(position) { check, index, element in
        try check.check(elements, element, place.element(index))
      }
    case .list(let shapes):
      guard try isA(Byte.openBracket, "an array", position, place) else { return }
      try forEachElement(position) { check, index, element in
        guard index < shapes.count else { return }
        try check.check(shapes[index], element, place.element(index))
      }
    case .optional(let wrapped):
      if !position.isNull { try check(wrapped, position, place) }
    case .recursive(let id, _):
      guard let definition = definitions[id] else { return try checkWhole(shape, position, place) }
      try check(definition, position, place)
    default: try checkWhole(shape, position, place)
    }
  }

  mutating func add(_ error: any Error, _ position: JSONPosition, _ place: PayloadPlace) throws {
    try issues.add(error, at: position, place)
  }

  private mutating func checkWhole(
    _ shape: TypeShape, _ position: JSONPosition, _ place: PayloadPlace
  ) throws {
    do {
      try shape.check?.check(JSONCursor(unchecked: position), decoder)
    } catch {
      try issues.add(error, at: position, place)
    }
  }

  /// Adds an issue for a value of another kind.
  private mutating func isA(
    _ byte: UInt8, _ expected: String, _ position: JSONPosition, _ place: PayloadPlace
  ) throws -> Bool {
    if position.byte == byte { return true }
    issues.addMismatch(expected, at: position, place)
    return false
  }

  private mutating func check(
    _ object: TypeShape.ObjectShape, _ position: JSONPosition, _ place: PayloadPlace
  ) throws {
    var values: [ByteName: UInt32] = [:]
    var last = position.token
    while let value = try position.nextField(after: last) {
      last = value
      var name = try JSONCursor(unchecked: position.at(value &- 2)).string
      if convertsKeys { name = SnakeCase.camelCase(name) }
      // Like the decoder, takes the first of several.
      if values[ByteName(name)] == nil { values[ByteName(name)] = value }
    }
    for field in object.fields {
      let inner = place.field(field.name)
      guard let token = values[ByteName(convertsKeys ? field.key : field.name)] else {
        if !field.mayBeMissing, !object.isOpen {
          issues.addMissing(field.shape.words, at: nil, in: position, inner)
        }
        continue
      }
      let value = position.at(token)
      if value.isNull {
        if !field.mayBeNull { issues.addMissing(field.shape.words, at: value, in: position, inner) }
      } else {
        try check(field.shape, value, inner)
      }
    }
  }

  private mutating func forEachElement(
    _ position: JSONPosition,
    _ body: (inout PayloadCheck, Int, JSONPosition) throws -> Void
  ) throws {
    var (last, index) = (position.token, 0)
    while let element = try position.nextElement(after: last) {
      try body(&self, index, position.at(element))
      last = element
      index += 1
    }
  }
}

extension PayloadPlace {
  fileprivate func field(_ key: String) -> PayloadPlace {
    PayloadPlace(path: path + PathText.step(key), key: key)
  }

  fileprivate func element(_ index: Int) -> PayloadPlace {
    PayloadPlace(path: path + PathText.step(index), key: key)
  }
}
