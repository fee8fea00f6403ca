import CDuckDB
import Sluice

/// Rows on their way into a table, inside a transaction.
///
/// Sound because it owns the library's appender, which copies what it is given.
@safe
final class DuckDBAppender {
  private var handle: cdk_appender?
  private let connection: DuckDBConnection

  /// `isTemporary`: the table is one of this connection.
  init(
    _ table: String, columns: [String], isTemporary: Bool, in connection: DuckDBConnection
  ) throws(ImportError) {
    self.connection = connection
    var status = unsafe cdk_appender_create_ext(
      connection.handle, isTemporary ? "temp" : nil, isTemporary ? "main" : nil, table, &handle)
    for column in columns where status == 0 {
      status = unsafe cdk_appender_add_column(handle, column)
    }
    guard status == 0 else { throw fault }
  }

  deinit { _ = unsafe cdk_appender_destroy(&handle) }

  private var fault: ImportError {
    let reason = unsafe cdk_appender_error(handle).map { unsafe String(cString: $0) }
    return ImportError(
      .sink,
      "\(connection.fault(reason).message). The rows since the last commit are stored together, and none of them was: with"
        + " --mode ignore rows whose key exists are skipped")
  }

  /// Appends a value that ``DuckDBCodec/refusal(of:_:)`` has accepted.
  func append(_ value: ImportValue, _ codec: DuckDBCodec, _ text: inout SinkBuffer)
    throws(ImportError)
  {
    let status: Int32
    switch value {
    case .null: status = unsafe cdk_append_null(handle)
    case .integer(let number): status = unsafe cdk_append_int64(handle, number)
    case .real(let number): status = unsafe cdk_append_double(handle, number)
    case .boolean(let value): status = unsafe cdk_append_bool(handle, value)
    case .text(let bytes), .json(let bytes): status = unsafe append(text: bytes)
    case .decimal(let bytes):
      text.removeAll()
      if codec.form == .decimal, let digits = unsafe DecimalDigits(bytes) {
        ExactDecimal(digits).writeText(to: &text)
      } else {
        unsafe text.append(bytes)
      }
      status = unsafe append(text: text.bytes.assumingMemoryBound(to: UInt8.self))
    case .blob(let bytes):
      var none: UInt8 = 0
      status = unsafe withUnsafePointer(to: &none) { none in
        unsafe cdk_append_blob(handle, bytes.baseAddress ?? none, UInt64(bytes.count))
      }
    case .date(let days) where codec.form == .date:
      status = unsafe cdk_append_date(handle, cdk_date(days: days))
    case .timestamp(let time) where codec.form == .timestamp:
      status = unsafe cdk_append_timestamp(handle, cdk_timestamp(micros: time))
    case .date, .timestamp, .uuid:
      status = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ValueText.longest) {
        text in
        guard let start = text.baseAddress else { return 1 }
        let count = unsafe value.writeText(to: start) ?? 0
        return unsafe append(text: UnsafeBufferPointer(start: start, count: count))
      }
    }
    guard status == 0 else { throw fault }
  }

  private func append(text: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard let start = text.baseAddress else {
      return unsafe cdk_append_varchar_length(handle, "", 0)
    }
    let count = UInt64(text.count)
    return unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count) { text in
      unsafe cdk_append_varchar_length(handle, text, count)
    }
  }

  func append(number: Int) throws(ImportError) {
    guard unsafe cdk_append_int64(handle, Int64(number)) == 0 else { throw fault }
  }

  func endRow() throws(ImportError) {
    guard unsafe cdk_appender_end_row(handle) == 0 else { throw fault }
  }

  /// Brings what was appended into the transaction.
  func flush() throws(ImportError) {
    guard unsafe cdk_appender_flush(handle) == 0 else { throw fault }
  }
}
