/// A collection that knows its element type, and is written as an array.
///
/// `Array`, `Set` and `NSArray` conform; your own sequence needs only the conformance.
public protocol CollectionReflection {
  static var elementType: Any.Type { get }
}

extension CollectionReflection where Self: Sequence {
  public static var elementType: Any.Type { Element.self }
}

/// A collection that can be created from an array's elements.
///
/// The elements have the type ``CollectionReflection/elementType``; those that can't be
/// converted are left out.
public protocol JSONCollectionCreatable: CollectionReflection {
  init(array: [Any])
}

extension JSONCollectionCreatable where Self: RangeReplaceableCollection {
  /// Creates a collection of the elements that have its type.
  public init(array: [Any]) {
    self.init()
    for case let element as Element in array { append(element) }
  }
}

/// A dictionary that knows the types of its entries, and is written as an object.
public protocol DictionaryReflection {
  static var keyValueTypes: (key: Any.Type, value: Any.Type) { get }
}

/// A dictionary that can be created from an object's fields.
///
/// The values have the type in `keyValueTypes`; those that can't be converted are left out.
public protocol JSONDictionaryCreatable: DictionaryReflection {
  init(dictionary: [String: Any])
}

extension Array: JSONCollectionCreatable {
  public init(array: [Any]) { self = array.compactMap { $0 as? Element } }
}

extension Set: JSONCollectionCreatable {
  public init(array: [Any]) { self = Set(array.compactMap { $0 as? Element }) }
}

extension Dictionary: JSONDictionaryCreatable {
  public static var keyValueTypes: (key: Any.Type, value: Any.Type) { (Key.self, Value.self) }

  /// Creates a dictionary of the fields whose values have its type, and whose keys are strings or
  /// convert from strings.
  public init(dictionary: [String: Any]) {
    self.init(minimumCapacity: dictionary.count)
    let key = DictionaryKey<Key>()
    for (name, value) in dictionary {
      if let key = key?.make(name), let value = value as? Value { self[key] = value }
    }
  }
}
