/// Fields, elements and paths, to read and to set.
extension JSON {
  /// The value of the field `key`, or nil if the value is not an object or has no such field.
  ///
  /// Setting a field turns any other value into an object (the old value is lost), so that what was set can be read
  /// back. Setting nil removes the field. O(1) on average.
  public subscript(key: String) -> JSON? {
    get {
      if case .object(let object) = self { object[key] } else { nil }
    }
    _modify {
      var object = JSONObject()
      let wasObject: Bool
      if case .object(let held) = self {
        object = held
        wasObject = true
      } else {
        wasObject = false
      }
      // Without this, the change would be made in a copy of all fields.
      let previous = wasObject ? JSON.null : self
      self = .null
      defer {
        // Reading or removing through a value that is not an object leaves it unchanged.
        self = wasObject || !object.isEmpty ? .object(object) : previous
      }
      yield &object[key]
    }
  }

  /// The element at `index`, counted from 0, or nil if the value is not an array or is shorter.
  ///
  /// Setting replaces an element, or appends it if `index` equals the count; setting nil removes the element. For any
  /// other index, and for a value that is not an array, setting does nothing.
  public subscript(index: Int) -> JSON? {
    get {
      guard case .array(let elements) = self else { return nil }
      return elements.element(ifPresent: index)
    }
    _modify {
      guard case .array(var elements) = self, index >= 0, index <= elements.count else {
        var nowhere: JSON?
        yield &nowhere
        return
      }
      self = .null
      var element: JSON?
      if index < elements.count {
        element = elements[index]
        elements[index] = .null
      }
      defer {
        if let element {
          if index < elements.count { elements[index] = element } else { elements.append(element) }
        } else if index < elements.count {
          elements.remove(at: index)
        }
        self = .array(elements)
      }
      yield &element
    }
  }

  /// A step of a path: a key or an index, as a literal or as `.key(name)`, `.index(i)`.
  public enum PathElement: Sendable, Hashable, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral
  {
    case key(String)
    case index(Int)

    public init(stringLiteral value: String) { self = .key(value) }
    public init(integerLiteral value: Int) { self = .index(value) }
  }

  /// The value at a path of keys and indexes: `json[at: "users", 0, "name"]`. Nil if the path leads nowhere.
  ///
  /// Setting creates missing objects on the way, with the rules of the single subscripts for each step.
  public subscript(at steps: PathElement...) -> JSON? {
    get { self[at: steps] }
    set { self[at: steps] = newValue }
  }

  /// The value at a path that was made at run time.
  public subscript(at steps: [PathElement]) -> JSON? {
    get {
      var value = self
      for step in steps {
        guard let next = value[step] else { return nil }
        value = next
      }
      return value
    }
    set { set(newValue, at: steps) }
  }

  subscript(step: PathElement) -> JSON? {
    get {
      switch step {
      case .key(let key): self[key]
      case .index(let index): self[index]
      }
    }
    set {
      switch step {
      case .key(let key): self[key] = newValue
      case .index(let index): self[index] = newValue
      }
    }
  }

  /// Descends by taking each value out of its parent, and ascends by putting it back: no copies, no recursion.
  private mutating func set(_ value: JSON?, at steps: [PathElement]) {
    guard let last = steps.last else {
      self = value ?? .null
      return
    }
    // Creates nothing on the way to a value that is only to be removed.
    if value == nil, self[at: Array(steps.dropLast())] == nil { return }
    var current = exchange(&self, for: .null)
    var parents: [JSON] = []
    for step in steps.dropLast() {
      var child = JSON.null
      switch step {
      case .key(let key): if let held = current[key] { child = held; current[key] = .null }
      case .index(let index): if let held = current[index] { child = held; current[index] = .null }
      }
      parents.append(current)
      current = child
    }
    current[last] = value
    for step in steps.dropLast().reversed() {
      guard var parent = parents.popLast() else { break }
      parent[step] = exchange(&current, for: .null)
      current = parent
    }
    self = current
  }
}

private func exchange(_ value: inout JSON, for other: JSON) -> JSON {
  let old = value
  value = other
  return old
}
