public import Sluice

/// JSON Patch and JSON Merge Patch on a document's text.
extension JSONEditor {
  /// Does the operations of a JSON Patch (RFC 6902) in order. Its paths start from here.
  ///
  /// Fails with the first operation that can't be done: `JSONError.operation` says which. `invalid-path` where a path
  /// leads nowhere, `test-failed`, `depth-exceeded` for a result that is deeper than the reader's limit, `too-large` for
  /// copies beyond the size limit.
  public func apply(_ patch: JSONPatch) {
    edit { (tree) throws(JSONError) in
      for (index, operation) in patch.operations.enumerated() {
        do throws(JSONError) {
          try apply(operation, tree)
        } catch {
          throw error.of(
            JSONError.Operation(
              index: index, name: operation.name, path: operation.path.description))
        }
      }
    }
  }

  private func apply(_ operation: JSONPatch.Operation, _ tree: EditTree) throws(JSONError) {
    let path = path(operation.path)
    switch operation {
    case .add(_, let value): try tree.add(tree.new(value, depth: path.count), at: path)
    case .remove: try tree.remove(at: path)
    case .replace(_, let value): try tree.replace(tree.new(value, depth: path.count), at: path)
    case .move(let source, _): try tree.move(from: self.path(source), to: path)
    case .copy(let source, _): try tree.copy(from: self.path(source), to: path)
    case .test(_, let value): try tree.test(value, at: path)
    }
  }

  /// Merges a JSON Merge Patch (RFC 7396) into the value here: its fields replace those of the same name, objects merge
  /// with objects, and `null` removes a field.
  public func merge(_ patch: JSON) {
    edit { (tree) throws(JSONError) in try tree.merge(patch, at: steps) }
  }
}

extension EditTree {
  /// Takes no stack for the patch's levels.
  func merge(_ patch: JSON, at steps: [EditStep]) throws(JSONError) {
    guard case .object(let object) = patch else {
      return try set(new(patch, depth: steps.count), at: steps)
    }
    var open: [(place: Place, patch: JSONObject, depth: Int)] = [
      (try place(at: steps, writing: true), object, steps.count)
    ]
    while let (place, patch, depth) = open.popLast() {
      guard let container = try container(at: place, writing: true), container.isObject else {
        replace(at: place, with: try new(JSON.null.merging(.object(patch)), depth: depth))
        continue
      }
      for (key, value) in patch {
        if value.isNull {
          if try field(key, of: container) != nil { try removeFields(key, of: container) }
        } else if let child = try field(key, of: container) {
          if case .object(let inner) = value {
            open.append((.child(of: container, at: child), inner, depth + 1))
          } else {
            container.children[child].value = try new(value, depth: depth + 1)
          }
        } else {
          let added = try new(JSON.null.merging(value), depth: depth + 1)
          container.insert(added, key: key, at: container.children.count)
        }
      }
    }
  }
}
