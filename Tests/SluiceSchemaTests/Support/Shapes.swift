import Sluice
import SluiceSchema

/// An Elevate-style type.
struct Point: SchemaDecodable, SchemaEncodable, Equatable, Sendable {
  var x: Int
  var y: Int

  init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "x", type: .int)
      schema.addProperty(keyPath: "y", type: .int)
    }
    x = entity <-! "x"
    y = entity <-! "y"
  }

  var json: JSON { ["x": x.json, "y": y.json] }

  static let schema = Schema(Point.self) { fields in
    let x = fields.required("x", .int)
    let y = fields.required("y", .int)
    return { Point(x: $0[x], y: $0[y]) }
  }
}

/// Makes points from arrays with two numbers.
final class PairDecoder: SchemaDecoder, Sendable {
  func decode(_ object: JSONCursor) throws -> Any {
    guard try object.count == 2 else {
      throw ParserError.validation(failureReason: "A point has two numbers")
    }
    return Point(x: try object[0].int, y: try object[1].int)
  }
}

/// An error that no schema knows.
struct ForeignError: Error, Equatable { var code = 0 }

final class ThrowingDecoder: SchemaDecoder, Sendable {
  func decode(_ object: JSONCursor) throws -> Any { throw ForeignError(code: try object.int) }
}

/// A type that contains itself.
struct Folder: SchemaDecodable, Equatable, Sendable {
  var name: String
  var folders: [Folder]

  init(name: String, folders: [Folder]) {
    self.name = name
    self.folders = folders
  }

  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "name", type: .string)
      schema.addProperty(
        keyPath: "folders", type: .array, optional: true, decodableType: Folder.self)
    }
    name = entity <-! "name"
    folders = entity <--! "folders"
  }

  static let schema: Schema<Folder> = Schema(Folder.self) { fields in
    let name = fields.required("name", .string)
    let folders = fields.optional(
      "folders", .array(of: .lazy(Folder.schema)), default: [])
    return { Folder(name: $0[name], folders: $0[folders]) }
  }

  /// Returns `count` nested folders as JSON.
  static func json(nested count: Int) -> String {
    String(repeating: #"{"name":"f","folders":["#, count: count)
      + String(repeating: "]}", count: count)
  }
}
