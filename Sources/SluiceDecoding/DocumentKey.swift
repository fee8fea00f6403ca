import Sluice

/// A step of a coding path that no type's own key stands for: an index, the key of a dictionary, `super`.
///
/// Small enough for an existential without a box, and the text of an index is made on demand: a type's `try?` may discard
/// the error that it is for.
package struct DocumentKey: CodingKey {
  private enum Form {
    case name(String)
    /// A dictionary's key, whose number is asked for later.
    case dictionary(String)
    case integer(Int)
    case index(Int)
  }

  private let form: Form

  package init(stringValue: String) { form = .name(stringValue) }

  package init(intValue: Int) { form = .integer(intValue) }

  package init(index: Int) { form = .index(index) }

  /// The key of a dictionary's value, as the standard library's dictionaries make it.
  package init(dictionaryKey key: String) { form = .dictionary(key) }

  package static var `super`: DocumentKey { DocumentKey(stringValue: "super") }

  package var stringValue: String {
    switch form {
    case .name(let name), .dictionary(let name): name
    case .integer(let number): "\(number)"
    case .index(let index): "Index \(index)"
    }
  }

  package var intValue: Int? {
    switch form {
    case .name: nil
    case .dictionary(let name): Int(name)
    case .integer(let number), .index(let number): number
    }
  }
}
