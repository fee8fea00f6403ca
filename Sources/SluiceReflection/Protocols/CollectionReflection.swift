/// A collection that says what it holds, and is written as an array.
///
/// `Array`, `Set` and `NSArray` are; a sequence of your own becomes one by naming the protocol.
public protocol SGYCollectionReflection {
  static var elementType: Any.Type { get }
}

extension SGYCollectionReflection where Self: Sequence {
  public static var elementType: Any.Type { Element.self }
}

/// A collection that can be made of an array's elements.
///
/// The elements that are handed over are of ``SGYCollectionReflection/elementType``; those that
/// could not be converted are left out.
public protocol JSONCollectionCreatable: SGYCollectionReflection {
  init(array: [Any])
}

extension JSONCollectionCreatable where Self: RangeReplaceableCollection {
  /// Takes the elements that are of its type.
  public init(array: [Any]) {
    self.init()
    for case let element as Element in array { append(element) }
  }
}

/// A dictionary that says what it holds, and is written as an object.
public protocol SGYDictionaryReflection {
  static var keyValueTypes: (key: Any.Type, value: Any.Type) { get }
}

/// A dictionary that can be made of an object's fields.
///
/// The values that are handed over are of the type that `keyValueTypes` says; those that could not
/// be converted are left out.
public protocol JSONDictionaryCreatable: SGYDictionaryReflection {
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

  /// Takes the fields whose values are of its type, and whose keys are strings or leaves made of
  /// them.
  public init(dictionary: [String: Any]) {
    self.init(minimumCapacity: dictionary.count)
    let key = DictionaryKey<Key>()
    for (name, value) in dictionary {
      if let key = key?.make(name), let value = value as? Value { self[key] = value }
    }
  }
}
