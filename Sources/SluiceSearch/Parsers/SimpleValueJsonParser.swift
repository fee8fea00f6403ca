import Sluice

/// Finds scalars: of each object the value of its first member, when that converts to the model.
///
/// ```swift
/// let ids = try SimpleValueJsonParser<Int>().parse(#"[{"id": 1}, {"id": "2"}]"#)  // [1, 2]
/// ```
///
/// First is what stands first in the document; the other members are not tried. When it does not
/// convert, the objects inside the object are searched. Scalars that stand in arrays are not found.
nonisolated open class SimpleValueJsonParser<Model: PrimitiveConvertible>: JSONParser<Model> {
  open override func parseObject(_ data: JSON) -> Model? {
    guard let member = data.firstMember else { return nil }
    return Model.toNative(member)
  }
}
