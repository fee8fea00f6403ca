import Sluice

/// Six fields of a log record.
enum LogField: String, CaseIterable {
  case timestamp, level, status
  case duration = "duration_ms"
  case user, message
}

/// Six fields of a log record by a picker.
enum LogRecordPicking {
  @inline(__always)
  static func read(
    _ record: JSONCursor, by picker: inout FieldPicker<LogField>, into sink: inout some Sink
  ) throws {
    let fields = try picker.pick(from: record)
    try fields[.timestamp].text.withUTF8 { sink.text($0) }
    try fields[.level].text.withUTF8 { sink.text($0) }
    sink.integer(try fields[.status].int64)
    sink.real(try fields[.duration].double)
    try optionalText(fields[ifPresent: .user], &sink)
    try optionalText(fields[ifPresent: .message], &sink)
  }

  /// A string; null and missing count the same.
  @inline(__always)
  private static func optionalText(_ value: JSONCursor?, _ sink: inout some Sink) throws {
    guard let value, !value.isNull else { return sink.missing() }
    try value.text.withUTF8 { sink.text($0) }
  }
}

/// Six fields of a log record through a cursor. Each is looked for from the last one found: one pass over
/// the record if they are in the usual order, and any order works.
enum LogRecordReading {
  @inline(__always)
  static func read(_ record: JSONCursor, into sink: inout some Sink) throws {
    var fields = try record.fields
    guard let timestamp = try fields.value(named: "timestamp") else { throw Missing.field }
    try timestamp.text.withUTF8 { sink.text($0) }
    guard let level = try fields.value(named: "level") else { throw Missing.field }
    try level.text.withUTF8 { sink.text($0) }
    guard let status = try fields.value(named: "status") else { throw Missing.field }
    sink.integer(try status.int64)
    guard let duration = try fields.value(named: "duration_ms") else { throw Missing.field }
    sink.real(try duration.double)
    try optionalText("user", &fields, &sink)
    try optionalText("message", &fields, &sink)
  }

  /// A string; null and missing count the same.
  @inline(__always)
  private static func optionalText(
    _ name: StaticString, _ fields: inout JSONFields, _ sink: inout some Sink
  ) throws {
    guard let value = try fields.value(named: name), !value.isNull else { return sink.missing() }
    try value.text.withUTF8 { sink.text($0) }
  }
}
