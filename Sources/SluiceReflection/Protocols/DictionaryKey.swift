/// Makes keys of a dictionary from names: strings unchanged, leaves like those of a string.
struct DictionaryKey<Key> {
  let make: (String) -> Key?

  /// Nil when names can't be converted to the key type.
  init?() {
    if Key.self == String.self {
      make = { $0 as? Key }
    } else if let type = Key.self as? any JSONLeafCreatable.Type {
      make = { type.init(jsonValue: .string($0)) as? Key }
    } else if Key.self == AnyHashable.self {
      make = { AnyHashable($0) as? Key }
    } else {
      return nil
    }
  }
}
