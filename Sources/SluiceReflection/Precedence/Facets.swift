import Sluice

/// The readers of a type, by the kind of JSON.
struct Facets {
  var leaf: (any AnyValueReader)?
  var array: (any AnyValueReader)?
  var object: (any AnyValueReader)?

  private var all: [any AnyValueReader] { [leaf, array, object].compactMap { $0 } }

  var isEmpty: Bool { all.isEmpty }

  /// The only reader, if there is just one: it also reports what it does not accept.
  var only: (any AnyValueReader)? { all.count == 1 ? all.first : nil }
}

/// Reads a type that converts from several kinds of JSON, or from none.
final class FacetReader: AnyValueReader {
  private let type: Any.Type
  private let leaf: (any AnyValueReader)?
  private let array: (any AnyValueReader)?
  private let object: (any AnyValueReader)?
  let takesNull = false

  init(_ type: Any.Type, _ facets: Facets) {
    self.type = type
    leaf = facets.leaf
    array = facets.array
    object = facets.object
  }

  func readAny(_ position: JSONPosition, _ session: ReadSession) throws -> Any? {
    let reader =
      switch position.byte {
      case Byte.openBrace: object
      case Byte.openBracket: array
      default: leaf
      }
    if let reader { return try reader.readAny(position, session) }
    session.warnUnconverted(position, to: type)
    return nil
  }
}
