public import Sluice

/// A place in a document that is being edited: the root, or what its subscripts lead to.
///
/// ```swift
/// let edited = try reader.withDocument(text) { root in
///   try root.edited { edit in
///     edit["user"]["name"] = "Ada"
///     edit["tags"].append("new")
///     edit.remove("/draft")
///   }
/// }
/// ```
///
/// Later edits see earlier ones. A place is a path: it is followed anew by each edit, and means whatever is there then.
///
/// Edits don't throw. The first one that fails ends the editing: all after it do nothing, and the function that lent
/// the editor throws its error. The document was not changed. Reads return nil then.
///
/// If several fields have one name, an edit changes the one that counts under the reader's policy
/// (Sluice's page RepeatedKeys); removing a field removes all of that name. Under `DuplicateKeys.reject` it throws
/// `duplicate-key`.
///
/// Cost of an edit: one walk over each container on its path the first time, with 20 bytes for each field or element of
/// it; later, one look-up for each step. Inserting and removing in an array moves the elements after it.
///
/// Not Sendable, and of no use after the function that lent it: edits then do nothing.
public struct JSONEditor {
  let session: EditSession
  let steps: [EditStep]

  /// The place of a field or of an array's element that a path leads to. Nothing is looked up yet.
  public subscript(key: String) -> JSONEditor {
    JSONEditor(session: session, steps: steps + [.key(key)])
  }

  /// The place of an element.
  public subscript(index: Int) -> JSONEditor {
    JSONEditor(session: session, steps: steps + [.index(index)])
  }

  /// The place that a pointer leads to from here.
  public subscript(pointer: JSONPointer) -> JSONEditor {
    JSONEditor(session: session, steps: steps + pointer.steps.map { .token($0) })
  }

  /// The value of the field `key`. Setting replaces it, or adds a field after the last; setting nil removes it.
  ///
  /// Reading returns nil if there is no such field. O(size of the value) to read.
  @_disfavoredOverload
  public subscript(key: String) -> JSON? {
    get { self[key].value }
    nonmutating set { self[key].assign(newValue) }
  }

  /// The element at `index`. Setting replaces it, or appends an element if `index` equals the count; setting nil
  /// removes it. Reading returns nil if the array is shorter.
  @_disfavoredOverload
  public subscript(index: Int) -> JSON? {
    get { self[index].value }
    nonmutating set { self[index].assign(newValue) }
  }

  /// The value at a pointer from here. Setting replaces it, or adds it as a field, or, with `-`, as the last element;
  /// setting nil removes it.
  @_disfavoredOverload
  public subscript(pointer: JSONPointer) -> JSON? {
    get { self[pointer].value }
    nonmutating set { self[pointer].assign(newValue) }
  }

  /// The value here as it is now, or nil if nothing is here. O(size of the value).
  public var value: JSON? {
    session.read { (tree) throws(JSONError) in
      try tree.json(of: tree.reference(at: tree.place(at: steps, writing: false)))
    }
  }

  /// Whether there is something here now.
  public var isPresent: Bool {
    session.read { (tree) throws(JSONError) in
      _ = try tree.place(at: steps, writing: false)
      return true
    } ?? false
  }

  /// How many fields or elements there are here now, or nil for a scalar or if nothing is here. Fields count that are
  /// repeated.
  public var count: Int? {
    let count: Int?? = session.read { (tree) throws(JSONError) in
      try tree.container(at: tree.place(at: steps, writing: false), writing: false)?.count
    }
    return count ?? nil
  }
}

// Edits.
extension JSONEditor {
  /// Sets the value here: replaces what is here, or adds a field after the last, or the element after the last.
  ///
  /// Fails with `invalid-path` if the place before the last step is missing or is a scalar.
  public func set(_ value: JSON) {
    edit { (tree) throws(JSONError) in try tree.set(tree.new(value, depth: steps.count), at: steps)
    }
  }

  /// Sets the value here to JSON text, which is checked in full. A scalar is written as it is spelled; an object or
  /// array gets the layout of the document.
  ///
  /// Fails with the text's faults.
  public func set(rawJSON text: some StringProtocol) {
    edit { (tree) throws(JSONError) in
      try tree.set(tree.new(text: Array(text.utf8), depth: steps.count), at: steps)
    }
  }

  /// Adds an element at the end of the array here.
  public func append(_ value: JSON) {
    edit { (tree) throws(JSONError) in
      try tree.insert(tree.new(value, depth: steps.count + 1), at: nil, ofArrayAt: steps)
    }
  }

  /// Adds an element to the array here, before the one at `index`, or at the end if `index` is the count.
  public func insert(_ value: JSON, at index: Int) {
    edit { (tree) throws(JSONError) in
      try tree.insert(tree.new(value, depth: steps.count + 1), at: index, ofArrayAt: steps)
    }
  }

  /// Removes what is here: an element, or all fields of that name. Fails with `invalid-path` if nothing is here.
  public func remove() {
    edit { (tree) throws(JSONError) in try tree.remove(at: steps) }
  }

  /// Removes what a JSON Pointer leads to from here, such as `/users/0/name`.
  public func remove(_ pointer: String) {
    edit { (tree) throws(JSONError) in
      try tree.remove(at: steps + JSONPointer(pointer).steps.map { .token($0) })
    }
  }

  /// Gives the field that is here another name. It stays at its position. Fails with `invalid-path` if the object has a
  /// field of that name.
  public func rename(to key: String) {
    edit { (tree) throws(JSONError) in try tree.changeKey(at: steps, to: key) }
  }

  /// Moves what is at one pointer to another one, both from here, as JSON Patch does.
  public func move(from source: JSONPointer, to target: JSONPointer) {
    edit { (tree) throws(JSONError) in try tree.move(from: path(source), to: path(target)) }
  }

  /// Copies what is at one pointer to another one, both from here, as JSON Patch does.
  public func copy(from source: JSONPointer, to target: JSONPointer) {
    edit { (tree) throws(JSONError) in try tree.copy(from: path(source), to: path(target)) }
  }

  private func assign(_ value: JSON?) {
    if let value { return set(value) }
    edit { (tree) throws(JSONError) in try tree.remove(at: steps, ifPresent: true) }
  }

  func path(_ pointer: JSONPointer) -> [EditStep] { steps + pointer.steps.map { .token($0) } }

  func edit(_ change: (EditTree) throws(JSONError) -> Void) { session.edit(change) }
}
