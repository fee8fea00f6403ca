import Sluice

/// What the places of one editing share: the tree, and the first error.
final class EditSession {
  /// Nil once the editing has ended: its document may be closed.
  private var tree: EditTree?
  private(set) var failure: JSONError?

  init(_ tree: EditTree) { self.tree = tree }

  /// Makes a change, unless one before it failed.
  func edit(_ change: (EditTree) throws(JSONError) -> Void) {
    guard let tree, failure == nil else { return }
    do throws(JSONError) {
      try change(tree)
    } catch {
      failure = error
    }
  }

  /// Reads something. Returns nil where a path leads nowhere, and after a change that failed. Faults of the text fail
  /// the editing.
  func read<R>(_ body: (EditTree) throws(JSONError) -> R) -> R? {
    guard let tree, failure == nil else { return nil }
    do throws(JSONError) {
      return try body(tree)
    } catch {
      if error.code != .invalidPath { failure = error }
      return nil
    }
  }

  /// Ends the editing: places that were kept do nothing from now on.
  func end() { tree = nil }
}

extension JSONPosition {
  /// Lends an editor of the value here and returns the edited text: of the whole document, if this is its root.
  func edited(
    sizeLimit: Int, _ changes: (inout JSONEditor) throws -> Void
  ) throws -> [UInt8] {
    let tree = EditTree(of: self, sizeLimit: min(max(sizeLimit, 0), JSONOptions.largestSize))
    let session = EditSession(tree)
    defer { session.end() }
    var editor = JSONEditor(session: session, steps: [])
    try changes(&editor)
    if let failure = session.failure { throw failure }
    var writer = EditWriter(tree)
    return try writer.text()
  }
}
