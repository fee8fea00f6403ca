import Sluice

/// A value of an edited document.
enum EditReference: BitwiseCopyable {
  /// The value at a token of the text, unchanged.
  case source(UInt32)
  /// A node of the edit tree.
  case node(UInt32)
  /// A field that was removed.
  case removed
}

/// A value that is new, or that something was changed in.
struct EditNode {
  enum Content {
    /// A new value that nothing was changed in.
    case value(JSON)
    /// A new scalar as it is to be written.
    case text([UInt8])
    /// A container with its children.
    case container(EditContainer)
  }

  var content: Content
  /// Whether several places refer to it: it is copied before something in it changes.
  var isShared = false
}

/// A field or element of an ``EditContainer``.
struct EditChild: BitwiseCopyable {
  /// Its position in the container's text, or ``none`` for a new one.
  let origin: UInt32
  /// Its position in `newKeys`, or ``none`` if it has the key of the text, or none.
  var key: UInt32
  var value: EditReference

  static let none = UInt32.max

  var isRemoved: Bool { if case .removed = value { true } else { false } }
}

/// An object or array of which the children are known, because an edit or a look-up led through it.
///
/// It holds 20 bytes for each child. Children that were not touched refer to the text.
final class EditContainer {
  let isObject: Bool
  /// The token of the opening bracket in the text; nil for a new container.
  let open: UInt32?
  /// The token of the closing bracket.
  let close: UInt32
  /// The tokens of the values in the text, in order.
  let originals: [UInt32]
  /// In order. Removed fields stay as such; removed elements don't.
  var children: GapBuffer<EditChild>
  var newKeys: [String]
  /// How many children are not removed.
  var count: Int

  /// Counts look-ups of fields: after some, a table pays.
  var lookups = 0
  /// The child that counts for each key; nil while there is no table.
  var table: [ByteName: Int]?
  /// The keys that several fields of the text have, with all of these. Only with a table.
  var repeated: [ByteName: [Int]] = [:]

  /// The container at a token of the text.
  init(isObject: Bool, open: UInt32, close: UInt32, originals: [UInt32]) {
    self.isObject = isObject
    self.open = open
    self.close = close
    self.originals = originals
    children = GapBuffer(
      originals.enumerated().map { place, token in
        EditChild(
          origin: UInt32(truncatingIfNeeded: place), key: EditChild.none, value: .source(token))
      })
    newKeys = []
    count = originals.count
  }

  /// A new container. Each child of an object has a key.
  init(isObject: Bool, keys: [String], values: [EditReference]) {
    self.isObject = isObject
    open = nil
    close = 0
    originals = []
    children = GapBuffer(
      values.enumerated().map { place, value in
        EditChild(
          origin: EditChild.none,
          key: isObject ? UInt32(truncatingIfNeeded: place) : EditChild.none, value: value)
      })
    newKeys = keys
    count = values.count
  }

  init(copying other: EditContainer) {
    isObject = other.isObject
    open = other.open
    close = other.close
    originals = other.originals
    children = other.children
    newKeys = other.newKeys
    count = other.count
    table = other.table
    repeated = other.repeated
  }

  /// The token of a child's key in the text; nil for a new key.
  func keyToken(of child: EditChild) -> UInt32? {
    child.key == EditChild.none ? originals[Int(child.origin)] &- 2 : nil
  }

  /// Removes a field, unless it is removed.
  func remove(_ child: Int) {
    guard !children[child].isRemoved else { return }
    children[child].value = .removed
    count -= 1
  }

  /// Adds a field or element at a position of `children`.
  func insert(_ value: EditReference, key: String?, at place: Int) {
    var child = EditChild(origin: EditChild.none, key: EditChild.none, value: value)
    if let key {
      child.key = UInt32(truncatingIfNeeded: newKeys.count)
      newKeys.append(key)
      if table != nil { table?[ByteName(key)] = children.count }
    }
    children.insert(child, at: place)
    count += 1
  }
}
