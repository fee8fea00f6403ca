import CSimdJSON

/// Picks the same fields out of one object after another: the fastest way to read records that are mostly alike, such
/// as those of a feed.
///
/// The fields are the cases of an enumeration, whose raw values are the keys:
///
/// ```swift
/// enum LogField: String, CaseIterable {
///   case level, user
///   case duration = "duration_ms"
/// }
/// var picker = FieldPicker<LogField>()
/// try feed.forEach { record in
///   let fields = try picker.pick(from: record.cursor)
///   if try fields[.level].text == "error" { slowest = max(slowest, try fields[.duration].double) }
///   if let user = fields[ifPresent: .user], !user.isNull { users.insert(try user.string) }
/// } rejected: { reject in
///   bad.append(reject)
/// }
/// ```
///
/// A picker remembers the *shapes* of earlier objects: which token belongs to which key. If an object's brackets,
/// separators and own keys equal those of an earlier one, up to the last wanted field, its fields are at the same tokens,
/// and nothing is searched. (The idea is that of Mison, Li et al., VLDB 2017.) Any other object is walked over once.
///
/// It picks what ``JSONCursor/subscript(_:)-(StaticString)`` finds, under the same policy for duplicate keys. Keep one
/// picker for each kind of object. Each takes some 150 KB of memory; an object allocates nothing. Shapes are remembered
/// only on CPUs with AVX2, AVX-512 or NEON; elsewhere every object is walked over.
///
/// Sound because the table and the ordinals are its own, and freed with it.
@safe
public struct FieldPicker<Field>: ~Copyable
where Field: CaseIterable & RawRepresentable, Field.RawValue == String {
  /// The names, each with the location of its case.
  @usableFromInline let table: FieldTable
  /// The value's token for each field of the current object, or `UInt32.max` if it has no such field; and the shapes of
  /// earlier objects.
  @usableFromInline let memory: ShapeMemory
  /// The policy under which the shapes were learned.
  @usableFromInline var duplicateKeys = DuplicateKeys.firstWins
  /// Maps the byte that represents a case in memory to its location.
  @usableFromInline let ordinals: UnsafeMutablePointer<UInt32>
  @usableFromInline let fields: UnsafeMutablePointer<csj_fields>

  /// A picker for all cases of the enumeration: at most 256, and none with associated values.
  ///
  /// If `remembersShapes` is false, walks over every object. Useful if the objects have little in common, and to
  /// measure what remembering gains.
  public init(remembersShapes: Bool = true) {
    precondition(MemoryLayout<Field>.size <= 1, "the fields are the cases of an enumeration")
    let texts = Field.allCases.map(\.rawValue)
    var places: [Int] = []
    table = FieldTable(texts.map { FieldPath([.key($0)]) }, locations: &places)
    unsafe fields = unsafe table.start.fields
    memory = ShapeMemory(
      locationCount: table.locationCount, levels: 1, remembersShapes: remembersShapes,
      ofRecords: false)
    unsafe ordinals = .allocate(capacity: 256)
    unsafe ordinals.initialize(repeating: 0, count: 256)
    for (field, place) in zip(Field.allCases, places) {
      unsafe ordinals[FieldPicker.byte(of: field)] = UInt32(place)
    }
  }

  deinit { unsafe ordinals.deallocate() }

  /// Finds the fields of an object. They are valid until the picker is used again.
  ///
  /// Cost: some nanoseconds for an object like an earlier one; for any other, one walk over its fields up to the last
  /// wanted one. Throws `type-mismatch` if the value is not an object, and the faults that the walk finds:
  /// `unexpected-token`, `incomplete`, `duplicate-key`.
  @inlinable @inline(__always)
  @_lifetime(copy object, &self)
  public mutating func pick(
    from object: JSONCursor
  ) throws(JSONError) -> PickedFields<Field> {
    let position = object.position
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    if unsafe position.context.pointee.duplicateKeys != duplicateKeys || !memory.recall(position) {
      try search(position)
    }
    let picked = unsafe PickedFields<Field>(
      object: position, locations: memory.locations, ordinals: ordinals)
    return unsafe _overrideLifetime(picked, copying: object)
  }

  /// The byte that represents a case in memory; an enumeration of one case has none.
  @inlinable @inline(__always)
  static func byte(of field: Field) -> Int {
    unsafe MemoryLayout<Field>.size == 0 ? 0 : Int(unsafeBitCast(field, to: UInt8.self))
  }

  /// Walks over an object of unknown shape, and learns the shape.
  @usableFromInline @inline(never)
  mutating func search(_ object: JSONPosition) throws(JSONError) {
    let index = unsafe object.index
    let policy = unsafe object.context.pointee.duplicateKeys
    if duplicateKeys != policy {
      duplicateKeys = policy
      memory.forget()
    }
    unsafe memory.locations.update(repeating: .max, count: table.locationCount)
    let needs = unsafe csj_pick_scan(
      fields, index.pointee.bytes, index.pointee.tokens, index.pointee.kinds, object.end,
      object.token, policy.code, memory.locations)
    guard needs > 0 else { return try searchSlowly(object) }
    memory.learn(object, tokens: needs)
  }

  /// The same for an object with white space or escapes in keys, with duplicates that are refused, or with a fault:
  /// field by field.
  private func searchSlowly(_ object: JSONPosition) throws(JSONError) {
    for location in unsafe table.nodes[0].children {
      let node = unsafe table.nodes[Int(location)]
      let found = try unsafe object.field(node.name, count: node.nameCount)
      unsafe memory.locations[Int(location)] = found ?? .max
    }
  }
}
