import Foundation
import Sluice

/// The output of a serialization. Brackets and keys are held back until a leaf follows, so empty
/// containers are not written.
///
/// ```
/// {"name": nil, "address": {"city": nil}, "age": 7}
/// held back    {   "name"   "address" {   "city"      "age"
/// written                                             {"age":7}
/// ```
struct ReflectionOutput: ~Copyable {
  private enum Opening {
    case object, array
    case key(String)
  }

  enum WrittenStep {
    case key(String)
    case element(Int)
  }

  var writer: JSONWriter
  private var pending: [Opening] = []
  /// The current path in the output.
  private var path: [WrittenStep] = []
  /// The objects being written, outermost first, and the path's length at each.
  private var open: [(object: ObjectIdentifier, depth: Int)] = []
  private var room: StackRoom
  private let writers: ValueWriters
  /// The shared writers used so far, for access without their lock.
  private var used: [ObjectIdentifier: ValueWriter] = [:]

  let convertDate: ((Date) -> (any JSONLeafRepresentable)?)?
  let observer: (any JSONWarningObserver)?
  let sortsKeys: Bool

  init(
    _ writer: consuming JSONWriter, depthLimit: Int, sortsKeys: Bool,
    convertDate: ((Date) -> (any JSONLeafRepresentable)?)?, observer: (any JSONWarningObserver)?,
    writers: ValueWriters
  ) {
    self.writer = writer
    room = StackRoom(limit: depthLimit)
    self.sortsKeys = sortsKeys
    self.convertDate = convertDate
    self.observer = observer
    self.writers = writers
  }

  /// Returns the writer with the output.
  consuming func finish() -> JSONWriter { writer }

  /// Writes any value by its type's order of precedence, or nothing.
  mutating func write(_ value: Any) throws {
    let type = type(of: value)
    let key = ObjectIdentifier(type)
    let found: ValueWriter
    if let known = used[key] {
      found = known
    } else {
      found = writers.writer(of: type)
      used[key] = found
    }
    guard found.nests else { return try found.write(value, &self) }
    try room.enter()
    defer { room.leave() }
    guard found.isObject else { return try found.write(value, &self) }
    let object = ObjectIdentifier(value as AnyObject)
    if let before = open.first(where: { $0.object == object }) {
      throw JSONError(
        .backReference, at: 0, name: nil,
        reason: "\(type) at \(text(path)) is already being written, at"
          + " \(text(path.prefix(before.depth)))")
    }
    open.append((object, path.count))
    defer { open.removeLast() }
    try found.write(value, &self)
  }

  /// Writes a leaf, and everything held back before it.
  mutating func leaf(_ body: (inout JSONWriter) throws -> Void) throws {
    try flush()
    try body(&writer)
  }

  /// Writes a field, unless its value turns out to be empty.
  mutating func field(_ name: String, _ body: (inout ReflectionOutput) throws -> Void) throws {
    let before = pending.count
    pending.append(.key(name))
    path.append(.key(name))
    try body(&self)
    path.removeLast()
    if pending.count > before { pending.removeLast() }
  }

  mutating func object(_ body: (inout ReflectionOutput) throws -> Void) throws {
    let before = pending.count
    pending.append(.object)
    try body(&self)
    if try closes(after: before) { try writer.endObject() }
  }

  /// Writes an array. `body` writes each element with `element`.
  mutating func array(_ body: (inout ReflectionOutput) throws -> Void) throws {
    let before = pending.count
    pending.append(.array)
    path.append(.element(-1))
    try body(&self)
    path.removeLast()
    if try closes(after: before) { try writer.endArray() }
  }

  mutating func element(_ value: Any) throws {
    if let last = path.indices.last, case .element(let index) = path[last] {
      path[last] = .element(index + 1)
    }
    try write(value)
  }

  mutating func warn(_ kind: JSONWarning.Kind) {
    observer?.observe(warning: JSONWarning(kind, text(path)))
  }

  /// Returns whether to close a container whose opening was held back after `before` others.
  private mutating func closes(after before: Int) throws -> Bool {
    guard pending.count > before else { return true }
    if path.isEmpty {
      try flush()
      return true
    }
    pending.removeLast()
    return false
  }

  private mutating func flush() throws(JSONError) {
    guard !pending.isEmpty else { return }
    for opening in pending {
      switch opening {
      case .object: try writer.beginObject()
      case .array: try writer.beginArray()
      case .key(let name): try writer.key(name)
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  private func text(_ steps: some Sequence<WrittenStep>) -> String {
    var text = "$"
    for step in steps {
      switch step {
      case .key(let name): text += PathText.step(name)
      case .element(let index): text += PathText.step(index)
      }
    }
    return text
  }
}
