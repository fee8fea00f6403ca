/// A value of a FlatBuffers message.
indirect enum FlatValue {
  case byte(UInt8)
  case short(Int16)
  case int(Int32)
  case long(Int64)
  case text(String)
  /// By slot; nil: the schema's default.
  case table([FlatValue?])
  case tables([FlatValue])
  /// Structs of so many longs each.
  case longs([Int64], each: Int)

  /// The bytes in a table: of the value, or of the offset to it.
  fileprivate var width: Int {
    switch self {
    case .byte: 1
    case .short: 2
    case .int, .text, .table, .tables, .longs: 4
    case .long: 8
    }
  }
}

/// A FlatBuffers message, little-endian, written from its start: what a table refers to comes after it.
///
/// Recursive, no deeper than the message: that of a schema is twice as deep as its types.
struct FlatBuffer {
  /// The message; a multiple of 8 bytes.
  private(set) var bytes: [UInt8] = []

  init(_ root: FlatValue) {
    append(0, width: 4)
    refer(from: 0, to: root)
    align(8)
  }

  private mutating func align(_ width: Int) {
    while bytes.count % width != 0 { bytes.append(0) }
  }

  private mutating func append(_ number: Int64, width: Int) {
    for byte in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> Int64(8 * byte))) }
  }

  private mutating func put(_ number: Int64, width: Int, at place: Int) {
    for byte in 0..<width {
      bytes[place + byte] = UInt8(truncatingIfNeeded: number >> Int64(8 * byte))
    }
  }

  /// Writes a value, and its distance at `place`.
  private mutating func refer(from place: Int, to value: FlatValue) {
    let target = write(value)
    put(Int64(target - place), width: 4, at: place)
  }

  /// Writes a value that is not in a table, and returns where it begins.
  private mutating func write(_ value: FlatValue) -> Int {
    switch value {
    case .byte, .short, .int, .long: preconditionFailure("a number stands in its table")
    case .text(let text):
      align(4)
      let place = bytes.count
      append(Int64(text.utf8.count), width: 4)
      bytes += text.utf8
      bytes.append(0)
      return place
    case .table(let slots): return write(table: slots)
    case .tables(let tables):
      align(4)
      let place = bytes.count
      append(Int64(tables.count), width: 4)
      for _ in tables { append(0, width: 4) }
      for (number, table) in tables.enumerated() { refer(from: place + 4 + number * 4, to: table) }
      return place
    case .longs(let longs, let each):
      align(8)
      append(0, width: 4)
      let place = bytes.count
      append(Int64(longs.count / each), width: 4)
      for long in longs { append(long, width: 8) }
      return place
    }
  }

  /// Writes the table of slots, which says where each field is, and then the table.
  private mutating func write(table slots: [FlatValue?]) -> Int {
    var end = 4
    let places = slots.map { slot in
      guard let slot else { return 0 }
      let place = (end + slot.width - 1) / slot.width * slot.width
      end = place + slot.width
      return place
    }
    align(8)
    let slotTable = bytes.count
    append(Int64(4 + 2 * slots.count), width: 2)
    append(Int64(end), width: 2)
    for place in places { append(Int64(place), width: 2) }
    // So that each field is aligned as its place is.
    align(8)
    let table = bytes.count
    append(Int64(table - slotTable), width: 4)
    for _ in 4..<end { bytes.append(0) }
    for (slot, place) in zip(slots, places) {
      switch slot {
      case nil: break
      case .byte(let number): put(Int64(number), width: 1, at: table + place)
      case .short(let number): put(Int64(number), width: 2, at: table + place)
      case .int(let number): put(Int64(number), width: 4, at: table + place)
      case .long(let number): put(number, width: 8, at: table + place)
      case .text, .table, .tables, .longs:
        if let slot { refer(from: table + place, to: slot) }
      }
    }
    return table
  }
}
