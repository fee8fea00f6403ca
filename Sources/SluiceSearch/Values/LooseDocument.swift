import Sluice
import SluiceSystem
import Synchronization

/// The document that loose values are in: the one that a search reads, and, if any value is still there when the search
/// ends, a copy of what was searched.
///
/// Sendable: the thread that searches reads the open document, and alone writes `fault`. Any other thread makes the copy
/// before it reads, and the search doesn't end while it does. `copy` is written once, between two changes of `state`.
@safe
final class LooseDocument: @unchecked Sendable {
  /// What there is: the open document only; a copy in the making; the open document and a copy; the copy only.
  private enum State {
    static let open = 0
    static let copying = 1
    static let copied = 2
    static let closed = 3
  }

  private let root: JSONPosition
  private let thread = ThreadIdentity.current
  private let state = Atomic(State.open)
  private var copy: Result<JSONView, JSONError>?
  /// An error in the text that a getter met, and can't throw.
  private(set) var fault: (any Error)?
  /// The objects that the search has reported.
  let memory: SearchReporter.Memory?

  /// Sound because the caller ends it before the document that `root` is in closes.
  init(searching root: JSONPosition, _ memory: SearchReporter.Memory?) {
    self.root = root
    self.memory = memory
  }

  /// Ends the running search with an error that can't be thrown here. After it, there is no one to tell.
  func keep(_ error: any Error) {
    if openRoot != nil, fault == nil { fault = error }
  }

  /// Ends the search: copies what was searched if any value is still there.
  static func end(_ document: inout LooseDocument?) {
    guard document != nil, !isKnownUniquelyReferenced(&document) else { return }
    document?.close()
  }

  private func close() {
    // A copy that fails is an error of each later use.
    _ = try? kept()
    state.store(State.closed, ordering: .releasing)
  }

  /// The searched value, for the thread that searches it, until the search ends.
  var openRoot: JSONPosition? {
    guard ThreadIdentity.current == thread, state.load(ordering: .acquiring) != State.closed else {
      return nil
    }
    return root
  }

  /// The value at `object`, a position below `openRoot`.
  func value(at object: JSONPosition) -> LooseJSON { LooseJSON(self, object.token &- root.token) }

  /// The searched value in a document that is kept: in the one that was searched if that is, otherwise in a copy, which
  /// the first call makes. Throws `out-of-memory`.
  func kept() throws(JSONError) -> JSONView {
    while state.load(ordering: .acquiring) < State.copied {
      let (isMine, _) = state.compareExchange(
        expected: State.open, desired: State.copying, ordering: .acquiringAndReleasing)
      if isMine {
        do throws(JSONError) {
          copy = .success(try root.kept())
        } catch {
          copy = .failure(error)
        }
        state.store(State.copied, ordering: .releasing)
      } else {
        _ = SpinWait.passes { state.load(ordering: .relaxed) == State.copying }
      }
    }
    guard let copy else { throw JSONError(.closedDocument, at: 0) }
    return try copy.get()
  }

  /// Reads the value at `token`, counted from the searched one; returns nil for a value of another kind. An error in
  /// the text itself ends the search.
  func read<R>(_ token: UInt32, _ body: (JSONPosition) throws(JSONError) -> R?) -> R? {
    if let root = openRoot {
      do throws(JSONError) {
        let value = root.at(root.token &+ token)
        if let found = try body(value) { return found }
        if let fault = value.scalarFault { throw fault }
        return nil
      } catch {
        if !error.isAboutValue { keep(error) }
        return nil
      }
    }
    guard let view = try? kept() else { return nil }
    return (try? JSONView(view.storage, view.token &+ token).readPosition(body)) ?? nil
  }
}
