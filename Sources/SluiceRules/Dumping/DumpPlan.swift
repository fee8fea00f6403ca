import Sluice

/// The compiled fields of a dump: first the mandatory ones, then the optional ones.
///
/// Immutable; any number of threads may use it at the same time.
///
/// Sound because the memory of `entries` and `written` is this plan's own, filled once with what
/// `fields` and `keys` keep alive.
@safe
final class DumpPlan<T>: @unchecked Sendable {
  private let fields: [DumpField<T>]
  /// The same fields, kept alive by `fields`. Reading the array would look up its type, as plans
  /// are not specialised, and count references.
  private let entries: UnsafeMutablePointer<Unmanaged<DumpField<T>>>
  /// The same steps as `steps`, with their keys' texts, which `keys` keeps alive.
  private let written: UnsafeMutablePointer<WrittenStep>
  private let keys: [WrittenKey]
  /// The steps of the dump. Nil when the paths conflict; then the dump is made as a value before it
  /// is written.
  private let steps: [DumpTree.DumpStep]?

  init(_ declared: [DumpField<T>]) {
    fields = declared.filter(\.isMandatory) + declared.filter { !$0.isMandatory }
    steps = DumpTree.steps(of: fields.map(\.path))
    unsafe entries = .allocate(capacity: max(fields.count, 1))
    for (i, field) in fields.enumerated() {
      unsafe (entries + i).initialize(to: .passUnretained(field))
    }
    keys = (steps ?? []).map { WrittenKey($0.key) }
    unsafe written = .allocate(capacity: max(keys.count, 1))
    for (i, (step, key)) in zip(steps ?? [], keys).enumerated() {
      unsafe (written + i).initialize(to: WrittenStep(step, .passUnretained(key)))
    }
  }

  deinit {
    unsafe entries.deallocate()
    unsafe written.deallocate()
  }

  /// Returns the object, owned, with the fields in the order in which `write` writes them.
  func dump(_ value: T) throws -> JSON {
    guard let steps else { return try dumpByPaths(value) }
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    var level = outer + 1
    var objects = [JSONObject()]
    var keys: [String] = []
    for step in steps {
      switch step {
      case .field(let number, let key):
        do {
          guard let json = try fields[number].json(value) else { continue }
          objects[objects.count - 1].updateValue(json, forKey: key)
        } catch {
          throw fields[number].wrap(error)
        }
      case .enter(let key):
        level = try WritingDepth.enter() + 1
        keys.append(key)
        objects.append(JSONObject())
      case .leave:
        level -= 1
        WritingDepth.leave(to: level)
        // An object in which nothing is written is left out.
        guard let key = keys.popLast(), let inner = objects.popLast(), !inner.isEmpty else {
          continue
        }
        objects[objects.count - 1].updateValue(.object(inner), forKey: key)
      }
    }
    return .object(objects[0])
  }

  /// Returns the object when paths conflict.
  private func dumpByPaths(_ value: T) throws -> JSON {
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    var object = JSONObject()
    for field in fields {
      let path = field.path.elements.count
      do {
        // A path makes an object for each step on the way.
        let own = path > 1 ? try WritingDepth.enter(levels: path - 1) : nil
        defer { if let own { WritingDepth.leave(to: own) } }
        guard let json = try field.json(value) else { continue }
        try object.set(json, at: field.path.elements[...])
      } catch {
        throw field.wrap(error)
      }
    }
    return .object(object)
  }

  /// Writes the same object, field by field.
  func write(_ value: T, to writer: inout JSONWriter) throws {
    guard steps != nil else { return try writer.value(dump(value)) }
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    // As `whole`, but a closure would copy the value.
    let before = writer.mark
    do {
      try writer.beginObject()
      if !keys.isEmpty {
        try writeSteps(of: value, &writer, level: outer + 1)
      }
      try writer.endObject()
    } catch {
      writer.takeBack(to: before, because: error)
      throw error
    }
  }

  private func writeSteps(
    of value: T, _ writer: inout JSONWriter, level: UInt32
  ) throws {
    var level = level
    var place = unsafe DumpPath(written.pointee.key)
    for number in 0..<keys.count {
      let step = unsafe written + number
      unsafe place.key = unsafe step.pointee.key
      let field = unsafe Int(step.pointee.field)
      if field >= 0 {
        do {
          try unsafe entries[field]._withUnsafeGuaranteedRef {
            try $0.write(value, $0.rule, &writer, &place)
          }
        } catch {
          throw fields[field].wrap(error)
        }
      } else if unsafe step.pointee.enters {
        level = try WritingDepth.enter() + 1
        unsafe place.enter(step.pointee.key)
      } else {
        try place.leave(&writer)
        level -= 1
        WritingDepth.leave(to: level)
      }
    }
  }
}

/// A step of a dump, as plain memory.
@safe
private struct WrittenStep {
  /// The number of the field; negative: an object begins or ends.
  let field: Int32
  let enters: Bool
  let key: Unmanaged<WrittenKey>

  init(_ step: DumpTree.DumpStep, _ key: Unmanaged<WrittenKey>) {
    unsafe self.key = unsafe key
    switch step {
    case .field(let number, _): (field, enters) = (Int32(number), false)
    case .enter: (field, enters) = (-1, true)
    case .leave: (field, enters) = (-1, false)
    }
  }
}

extension JSONObject {
  /// Sets a value at a path, making the objects on the way. Throws if another value is in the way.
  mutating func set(_ value: JSON, at path: ArraySlice<JSONPath.PathElement>) throws {
    guard let first = path.first else {
      throw RuleError.invalidDump("Unexpectedly count of path elements is 0", nil)
    }
    guard case .DictionaryKey(let key) = first else {
      throw RuleError.invalidDump(
        """
        Dump by a path within an array is not implemented. Element "\(first)" is not a dictionary.
        """, nil)
    }
    guard path.count > 1 else {
      updateValue(value, forKey: key)
      return
    }
    var inner = JSONObject()
    if let found = self[key] {
      guard let object = found.object else {
        throw RuleError.invalidDump("\"\(key)\" is not a dictionary.", nil)
      }
      inner = object
      // Makes `inner` the only reference, so that it is changed in place.
      self[key] = .null
    }
    do {
      try inner.set(value, at: path.dropFirst())
    } catch {
      self[key] = .object(inner)
      throw error
    }
    self[key] = .object(inner)
  }
}
