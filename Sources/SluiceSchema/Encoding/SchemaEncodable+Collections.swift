public import Sluice

// Collections of encodable values are encodable, at any nesting.

extension Array: SchemaEncodable where Element: SchemaEncodable {
  public var json: JSON { JSON.level { .array(map(\.json)) } }
}

/// Encoded as an array, in no particular order.
extension Set: SchemaEncodable where Element: SchemaEncodable {
  public var json: JSON { JSON.level { .array(map(\.json)) } }
}

/// Encoded as an object sorted by key, so that equal dictionaries are written alike.
extension Dictionary: SchemaEncodable
where Key: ExpressibleByStringLiteral, Value: SchemaEncodable {
  public var json: JSON { JSON.level { .object(fields(of: self) { $0.json }) } }
}

/// Encodes nil as `null`.
extension Optional: SchemaEncodable where Wrapped: SchemaEncodable {
  public var json: JSON { map { value in JSON.level { value.json } } ?? .null }
}

// Collections of mixed types are encodable too, but an existential type can't declare a
// conformance.

extension Array where Element == any SchemaEncodable {
  public var json: JSON { JSON.level { .array(map(\.json)) } }
}

extension Dictionary where Key: ExpressibleByStringLiteral, Value == any SchemaEncodable {
  /// An object, sorted by key.
  public var json: JSON { JSON.level { .object(fields(of: self) { $0.json }) } }
}

extension JSON {
  /// Returns what the body makes, one level below the caller's. Returns `null` where values nest
  /// too deep, and reports it to the outermost call (``SchemaEncodable/encoded()``).
  fileprivate static func level(_ body: () -> JSON) -> JSON {
    do throws(JSONError) {
      let outer = try WritingDepth.enter()
      defer { WritingDepth.leave(to: outer) }
      return body()
    } catch {
      WritingDepth.refuse()
      return .null
    }
  }
}

private func fields<Key, Value>(
  of dictionary: [Key: Value], _ encode: (Value) -> JSON
) -> JSONObject {
  let fields = dictionary.map { (key: "\($0.key)", value: $0.value) }.sorted { $0.key < $1.key }
  return JSONObject(fields.map { (key: $0.key, value: encode($0.value)) })
}
