import Sluice

/// The changes of a document, over its text.
///
/// ```
/// text      {"a": {"b": 1, "c": [2]}, "d": 3}          set /a/b to 7
///
/// root      container   ┬ a  container   ┬ b  node 7
///                       │                └ c  text
///                       └ d  text
/// ```
///
/// A container gets a node when a path leads through it. Everything else stays a token of the text, so that an edit
/// costs what it touches: one walk over each container on its path, once. Later edits see the tree as it is.
///
/// Nodes are kept in an array and refer to each other by position. So no depth takes stack, and a copied value is
/// shared until something in it changes.
@safe
final class EditTree {
  /// The value that is edited.
  let document: JSONPosition
  var root: EditReference
  var nodes: [EditNode] = []
  /// The deepest nesting of the result.
  let depthLimit: Int
  /// The largest result in bytes.
  let sizeLimit: Int
  /// The bytes of copied values so far.
  var copied = 0

  /// The changes of the value at a position, whose document stays open as long as this is used.
  init(of document: JSONPosition, sizeLimit: Int) {
    self.document = document
    root = .source(document.token)
    depthLimit = unsafe min(Int(document.context.pointee.depthLimit), JSON.depthCeiling)
    self.sizeLimit = sizeLimit
  }

  /// Where a value is: the root, or a child of a container.
  enum Place {
    case root
    case child(of: EditContainer, at: Int)
  }

  func reference(at place: Place) -> EditReference {
    switch place {
    case .root: root
    case .child(let container, let child): container.children[child].value
    }
  }

  func replace(at place: Place, with value: EditReference) {
    switch place {
    case .root: root = value
    case .child(let container, let child): container.children[child].value = value
    }
  }

  func makeNode(_ content: EditNode.Content) -> EditReference {
    nodes.append(EditNode(content: content))
    return .node(UInt32(truncatingIfNeeded: nodes.count - 1))
  }

  /// Where the steps lead, or, with a count, the first of them. `writing`: something there, or in it, will change.
  /// Throws `invalid-path`, `duplicate-key`, and faults of the text on the way.
  func place(
    at steps: [EditStep], first count: Int? = nil, writing: Bool
  ) throws(JSONError) -> Place {
    var place = Place.root
    for i in 0..<(count ?? steps.count) {
      let container = try container(at: place, of: steps, upTo: i, writing: writing)
      guard let child = try child(of: container, at: steps[i]) else {
        throw fault(
          steps, upTo: i,
          reason: container.isObject
            ? steps[i].reasonInObject : steps[i].reasonInArray(of: container.count))
      }
      place = .child(of: container, at: child)
    }
    return place
  }

  /// The container that the steps before the last lead to.
  func parent(of steps: [EditStep]) throws(JSONError) -> EditContainer {
    let place = try place(at: steps, first: steps.count - 1, writing: true)
    return try container(at: place, of: steps, upTo: steps.count - 1, writing: true)
  }

  /// The value at a place with its children. The path, of which `upTo` steps lead there, is for the message.
  func container(
    at place: Place, of steps: [EditStep], upTo: Int, writing: Bool
  ) throws(JSONError) -> EditContainer {
    if let container = try container(at: place, writing: writing) { return container }
    let reason = upTo < steps.count ? steps[upTo].reasonInScalar : "the value is no container"
    throw fault(steps, upTo: upTo, reason: reason)
  }

  /// The value at a place with its children; nil for a scalar.
  func container(at place: Place, writing: Bool) throws(JSONError) -> EditContainer? {
    switch reference(at: place) {
    case .removed: return nil
    case .source(let token):
      guard let container = try expanded(token) else { return nil }
      replace(at: place, with: makeNode(.container(container)))
      return container
    case .node(let id):
      let isShared = nodes[Int(id)].isShared
      switch nodes[Int(id)].content {
      case .text: return nil
      case .value(let json):
        guard let container = expanded(json, isShared: isShared) else { return nil }
        if isShared {
          replace(at: place, with: makeNode(.container(container)))
        } else {
          nodes[Int(id)].content = .container(container)
        }
        return container
      case .container(let container):
        guard isShared, writing else { return container }
        let copy = EditContainer(copying: container)
        for child in copy.children { share(child.value) }
        replace(at: place, with: makeNode(.container(copy)))
        return copy
      }
    }
  }

  /// Notes that another place will refer to the value.
  func share(_ value: EditReference) {
    if case .node(let id) = value { nodes[Int(id)].isShared = true }
  }

  /// The children of a container in the text. O(children), with skips over what is in them.
  private func expanded(_ token: UInt32) throws(JSONError) -> EditContainer? {
    let container = document.at(token)
    guard Byte.opens(container.byte) else { return nil }
    let isObject = container.byte == Byte.openBrace
    var originals: [UInt32] = []
    var last = token
    while let next = try isObject
      ? container.nextField(after: last) : container.nextElement(after: last)
    {
      originals.append(next)
      last = next
      container.leaveHint(container: token, token: next)
    }
    let close = last == token ? token &+ 1 : container.after(last)
    container.leaveHint(container: token, token: close)
    return EditContainer(isObject: isObject, open: token, close: close, originals: originals)
  }

  private func expanded(_ json: JSON, isShared: Bool) -> EditContainer? {
    switch json {
    case .array(let elements):
      return EditContainer(
        isObject: false, keys: [], values: elements.map { makeNode(.value($0)) })
    case .object(let object):
      return EditContainer(
        isObject: true, keys: object.keys, values: object.map { makeNode(.value($0.value)) })
    default: return nil
    }
  }
}

extension EditTree {
  /// The error for steps of which the one at `upTo` leads nowhere. Its offset is that of the last value before it that
  /// is in the text.
  func fault(_ steps: [EditStep], upTo: Int, reason: String) -> JSONError {
    var offset = document.offset
    var reference = root
    for step in steps.prefix(upTo) {
      guard case .node(let id) = reference, case .container(let container) = nodes[Int(id)].content,
        let child = try? child(of: container, at: step)
      else { break }
      reference = container.children[child].value
      if let here = self.offset(of: reference) { offset = here }
    }
    return JSONError(
      .invalidPath, at: offset, name: EditStep.pointer(steps), reason: reason)
  }

  /// Where a value is in the text; nil for a new one.
  func offset(of reference: EditReference) -> Int? {
    switch reference {
    case .source(let token): return document.offset(of: token)
    case .node(let id):
      guard case .container(let container) = nodes[Int(id)].content else { return nil }
      return container.open.map { document.offset(of: $0) }
    case .removed: return nil
    }
  }
}
