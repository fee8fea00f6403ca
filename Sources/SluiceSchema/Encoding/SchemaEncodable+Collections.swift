public import Sluice

// Collections of what is encodable are encodable, however they nest.

extension Array: SchemaEncodable where Element: SchemaEncodable {
  public var json: JSON { JSON.level { .array(map(\.json)) } }
}

/// An array, in no particular order.
extension Set: SchemaEncodable where Element: SchemaEncodable {
  public var json: JSON { JSON.level { .array(map(\.json)) } }
}

/// An object, in the order of its keys, so that equal dictionaries are written alike.
extension Dictionary: SchemaEncodable
where Key: ExpressibleByStringLiteral, Value: SchemaEncodable {
  public var json: JSON { JSON.level { .object(fields(of: self) { $0.json }) } }
}

/// nil is `null`.
extension Optional: SchemaEncodable where Wrapped: SchemaEncodable {
  public var json: JSON { map { value in JSON.level { value.json } } ?? .null }
}

// What mixes types is encodable, too; an existential type can't say so by a conformance.

extension Array where Element == any SchemaEncodable {
  public var json: JSON { JSON.level { .array(map(\.json)) } }
}

extension Dictionary where Key: ExpressibleByStringLiteral, Value == any SchemaEncodable {
  /// An object, in the order of its keys.
  public var json: JSON { JSON.level { .object(fields(of: self) { $0.json }) } }
}

extension JSON {
  /// What the body makes, a level below what the caller encodes; `null` where values nest too deep, and
  /// the outermost call hears of it (``SchemaEncodable/encoded()``).
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
