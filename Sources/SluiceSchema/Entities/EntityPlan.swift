import Sluice

/// An untyped schema compiled: what `Parser.parseEntity` and `Schema { … }` read entities with.
///
/// Sound because nothing of it changes from the initialiser to `deinit`.
@usableFromInline
final class EntityPlan: @unchecked Sendable {
  let all: [EntityProperty]
  let count: Int
  /// Where `all` lies: references to its parts are not counted while an object is read.
  let properties: UnsafePointer<EntityProperty>
  private let memory: UnsafeMutablePointer<EntityProperty>
  private let plan: FieldPlan
  private let keys: EntityKeys
  /// For each property the place of its value: of two with the same key path, the last counts.
  private let places: [Int]
  private let takesArrays: Bool

  init(_ properties: [EntityProperty]) {
    all = properties
    count = properties.count
    memory = .allocate(capacity: max(count, 1))
    memory.initialize(from: properties, count: count)
    self.properties = UnsafePointer(memory)
    var layout = FieldLayout()
    let fields = properties.map { property in
      PlanField(
        property.name.first, else: property.name.second, of: SchemaValue.self, in: &layout,
        absent: nil, read: { try property.value(at: $0.position, nil) ?? .absent })
    }
    plan = FieldPlan(fields, layout)
    var names: [String] = []
    places = properties.map { property in
      if let known = names.firstIndex(of: property.name.keyPath) { return known }
      names.append(property.name.keyPath)
      return names.count - 1
    }
    keys = EntityKeys(names)
    takesArrays = !properties.isEmpty && properties.allSatisfy(\.name.beginsWithIndex)
  }

  deinit {
    memory.deinitialize(count: count)
    memory.deallocate()
  }

  func isSame(as other: [EntityProperty]) -> Bool {
    all.count == other.count && zip(all, other).allSatisfy { $0.isSame(as: $1) }
  }

  /// The entity of the value at `position`; `decoders` are those of the properties that have one,
  /// in order.
  func entity(at position: JSONPosition, _ decoders: [any SchemaDecoder]) throws -> SchemaEntity {
    switch position.byte {
    case Byte.openBrace: break
    case Byte.openBracket:
      if count == 1, properties[0].type == .array {
        return try entity(ofArrayAt: position, decoders)
      }
      guard takesArrays else {
        throw ParserError(
          "Invalid property list for json array.", expected: "an object", at: position)
      }
    default:
      guard position.kind != nil else { throw position.literalError(.value) }
      throw ParserError(
        notOfType: "[String: Any] or [Any]", expected: "an object or an array", at: position)
    }
    var frame = try FieldFrame(plan, of: position)
    let outer = position.index.startCollecting()
    defer {
      position.index.stopCollecting(outer)
      frame.end()
    }
    var issues = IssueList()
    var decoder = 0
    try frame.readAll(
      restart: {
        issues.removeAll()
        decoder = 0
      }
    ) { frame, field, token in
      try EntityPlan.read(
        properties + field, field, at: token, frame, decoders, &decoder, &issues)
    }
    guard issues.isEmpty else { throw issues.error }
    return entity(of: frame)
  }

  @inline(__always)
  private static func read(
    _ property: UnsafePointer<EntityProperty>, _ field: Int, at token: UInt32,
    _ frame: borrowing FieldFrame, _ decoders: [any SchemaDecoder], _ next: inout Int,
    _ issues: inout IssueList
  ) throws {
    var decoder: (any SchemaDecoder)?
    if case .decoder = property.pointee.decoding {
      decoder = decoders[next]
      next += 1
    }
    guard token != FieldFrame.absent else {
      if !property.pointee.isOptional { addMissing(property.pointee, field, frame, &issues) }
      return
    }
    let place = frame.record.at(token)
    do {
      let value =
        property.pointee.type == .array
        ? try property.pointee.elements(at: place, decoder)
        : try property.pointee.value(at: place, decoder)
      if let value { frame.fill(field, with: value) }
    } catch {
      try issues.add(error, property.pointee.name, at: place)
    }
  }

  @inline(never)
  private static func addMissing(
    _ property: EntityProperty, _ field: Int, _ frame: borrowing FieldFrame,
    _ issues: inout IssueList
  ) {
    issues.addMissing(
      property.name, expected: property.type.words, at: frame.place(of: field), in: frame.record)
  }

  /// Moves the values out of the frame.
  private func entity(of frame: FieldFrame) -> SchemaEntity {
    let storage = EntityStorage.make(keys)
    storage.withUnsafeMutablePointerToElements { slots in
      for property in 0..<places.count {
        guard let slot = frame.take(property) else { continue }
        slots[places[property]] = slot.assumingMemoryBound(to: SchemaValue.self).move()
      }
    }
    return SchemaEntity(storage: storage)
  }

  /// Of a root array the one property says what its elements are.
  private func entity(
    ofArrayAt position: JSONPosition, _ decoders: [any SchemaDecoder]
  ) throws -> SchemaEntity {
    let outer = position.index.startCollecting()
    defer { position.index.stopCollecting(outer) }
    let property = properties[0]
    if case .none = property.decoding {
      throw ParserError(
        "A decoding method was not provided for `` array", expected: "a decoder", at: position)
    }
    let storage = EntityStorage.make(keys)
    let value = try property.elements(at: position, decoders.first)
    storage.withUnsafeMutablePointerToElements { $0.pointee = value }
    return SchemaEntity(storage: storage)
  }

  func describe(in document: inout JSONSchemaDocument) -> JSON {
    var object = ObjectDescription()
    for property in all {
      object.add(property.name, isRequired: !property.isOptional, property.type.jsonSchema)
    }
    return object.json
  }
}

extension EntityProperty {
  /// The elements of the array at `place`.
  func elements(at place: JSONPosition, _ decoder: (any SchemaDecoder)?) throws -> SchemaValue {
    guard place.byte == Byte.openBracket else { throw place.mismatch(.array) }
    switch decoding {
    case .type(let reader): return try reader.elements(place)
    case .decoder:
      guard let decoder else { break }
      return .boxed(TypedBox(try place.elements(by: decoder) { $0 }))
    case .none: break
    }
    throw ParserError(
      "A decoding method was not provided for `\(name.keyPath)` array", expected: "a decoder",
      at: place)
  }
}

extension JSONPosition {
  /// What a decoder makes of the elements of this array, and `take` of that.
  func elements<T>(
    by decoder: any SchemaDecoder, _ take: (Any) throws -> T
  ) throws -> [T] {
    var values: [T] = []
    var issues = ElementIssues()
    var last = token
    while let next = try nextElement(after: last) {
      last = next
      do {
        let value = try take(try decoder.decode(JSONCursor(unchecked: at(next))))
        if issues.isEmpty { values.append(value) }
      } catch {
        try issues.add(error, decoder: decoder, at: at(next))
      }
      leaveHint(container: token, token: next)
      issues.index += 1
    }
    try issues.end()
    return values
  }
}
