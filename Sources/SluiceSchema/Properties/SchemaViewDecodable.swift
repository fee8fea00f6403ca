public import Sluice

/// A ``SchemaDecodable`` type that initialises itself from a view: an ordinary value, which can be stored, put into an
/// `Any`, mapped, and passed to functions of any kind.
///
/// ```swift
/// struct Notice: SchemaViewDecodable {
///   let name: String
///   let payload: Any
///
///   init(json: JSONView) throws {
///     let user = try json[ifPresent: "user"] ?? json["data"]
///     name = try user["name"].string
///     payload = json
///   }
/// }
/// ```
///
/// Cost: of a value in a `JSONDocument` nothing; of any other, one copy of its text and of its part of the index.
public protocol SchemaViewDecodable: SchemaDecodable {
  /// Creates the value. Thrown errors are treated as in ``SchemaDecodable/init(json:)``.
  init(json: JSONView) throws
}

extension SchemaViewDecodable {
  public init(json: JSONCursor) throws {
    self = try json.withView { try Self(json: $0) }
  }
}

/// A ``SchemaDecoder`` that gets a view: an ordinary value, which an `Any` may hold. The result may be the view itself.
///
/// ```swift
/// final class FirstOf: SchemaViewDecoder {
///   func decode(_ object: JSONView) throws -> Any {
///     try object[ifPresent: "user"] ?? object["data"]
///   }
/// }
/// ```
///
/// Costs what a ``SchemaViewDecodable`` does.
public protocol SchemaViewDecoder: SchemaDecoder {
  /// Returns the value. Thrown errors are treated as in ``SchemaDecodable/init(json:)``.
  func decode(_ object: JSONView) throws -> Any
}

extension SchemaViewDecoder {
  public func decode(_ object: JSONCursor) throws -> Any {
    try object.withView { try decode($0) }
  }
}

extension JSONCursor {
  /// Calls `body` with a view of this value. Errors that are about the view become errors about this document.
  fileprivate func withView<R>(_ body: (JSONView) throws -> R) throws -> R {
    let view = try position.kept()
    do {
      return try body(view)
    } catch let error as JSONError {
      throw view.entering(error, at: position)
    } catch let error as ParserError {
      throw error.moved(by: position.documentOffset - view.offset)
    }
  }
}
