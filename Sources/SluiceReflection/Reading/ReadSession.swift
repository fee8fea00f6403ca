import Foundation
import Sluice

/// The state of one deserialization: its settings, and its place in the document.
///
/// Used by one thread at a time. A decoder kept after the session's end holds it, and finds it
/// ended.
///
/// Its variables are not checked for exclusive access, which would take a tenth of the time: sound
/// because no foreign code is called while one of them is being changed.
final class ReadSession {
  /// A step from a container to the value that is being read.
  enum ReadStep {
    /// The value's token; its key precedes it.
    case field(UInt32)
    case element(Int)
    /// A value that is read on its own.
    case itself
  }

  let convertDate: ((Any) -> Date?)?
  let observer: (any JSONWarningObserver)?
  let readers: ValueReaders
  /// False once the document is closed, or has a fault that was kept: decoders then throw.
  @exclusivity(unchecked) private(set) var isLive = true
  /// A fault of the text that could not be thrown where it was met.
  @exclusivity(unchecked) private(set) var fault: JSONError?
  @exclusivity(unchecked) var steps: [ReadStep] = []
  /// The shared readers used so far, for access without their lock.
  @exclusivity(unchecked) private var used: [ObjectIdentifier: any AnyValueReader] = [:]
  /// The objects that decoders are reading, outermost first. Those after `openFrames` can be
  /// reused.
  @exclusivity(unchecked) var frames: [ObjectFrame] = []
  @exclusivity(unchecked) var openFrames = 0
  @exclusivity(unchecked) var serial: UInt64 = 0

  init(
    _ convertDate: ((Any) -> Date?)?, _ observer: (any JSONWarningObserver)?,
    _ readers: ValueReaders
  ) {
    self.convertDate = convertDate
    self.observer = observer
    self.readers = readers
  }

  /// Ends the session: decoders that were kept throw from now on.
  func end() {
    unsafe isLive = false
    unsafe frames = []
    unsafe openFrames = 0
  }

  /// Keeps a fault of the text that can't be thrown here. Decoders throw it from now on, and so does the session's end.
  func keep(_ error: any Error) {
    guard let error = error as? JSONError, error.isAboutText, unsafe fault == nil else { return }
    unsafe fault = error
    unsafe isLive = false
  }

  /// Throws the fault that was kept, if any.
  func refuseFault() throws(JSONError) {
    if let fault = unsafe fault { throw fault }
  }

  func reader<Value>(_ type: Value.Type) -> ValueReader<Value> {
    let key = ObjectIdentifier(type)
    if let known = unsafe used[key] as? ValueReader<Value> { return known }
    let reader = readers.reader(of: type)
    unsafe used[key] = reader
    return reader
  }

  /// Walks an object and calls `body` with each field of the plan, in its order; nil for a field
  /// that is missing or null. When a field comes again, and counts, calls `restart`, and `body`
  /// again with all fields.
  ///
  /// Throws `type-mismatch` for a value that is not an object, `depth-exceeded`, and errors of the
  /// walk and of `body`.
  func walk(
    _ plan: FieldPlan, over position: JSONPosition, restart: () -> Void,
    _ body: (Int, JSONPosition?) throws -> Void
  ) throws {
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    let frame = try FieldFrame(plan, of: position)
    defer { frame.end() }
    let depth = unsafe steps.count
    unsafe steps.append(.itself)
    defer { unsafe steps.removeLast(steps.count - depth) }
    try frame.readAll(restart: restart) { _, field, token in
      guard token != FieldFrame.absent else { return try body(field, nil) }
      unsafe steps[depth] = .field(token)
      try body(field, position.at(token))
    }
  }

  /// Calls `body` with the path set to a field of the document's root.
  func at(_ field: JSONPosition, _ body: () -> Void) {
    unsafe steps.append(.field(field.token))
    defer { unsafe steps.removeLast() }
    body()
  }

  /// Walks an array and calls `body` with each element.
  func forEachElement(
    of position: JSONPosition, _ body: (JSONPosition) throws -> Void
  ) throws {
    let depth = unsafe steps.count
    unsafe steps.append(.itself)
    defer { unsafe steps.removeLast(steps.count - depth) }
    var last = position.token
    var index = 0
    while let next = try position.nextElement(after: last) {
      unsafe steps[depth] = .element(index)
      try body(position.at(next))
      last = next
      index += 1
    }
    position.leaveHint(behindLast: last)
  }

  /// Calls `body` with each field of an object that counts. The last of several fields with one
  /// name counts, unless the reader's options say otherwise.
  func forEachField(
    of position: JSONPosition, _ body: (String, JSONPosition) throws -> Void
  ) throws {
    let depth = unsafe steps.count
    unsafe steps.append(.itself)
    defer { unsafe steps.removeLast(steps.count - depth) }
    var counting = CountingFields(of: position)
    var last = position.token
    while let next = try position.nextField(after: last) {
      last = next
      unsafe steps[depth] = .field(next)
      let name = try position.at(next &- 2).text()
      if try counting.count(name, at: next) { try body(name, position.at(next)) }
    }
    position.leaveHint(behindLast: last)
  }
}

extension FieldPlan {
  /// Returns a plan that only notes the positions of fields.
  static func noting(_ names: [(name: String, takesNull: Bool)]) -> FieldPlan {
    var layout = FieldLayout()
    let fields = names.map { name, takesNull in
      unsafe PlanField(
        FieldPath([.key(name)]), of: Void.self, in: &layout, takesNull: takesNull, absent: nil
      ) { _ in }
    }
    return FieldPlan(fields, layout)
  }
}
