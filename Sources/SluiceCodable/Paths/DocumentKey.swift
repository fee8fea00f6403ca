/// A step of a coding path that no type's own key stands for: an index, the key of a dictionary, `super`.
struct DocumentKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  /// The key of a dictionary's value, as the standard library's dictionaries make it.
  init(dictionaryKey key: String) {
    stringValue = key
    intValue = Int(key)
  }

  static var `super`: DocumentKey { DocumentKey(stringValue: "super") }
}
