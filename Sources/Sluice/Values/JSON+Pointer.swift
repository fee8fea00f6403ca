extension JSON {
  /// The value at a pointer, or nil when the pointer leads nowhere. Setting a value creates missing objects on the way,
  /// by the rules of ``subscript(at:)-([JSON.PathElement])``; `-` appends to an array.
  public subscript(pointer: JSONPointer) -> JSON? {
    get {
      var value = self
      for step in pointer.steps {
        guard let next = value[step.in(value)] else { return nil }
        value = next
      }
      return value
    }
    set {
      // The values on the way decide which steps are indexes.
      var value: JSON? = self
      var steps: [JSON.PathElement] = []
      for step in pointer.steps {
        steps.append(step.in(value ?? .null))
        value = value?[steps[steps.count - 1]]
      }
      self[at: steps] = newValue
    }
  }
}

extension PathStep {
  fileprivate func `in`(_ value: JSON) -> JSON.PathElement {
    guard case .array(let elements) = value else { return .key(key) }
    return .index(key == "-" ? elements.count : index ?? -1)
  }
}
