import Sluice

/// A compiled untyped schema: `Parser.parseEntity` and `Schema { … }` read entities with it.
///
/// Sound because nothing in it changes between the initialiser and `deinit`.
@safe
final class EntityPlan: @unchecked Sendable {
  /// Unmanaged: counting references would cost as much as reading a number.
  ///
  /// Sound because entries stay in the plan whose `properties` keep them alive.
  @safe
  private struct Entry {
    let property: Unmanaged<EntityProperty>
    /// The place of its value: the last of several properties with the same key path counts.
    let place: Int
  }

  let properties: [EntityProperty]
  let count: Int
  private let entries: UnsafeMutablePointer<Entry>
  private let plan: FieldPlan
  private let keys: EntityKeys
  private let readsArrays: Bool

  init(_ properties: [EntityProperty]) {
    self.properties = properties
    count = properties.count
    unsafe entries = .allocate(capacity: max(count, 1))
    var layout = FieldLayout()
    // The values go directly into the entity, and none into the frame.
    plan = FieldPlan(
      properties.map {
        unsafe PlanField(
          $0.name.first, else: $0.name.second, of: Void.self, in: &layout, absent: nil,
          read: { _ in })
      }, layout)
    var names: [String] = []
    var places: [ByteName: Int] = [:]
    for (i, property) in properties.enumerated() {
      let name = ByteName(property.name.keyPath)
      let place = places[name] ?? names.count
      if place == names.count {
        names.append(property.name.keyPath)
        places[name] = place
      }
      unsafe (entries + i).initialize(
        to: Entry(property: .passUnretained(property), place: place))
    }
    keys = EntityKeys(names)
    readsArrays = !properties.isEmpty && properties.allSatisfy(\.name.beginsWithIndex)
  }

  deinit { unsafe entries.deallocate() }

  func isSame(as other: [EntityProperty]) -> Bool {
    count == other.count && zip(properties, other).allSatisfy { $0.isSame(as: $1) }
  }

  /// Returns whether the property at `number` was declared like this.
  @inline(__always)
  func expects(_ number: Int, _ isSame: (EntityProperty) -> Bool) -> Bool {
    unsafe number < count && entries[number].property._withUnsafeGuaranteedRef(isSame)
  }

  /// Returns the entity of the value at `position`. `decoders` are those of the properties that
  /// have one, in order.
  func entity(at position: JSONPosition, _ decoders: [any SchemaDecoder]) throws -> SchemaEntity {
    if position.byte != Byte.openBrace, try isArrayAsWhole(position) {
      return try entity(ofArrayAt: position, decoders)
    }
    let storage = EntityStorage.make(keys)
    let slots = unsafe storage.slots
    let frame = try FieldFrame(plan, of: position)
    let outer = unsafe position.context.startCollecting()
    defer {
      unsafe position.context.stopCollecting(outer)
      frame.end()
    }
    var issues = IssueList()
    var decoder = 0
    try frame.readAll(
      restart: {
        issues.removeAll()
        decoder = 0
        unsafe slots.update(repeating: .absent, count: keys.count)
      }
    ) { frame, field, token in
      let entry = unsafe entries + field
      try unsafe entry.pointee.property._withUnsafeGuaranteedRef { property in
        if token == FieldFrame.absent {
          try addMissing(property, field, frame, &issues)
          if case .decoder = property.decoding { decoder += 1 }
          return
        }
        let place = frame.record.at(token)
        do {
          try unsafe property.read(place, into: slots + entry.pointee.place, decoders, &decoder)
        } catch {
          try issues.add(error, property.name, at: place)
        }
      }
    }
    guard issues.isEmpty else { throw issues.error }
    return SchemaEntity(storage: storage)
  }

  @inline(never)
  private func addMissing(
    _ property: EntityProperty, _ field: Int, _ frame: borrowing FieldFrame,
    _ issues: inout IssueList
  ) throws(JSONError) {
    guard !property.isOptional else { return }
    try issues.addMissing(
      property.name, expected: property.type.words, isNull: frame.isNull(field),
      in: frame.record)
  }

  /// Handles a value that is not an object. Returns true for an array whose elements one property
  /// describes, and false for an array whose elements are properties by index. Throws otherwise.
  private func isArrayAsWhole(_ position: JSONPosition) throws -> Bool {
    guard position.byte == Byte.openBracket else {
      if let fault = position.scalarFault { throw fault }
      throw ParserError(
        notOfType: "[String: Any] or [Any]", expected: "an object or an array", at: position)
    }
    if count == 1, properties[0].type == .array { return true }
    guard readsArrays else {
      throw ParserError(
        "Invalid property list for json array.", expected: "an object", at: position)
    }
    return false
  }

  private func entity(
    ofArrayAt position: JSONPosition, _ decoders: [any SchemaDecoder]
  ) throws -> SchemaEntity {
    let outer = unsafe position.context.startCollecting()
    defer { unsafe position.context.stopCollecting(outer) }
    let property = properties[0]
    if case .none = property.decoding {
      throw ParserError(
        "A decoding method was not provided for `` array", expected: "a decoder", at: position)
    }
    let storage = EntityStorage.make(keys)
    unsafe storage.slots.pointee = try property.elements(at: position, decoders.first)
    return SchemaEntity(storage: storage)
  }

  func describe(in document: inout JSONSchemaDocument) -> JSON {
    var object = ObjectDescription()
    for property in properties {
      object.add(property.name, isRequired: !property.isOptional, property.type.jsonSchema)
    }
    return object.json
  }
}

extension EntityProperty {
  /// Returns the elements of the array at `place`.
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
  /// Passes each element of this array to a decoder, and the results to `take`.
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
      issues.index += 1
    }
    leaveHint(behindLast: last)
    try issues.end()
    return values
  }
}
