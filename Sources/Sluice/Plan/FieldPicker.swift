import CSimdJSON

/// Picks the same fields out of one object after another: the fastest way to read records that are
/// mostly alike, as those of a feed are.
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
/// A picker remembers the *shapes* of the objects that it met: which token is which key's. An object whose
/// brackets, separators and keys are those of one before, up to the last field that is wanted, has its fields
/// at the same tokens, and nothing is looked for. (The idea is that of Mison, Li et al., VLDB 2017;
/// csj_pick.h says why what is found that way is what a search finds.) Any other object is gone over once.
///
/// What it picks is what ``JSONCursor/subscript(_:)-(StaticString)`` finds, under the same policy for
/// duplicate keys. Keep one picker for one kind of object. Some 150 KB of memory each; nothing is
/// allocated for an object. Shapes are remembered of the records of feeds, where the CPU has AVX-512; elsewhere every object is
/// gone over.
public struct FieldPicker<Field>: ~Copyable
where Field: CaseIterable & RawRepresentable, Field.RawValue == String {
  /// The names, each with the note of its place among the cases.
  @usableFromInline let table: FieldTable
  @usableFromInline let shapes: OpaquePointer?
  /// Where each field of the object at hand stands; `UInt32.max`: it has none.
  @usableFromInline let notes: UnsafeMutablePointer<UInt32>
  /// By the byte that a case is in memory: its note.
  @usableFromInline let ordinals: UnsafeMutablePointer<UInt32>
  @usableFromInline let fields: UnsafeMutablePointer<csj_fields>
  /// The policy under which the shapes were learned.
  @usableFromInline var duplicateKeys = DuplicateKeys.firstWins
  private let names: [(text: String, note: Int)]

  /// A picker for all cases of the enumeration, which has at most 256 and none with associated values.
  ///
  /// `remembersShapes` false: every object is gone over. Of use where no object is like another, and to
  /// measure what remembering gains.
  public init(remembersShapes: Bool = true) {
    precondition(MemoryLayout<Field>.size <= 1, "the fields are the cases of an enumeration")
    let texts = Field.allCases.map(\.rawValue)
    var places: [Int] = []
    table = FieldTable(texts.map { FieldPath([.key($0)]) }, notes: &places)
    names = Array(zip(texts, places))
    fields = table.start.fields
    let room = (table.noteCount + 7) & ~7
    notes = .allocate(capacity: room)
    notes.initialize(repeating: .max, count: room)
    ordinals = .allocate(capacity: 256)
    ordinals.initialize(repeating: 0, count: 256)
    for (field, place) in zip(Field.allCases, places) {
      ordinals[FieldPicker.byte(of: field)] = UInt32(place)
    }
    shapes = remembersShapes ? csj_picker_create(UInt32(table.noteCount)) : nil
  }

  deinit {
    csj_picker_destroy(shapes)
    notes.deallocate()
    ordinals.deallocate()
  }

  /// Finds the fields of an object. They are there until the picker is used again.
  ///
  /// Cost: some nanoseconds for an object like one before it; for another, each of its fields is gone over
  /// once, up to the last that is wanted. Throws `type-mismatch` when the value is not an object, and what
  /// the walk over it meets: `unexpected-token`, `incomplete`, `duplicate-key`.
  @inlinable @inline(__always)
  @_lifetime(copy object, &self)
  public mutating func pick(
    from object: JSONCursor
  ) throws(JSONError) -> PickedFields<Field> {
    let position = object.position
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    let index = position.index
    if let shapes, let kinds = index.pointee.kinds, index.pointee.duplicateKeys == duplicateKeys,
      csj_pick(
        shapes, index.pointee.bytes, index.pointee.tokens, kinds, position.token,
        index.pointee.end, notes)
    {
    } else {
      try search(position)
    }
    let picked = PickedFields<Field>(object: position, notes: notes, ordinals: ordinals)
    return unsafe _overrideLifetime(picked, copying: object)
  }

  /// The byte that a case is in memory: of an enumeration of one case, none.
  @inlinable @inline(__always)
  static func byte(of field: Field) -> Int {
    MemoryLayout<Field>.size == 0 ? 0 : Int(unsafeBitCast(field, to: UInt8.self))
  }

  /// Goes over an object whose shape is not known, and learns it.
  @usableFromInline @inline(never)
  mutating func search(_ object: JSONPosition) throws(JSONError) {
    let index = object.index
    if duplicateKeys != index.pointee.duplicateKeys {
      duplicateKeys = index.pointee.duplicateKeys
      if let shapes { csj_picker_forget(shapes) }
    }
    notes.update(repeating: .max, count: table.noteCount)
    let duplicates: csj_duplicates =
      switch index.pointee.duplicateKeys {
      case .firstWins: CSJ_FIRST_COUNTS
      case .lastWins: CSJ_LAST_COUNTS
      case .reject: CSJ_NONE_ALLOWED
      }
    let needs = csj_pick_scan(
      fields, index.pointee.bytes, index.pointee.tokens, index.pointee.kinds, object.end,
      object.token, duplicates, notes)
    guard needs > 0 else { return try searchCarefully(object) }
    if let shapes, let kinds = index.pointee.kinds {
      csj_pick_learn(
        shapes, index.pointee.bytes, index.pointee.tokens, kinds, object.token, object.end, notes,
        needs)
    }
  }

  /// The same for an object with white space or escapes in keys, with duplicates that are not allowed, or
  /// with a fault: field by field.
  private func searchCarefully(_ object: JSONPosition) throws(JSONError) {
    for (text, note) in names {
      let found = try withUTF8(of: text) { (name) throws(JSONError) -> UInt32? in
        try object.field(name.baseAddress!, count: name.count)
      }
      notes[note] = found ?? .max
    }
  }
}
