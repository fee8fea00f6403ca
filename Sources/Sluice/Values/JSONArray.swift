/// The elements of a JSON array.
///
/// A collection as `[JSON]` is: indexed from 0, changed in place, made of literals and of sequences; `Array(elements)` makes
/// one of the other.
///
/// ```swift
/// var tags: JSONArray = ["a", "b"]
/// tags.append("c")
/// print(tags.strings ?? [])  // ["a", "b", "c"]
/// ```
public struct JSONArray: Sendable {
  private(set) var elements: [JSON]

  /// No elements.
  public init() { elements = [] }

  /// These elements. O(1).
  public init(_ elements: [JSON]) { self.elements = elements }
}

extension JSONArray: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  /// The element at a position, counted from 0. Traps unless there is one, as an array does.
  public subscript(position: Int) -> JSON {
    get { elements[position] }
    _modify { yield &elements[position] }
  }
}

extension JSONArray: RangeReplaceableCollection {
  public mutating func replaceSubrange(
    _ range: Range<Int>, with others: some Collection<JSON>
  ) {
    elements.replaceSubrange(range, with: others)
  }

  public mutating func append(_ element: JSON) { elements.append(element) }

  @discardableResult
  public mutating func remove(at position: Int) -> JSON { elements.remove(at: position) }

  /// Makes room for `count` elements in total.
  public mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }
}

extension JSONArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSON...) { self.elements = elements }
}

extension JSONArray: CustomStringConvertible, CustomReflectable {
  /// The array as compact JSON.
  public var description: String { JSON.array(self).description }

  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}
