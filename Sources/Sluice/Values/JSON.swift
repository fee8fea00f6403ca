/// An owned JSON value, which can outlive its document.
///
/// ```swift
/// var json: JSON = ["id": 7, "tags": ["a", "b"]]
/// json["tags"]?[0] = "first"
/// json[at: "user", "name"] = "Ada"
/// print(json)  // {"id":7,"tags":["first","b"],"user":{"name":"Ada"}}
/// ```
///
/// Objects keep the order of their fields; numbers keep their exact value (``JSONNumber``). Copies
/// share memory until one of them changes.
///
/// A parsed array or object stays in its document, as text and index, until it is changed: <doc:DocumentsYouCanKeep>
/// says what each look costs.
///
/// Equality follows JSON: numbers by value (`1 == 1.0 == 1e0`), objects whatever the order of their fields (RFC 8259:
/// "an unordered collection"), strings byte for byte in UTF-8 (Swift's `String` also treats canonically equivalent
/// strings as equal).
///
/// Nesting: building one from a document, writing, comparing and hashing take no stack per level. Destroying values that
/// were made does: Swift frees them recursively, which takes 146 to 229 bytes of stack per level. So `JSON(parsing:)`, of
/// which a program may make every level, and `materialize()` refuse
/// more levels than the current thread's stack then holds (some 850 with 256 KiB), and more than ``depthCeiling``,
/// whatever the reader's limit. A program that nests values deeper by hand, or destroys them on a thread with less
/// stack, is responsible for the stack, as with any Swift value.
public enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array(JSONArray)
  case object(JSONObject)

  /// How deep a materialized value can be: 8192 levels, about 2 MiB of stack when it is destroyed. (A reader's default
  /// depth limit, 1024, takes less than the 512 KiB that small threads have.)
  public static let depthCeiling = 8192

  /// The number of levels that the smallest stack can destroy.
  static let levelsThatFit = 256
}

extension JSON {
  /// The kind of the value.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// A number: exact, whatever its width.
  public init(_ value: some BinaryInteger) { self = .number(JSONNumber(value)) }

  /// A number. Throws `not-finite` for NaN and infinity, which JSON can't express.
  public init(_ value: Double) throws(JSONError) { self = .number(try JSONNumber(value)) }

  /// A number: the shortest decimal that reads back as this `Float`. Throws `not-finite`.
  public init(_ value: Float) throws(JSONError) { self = .number(try JSONNumber(value)) }

  /// A string.
  public init(_ value: some StringProtocol) { self = .string(String(value)) }

  /// `true` or `false`.
  public init(_ value: Bool) { self = .bool(value) }

  /// An array.
  public init(_ elements: [JSON]) { self = .array(JSONArray(elements)) }

  /// An array.
  public init(_ elements: JSONArray) { self = .array(elements) }

  /// An array. The case itself holds a ``JSONArray``.
  @_disfavoredOverload
  public static func array(_ elements: [JSON]) -> JSON { .array(JSONArray(elements)) }

  /// An object.
  public init(_ object: JSONObject) { self = .object(object) }
}
