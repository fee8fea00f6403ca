import Sluice

/// Finds scalars: the value of each object's first member, when it converts to the model.
///
/// ```swift
/// let ids = try SimpleValueJSONParser<Int>().parse(#"[{"id": 1}, {"id": "2"}]"#)  // [1, 2]
/// ```
///
/// The first member is the first in the document; no other is tried. When it does not convert, the
/// search continues in the object's members. Scalars in arrays are not found.
nonisolated open class SimpleValueJSONParser<Model: PrimitiveConvertible>: JSONParser<Model> {
  open override func parseObject(_ data: JSON) -> Model? {
    guard let member = data.firstMember else { return nil }
    return Model.toNative(member)
  }
}
