public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Whole documents. They are checked in full before the rule reads them; the last of several
/// duplicate keys counts.
extension Rule {
  /// Returns the value of the document in `data`: UTF-8, UTF-16 or UTF-32.
  ///
  /// Every error is a ``RuleError`` with one more frame than in ``validate(_:)-(JSONCursor)``. The
  /// frame is ``RuleError/summary``:
  /// `Unable to validate the JSON given: expected Int64 at $.size, found …`. For text that is not
  /// JSON, and for nil, the frame is `Unable to get JSON from data given.` Errors of closures are
  /// framed, too.
  ///
  /// Cost: one copy of the bytes into a reused buffer, one pass of indexing, one of checking; no
  /// other memory grows with the document.
  public func validateData(_ data: Data?) throws -> V {
    try RuleDocument.validate(data) { root in try validate(root) }
  }

  /// Returns the value of the document in `bytes`, in UTF-8. See ``validateData(_:)-(Data?)``.
  public func validateData(_ bytes: [UInt8]) throws -> V {
    try RuleDocument.framed {
      try JSONReaderPool.shared.withReader(options: RuleDocument.options) { reader in
        try reader.withDocument(bytes) { root in try validate(root) }
      }
    }
  }

  /// Returns the value of the document in `text`. See ``validateData(_:)-(Data?)``.
  public func validateData(_ text: some StringProtocol) throws -> V {
    try RuleDocument.framed {
      try JSONReaderPool.shared.withReader(options: RuleDocument.options) { reader in
        try reader.withDocument(text) { root in try validate(root) }
      }
    }
  }

  /// Returns the value of the document in padded bytes, in UTF-8, without copying them. See
  /// ``validateData(_:)-(Data?)``.
  public func validateData(_ bytes: borrowing PaddedBytes) throws -> V {
    try unsafe bytes.withUnsafeBytes { bytes in
      try RuleDocument.framed {
        try JSONReaderPool.shared.withReader(options: RuleDocument.options) { reader in
          try unsafe reader.withDocument(padded: bytes) { root in try validate(root) }
        }
      }
    }
  }

  /// Returns the value of an owned value.
  ///
  /// Cost: rules walk cursors, so the value is written as JSON and opened: O(size). If you have a
  /// document, validate that instead.
  public func validate(_ json: JSON) throws -> V {
    let bytes = try json.serialized()
    return try JSONReaderPool.shared.withReader(options: RuleDocument.options) { reader in
      try reader.withDocument(bytes) { root in try validate(root) }
    }
  }

  /// Returns the value as a JSON text in UTF-8.
  ///
  /// Throws a ``RuleError`` with one more frame than in ``dump(_:)``:
  /// `Unable to dump value … to JSON data.`
  public func dumpData(_ value: V) throws -> Data {
    do {
      var writer = JSONWriter()
      try write(value, to: &writer)
      return try writer.takeData()
    } catch {
      throw RuleError.notDumped(value, error)
    }
  }
}

enum RuleDocument {
  static let options = JSONOptions(checking: .full, duplicateKeys: .lastWins)

  /// Opens a document, and puts its frame around each error.
  static func validate<R>(_ data: Data?, _ body: (JSONCursor) throws -> R) throws -> R {
    guard let data else {
      throw RuleError.invalidJSONType(
        "Unable to get JSON from data given.",
        .expectedNotFound("Unable to get JSON object: no data found.", nil))
    }
    return try framed {
      try JSONReaderPool.shared.withReader(options: RuleDocument.options) { reader in
        try reader.withDocument(data, body)
      }
    }
  }

  /// Puts the frame of a document around each error of `body`.
  static func framed<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let cause as RuleError {
      throw RuleError.invalidJSONType(
        RuleError.Message(nil) { "Unable to validate the JSON given: \(cause.summary)." }, cause)
    } catch {
      let fault = error as? JSONError
      let place = RuleError.FailureLocation(
        found: fault?.location?.found, offset: fault?.offset, underlying: error)
      let isText = fault.map { !$0.isAboutValue } ?? false
      throw RuleError.invalidJSONType(
        RuleError.Message(place) {
          isText
            ? "Unable to get JSON from data given. \(error)"
            : "Unable to validate the JSON given: \(error)"
        }, nil)
    }
  }
}

extension RuleError {
  static func notDumped(_ value: Any, _ error: any Error) -> RuleError {
    let words = JSONDescription.quote(value: value)
    guard let cause = error as? RuleError else {
      return .invalidDump(
        Message(FailureLocation(underlying: error)) {
          "Unable to dump value \(words) to JSON data. \(error)"
        }, nil)
    }
    return .invalidDump(Message(nil) { "Unable to dump value \(words) to JSON data." }, cause)
  }
}
