import Foundation
import Sluice

/// One deserialization at work: what it was told, and where in the document it is.
///
/// One thread uses it at a time. A decoder that somebody keeps holds it, and finds it ended.
///
/// Its variables are not checked for exclusive access, which would take a tenth of the time: sound
/// because nothing of others is called while one of them is being changed.
final class ReadSession {
  /// A step from a container to the value in it that is being read.
  enum Step {
    /// The value's token: its key stands before it.
    case field(UInt32)
    case element(Int)
    /// A value that is read by itself.
    case itself
  }

  let convertDate: SGYJSONDateConversionBlock?
  let observer: (any JSONWarningObserver)?
  /// False once the document is closed.
  @exclusivity(unchecked) private(set) var isLive = true
  @exclusivity(unchecked) var steps: [Step] = []
  /// The readers used so far: the shared ones, without their lock.
  @exclusivity(unchecked) private var readers: [ObjectIdentifier: any AnyValueReader] = [:]
  /// The objects that decoders are reading, outermost first; those behind `openFrames` wait to be
  /// used again.
  @exclusivity(unchecked) var frames: [ObjectFrame] = []
  @exclusivity(unchecked) var openFrames = 0
  @exclusivity(unchecked) var serial: UInt64 = 0

  init(
    _ convertDate: SGYJSONDateConversionBlock?, _ observer: (any JSONWarningObserver)?
  ) {
    self.convertDate = convertDate
    self.observer = observer
  }

  /// From here on, decoders that were kept refuse to work.
  func end() {
    isLive = false
    frames = []
    openFrames = 0
  }

  /// The reader of a type.
  func reader<Value>(_ type: Value.Type) -> ValueReader<Value> {
    let key = ObjectIdentifier(type)
    if let known = readers[key] as? ValueReader<Value> { return known }
    let reader = ValueReader<Value>.shared
    readers[key] = reader
    return reader
  }

  /// Goes over an object and calls `body` with each field of the plan, in its order: nil where it is
  /// missing or null. When a field comes again, and counts, `restart` is called, and `body`
  /// with all fields anew.
  ///
  /// Throws `type-mismatch` for what is no object, `depth-exceeded`, what the walk and `body` throw.
  func walk(
    _ plan: FieldPlan, over position: JSONPosition, restart: () -> Void,
    _ body: (Int, JSONPosition?) throws -> Void
  ) throws {
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    let frame = try FieldFrame(plan, of: position)
    defer { frame.end() }
    let depth = steps.count
    steps.append(.itself)
    defer { steps.removeLast(steps.count - depth) }
    try frame.readAll(restart: restart) { _, field, token in
      guard token != FieldFrame.absent else { return try body(field, nil) }
      steps[depth] = .field(token)
      try body(field, position.at(token))
    }
  }

  /// Calls `body`, which is about a field of the document's root.
  func at(_ field: JSONPosition, _ body: () -> Void) {
    steps.append(.field(field.token))
    defer { steps.removeLast() }
    body()
  }

  /// Goes over an array and calls `body` with each element.
  func forEachElement(
    of position: JSONPosition, _ body: (JSONPosition) throws -> Void
  ) throws {
    let depth = steps.count
    steps.append(.itself)
    defer { steps.removeLast(steps.count - depth) }
    var last = position.token
    var index = 0
    while let next = try position.nextElement(after: last) {
      steps[depth] = .element(index)
      try body(position.at(next))
      last = next
      index += 1
    }
    position.leaveHint(behindLast: last)
  }

  /// Calls `body` with each field of an object that counts. The last of several fields with one name
  /// counts, unless the reader's options say otherwise.
  func forEachField(
    of position: JSONPosition, _ body: (String, JSONPosition) throws -> Void
  ) throws {
    let depth = steps.count
    steps.append(.itself)
    defer { steps.removeLast(steps.count - depth) }
    var counting = CountingFields(of: position)
    var last = position.token
    while let next = try position.nextField(after: last) {
      last = next
      steps[depth] = .field(next)
      let name = try position.at(next &- 2).text()
      if try counting.count(name, at: next) { try body(name, position.at(next)) }
    }
    position.leaveHint(behindLast: last)
  }
}

extension FieldPlan {
  /// A plan that only says where fields stand.
  static func noting(_ names: [(name: String, takesNull: Bool)]) -> FieldPlan {
    var layout = FieldLayout()
    let fields = names.map { name, takesNull in
      PlanField(
        FieldPath([.key(name)]), of: Void.self, in: &layout, takesNull: takesNull, absent: nil
      ) { _ in }
    }
    return FieldPlan(fields, layout)
  }
}
