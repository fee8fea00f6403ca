package import Sluice
import SluiceQueries

extension JSONQuery {
  /// The only value that the query selects, or nil. Throws `invalid-value` if it selects several.
  package func only(in root: JSONPosition) throws(JSONError) -> JSONPosition? {
    var found = matches(in: JSONCursor(unchecked: root))
    guard let first = try found.next()?.position else { return nil }
    guard let second = try found.next()?.position else { return first }
    throw first.valueFault ?? second.valueFault
      ?? JSONError(
        .invalidValue, at: second.offset, name: "one value by \(self)",
        reason: "it selects several")
  }
}
