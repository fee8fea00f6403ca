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
///
/// An array that was parsed stays in its document until it is changed: see <doc:DocumentsYouCanKeep>. Each look at an element
/// then makes it, and iterating is the fastest way to all of them. From the 65th element on, an index and `count` first
/// note where each element is: once in O(elements), then O(1). A change makes the elements of this array, not what is in
/// them, and lets go of the document.
public struct JSONArray: Sendable {
  /// Elements that were made, or an array in a document that is kept and was checked in full.
  enum ArrayContent: Sendable {
    case made([JSON])
    case kept(JSONView)
  }

  private(set) var content: ArrayContent

  /// No elements.
  public init() { content = .made([]) }

  /// These elements. O(1).
  public init(_ elements: [JSON]) { content = .made(elements) }

  init(kept view: JSONView) { content = .kept(view) }

  /// Whether it stayed in its document.
  package var isKept: Bool { if case .kept = content { true } else { false } }

  /// The elements, for a change.
  private var elements: [JSON] {
    get {
      switch content {
      case .made(let elements): elements
      case .kept: Array(IteratorSequence(makeIterator()))
      }
    }
    _modify {
      var held = elements
      // Held only once, so that it can be changed in place.
      content = .made([])
      defer { content = .made(held) }
      yield &held
    }
  }
}

extension JSONArray: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int {
    switch content {
    case .made(let elements): elements.count
    case .kept(let view): view.storage.elementCount(of: view.token)
    }
  }

  public var isEmpty: Bool {
    // An empty array is never one in a document.
    if case .made(let elements) = content { elements.isEmpty } else { false }
  }

  /// The first element, or nil. O(1).
  public var first: JSON? {
    var iterator = makeIterator()
    return iterator.next()
  }

  /// The element at a position, counted from 0. Traps unless there is one, as an array does.
  public subscript(position: Int) -> JSON {
    get {
      if case .made(let elements) = content { return elements[position] }
      guard let element = element(ifPresent: position) else {
        preconditionFailure("index out of range")
      }
      return element
    }
    _modify { yield &elements[position] }
  }

  /// The element at a position, or nil.
  func element(ifPresent position: Int) -> JSON? {
    switch content {
    case .made(let elements):
      return elements.indices.contains(position) ? elements[position] : nil
    case .kept(let view):
      let token = view.storage.element(position, of: view.token)
      return token.map { view.storage.json(at: $0) }
    }
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

extension JSONArray {
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Makes the elements of an array one by one; in a document, without noting where they are.
  ///
  /// Sendable and sound because `index` is that of the document in `content`, which doesn't change, and lives as long as
  /// this value.
  /// Reading through it counts no reference.
  @safe
  public struct Iterator: IteratorProtocol, @unchecked Sendable {
    private let content: ArrayContent
    /// Nil for elements that were made.
    private let index: UnsafePointer<StructuralIndex>?
    /// The next element: its position, or its token in the document.
    private var place: Int
    private let end: Int

    init(_ array: JSONArray) {
      content = array.content
      switch content {
      case .made(let elements):
        unsafe index = nil
        place = 0
        end = elements.count
      case .kept(let view):
        unsafe index = view.storage.header
        place = Int(view.token) + 1
        end = Int(view.position.close)
      }
    }

    public mutating func next() -> JSON? {
      guard place < end else { return nil }
      guard let index = unsafe index else {
        guard case .made(let elements) = content else { return nil }
        defer { place += 1 }
        return elements[place]
      }
      let token = UInt32(truncatingIfNeeded: place)
      let here = unsafe JSONPosition(index: index, token: token, generation: 1)
      let byte = here.byte
      // A comma or the closing bracket follows.
      guard Byte.opens(byte), case .kept(let array) = content else {
        place += 2
        return here.scalar(byte)
      }
      let close = here.close
      place = Int(close) + 2
      return array.storage.container(token, byte, close)
    }
  }
}

extension JSONArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSON...) { self.init(elements) }
}
