import Sluice

/// Six fields of a log record through a cursor: looked for in the order in which they mostly stand, and in any order
/// when they do not.
enum LogRecordReading {
  @inline(__always)
  static func read(_ record: JSONCursor, into sink: inout some Sink) throws {
    var fields = try record.fields
    try text("timestamp", &fields, record, &sink)
    try text("level", &fields, record, &sink)
    sink.integer(try integer("status", &fields, record))
    sink.real(try real("duration_ms", &fields, record))
    try optionalText("user", &fields, record, &sink)
    try optionalText("message", &fields, record, &sink)
  }

  @inline(__always)
  private static func text(
    _ name: StaticString, _ fields: inout JSONFields, _ record: JSONCursor,
    _ sink: inout some Sink
  ) throws {
    if let value = try fields.next(named: name) {
      try value.text.withUTF8 { sink.text($0) }
    } else {
      try record[name].text.withUTF8 { sink.text($0) }
    }
  }

  @inline(__always)
  private static func integer(
    _ name: StaticString, _ fields: inout JSONFields, _ record: JSONCursor
  ) throws -> Int64 {
    if let value = try fields.next(named: name) { return try value.int64 }
    return try record[name].int64
  }

  @inline(__always)
  private static func real(
    _ name: StaticString, _ fields: inout JSONFields, _ record: JSONCursor
  ) throws -> Double {
    if let value = try fields.next(named: name) { return try value.double }
    return try record[name].double
  }

  /// A string, or null or nothing.
  @inline(__always)
  private static func optionalText(
    _ name: StaticString, _ fields: inout JSONFields, _ record: JSONCursor,
    _ sink: inout some Sink
  ) throws {
    if let value = try fields.next(named: name) {
      if value.isNull { return sink.missing() }
      try value.text.withUTF8 { sink.text($0) }
    } else if let value = try record[ifPresent: name] {
      if value.isNull { return sink.missing() }
      try value.text.withUTF8 { sink.text($0) }
    } else {
      sink.missing()
    }
  }
}
