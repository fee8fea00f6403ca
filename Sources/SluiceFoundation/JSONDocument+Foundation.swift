import Sluice

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONDocument {
  /// Copies the bytes of `data`, indexes them and checks them in full, unless `options` say
  /// otherwise. UTF-16 and UTF-32 are detected and transcoded, as readers do.
  public init(
    parsing data: Data, options: JSONOptions = JSONOptions(checking: .full)
  ) throws(JSONError) {
    let made: Result<JSONDocument, JSONError> = unsafe data.withUnsafeBytes { raw in
      do throws(JSONError) {
        let start = unsafe raw.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let bytes = unsafe UnsafeBufferPointer(start: start, count: raw.count)
        guard let encoding = unsafe TextEncoding(detectedIn: bytes) else {
          return unsafe .success(try JSONDocument(parsing: raw, options: options))
        }
        var utf8 = PaddedBytes()
        try unsafe encoding.transcode(bytes, into: &utf8)
        return .success(try JSONDocument(parsing: utf8, options: options))
      } catch {
        return .failure(error)
      }
    }
    self = try made.get()
  }

  /// Reads a file: see `init(contentsOfFile:options:)`. Throws `io` if the URL is not a file URL.
  public init(
    contentsOf url: URL, options: JSONOptions = JSONOptions(checking: .full)
  ) throws(JSONError) {
    guard url.isFileURL else {
      throw JSONError(
        .io, at: 0, name: url.absoluteString, reason: "only files are read; fetch other URLs first")
    }
    try self.init(contentsOfFile: url.path(percentEncoded: false), options: options)
  }
}

/// What cursors read, from views.
extension JSONView {
  /// The number, exactly. See ``Sluice/JSONCursor/decimal``.
  public var decimal: Decimal {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.decimal } }
  }

  /// An ISO 8601 text with a time zone. See ``Sluice/JSONCursor/date``.
  public var date: Date {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.date } }
  }

  /// A date in that format. See ``Sluice/JSONCursor/date(_:)``.
  public func date(_ format: JSONDateFormat) throws(JSONError) -> Date {
    try read { (cursor) throws(JSONError) in try cursor.date(format) }
  }

  /// The string as a URL. See ``Sluice/JSONCursor/url``.
  public var url: URL {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.url } }
  }

  /// The string as a UUID. See ``Sluice/JSONCursor/uuid``.
  public var uuid: UUID {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.uuid } }
  }

  /// The bytes of a Base64 string. See ``Sluice/JSONCursor/data``.
  public var data: Data {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.data } }
  }
}
