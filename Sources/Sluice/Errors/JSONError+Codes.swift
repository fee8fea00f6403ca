extension JSONError.Code {
  // Text that is not JSON.

  /// There is no value: the input is empty or white space.
  public static var empty: Self { Self(reason: .empty) }
  /// The bytes are not UTF-8.
  public static var invalidUTF8: Self { Self(reason: .invalidUTF8) }
  /// The text is UTF-16 or UTF-32, which this entry point does not read.
  public static var unsupportedEncoding: Self { Self(reason: .unsupportedEncoding) }
  /// A string has no closing quote.
  public static var unclosedString: Self { Self(reason: .unclosedString) }
  /// A raw control character (below U+0020) stands in a string.
  public static var controlCharacter: Self { Self(reason: .controlCharacter) }
  /// A backslash is followed by something that is not an escape, or surrogates do not pair up.
  public static var invalidEscape: Self { Self(reason: .invalidEscape) }
  /// A token is neither a number nor `true`, `false` or `null`, or is badly formed.
  public static var invalidLiteral: Self { Self(reason: .invalidLiteral) }
  /// A number breaks RFC 8259's grammar.
  public static var invalidNumber: Self { Self(reason: .invalidNumber) }
  /// A different token was expected here.
  public static var unexpectedToken: Self { Self(reason: .unexpectedToken) }
  /// The text ends inside an object or array.
  public static var incomplete: Self { Self(reason: .incomplete) }
  /// Something follows the value.
  public static var trailingContent: Self { Self(reason: .trailingContent) }
  /// Objects and arrays are nested deeper than the limit.
  public static var depthExceeded: Self { Self(reason: .depthExceeded) }
  /// The document is larger than the limit.
  public static var tooLarge: Self { Self(reason: .tooLarge) }

  // JSON that differs from what was asked for.

  /// The value is of another kind.
  public static var typeMismatch: Self { Self(reason: .typeMismatch) }
  /// The number does not fit the requested type exactly, or is beyond the largest finite double.
  public static var numberOutOfRange: Self { Self(reason: .numberOutOfRange) }
  /// The object has no field of that name.
  public static var missingField: Self { Self(reason: .missingField) }
  /// The object has two fields of that name, and the reader's options refuse that.
  public static var duplicateKey: Self { Self(reason: .duplicateKey) }
  /// The array has no element of that index.
  public static var indexOutOfBounds: Self { Self(reason: .indexOutOfBounds) }
  /// A JSON Pointer, key path or query is badly formed, or a pointer or key path leads nowhere.
  public static var invalidPath: Self { Self(reason: .invalidPath) }
  /// The text of a value is not valid for its type (a date, a UUID, a URL …).
  public static var invalidValue: Self { Self(reason: .invalidValue) }
  /// A JSON Patch tests for a value that is not there.
  public static var testFailed: Self { Self(reason: .testFailed) }
  /// What was given as a JSON Patch is none (RFC 6902).
  public static var invalidPatch: Self { Self(reason: .invalidPatch) }

  // The environment.

  /// The document that a kept position points into is closed.
  public static var closedDocument: Self { Self(reason: .closedDocument) }
  /// The feed is already being read: from inside one of its own closures, or by another task.
  public static var feedInUse: Self { Self(reason: .feedInUse) }
  /// A file or stream could not be read or written.
  public static var io: Self { Self(reason: .io) }
  /// Compressed bytes are damaged, cut short, or need more memory than the limit allows.
  public static var decompressionFailed: Self { Self(reason: .decompressionFailed) }
  /// Compressed bytes hold more text than the limits allow.
  public static var decompressionLimit: Self { Self(reason: .decompressionLimit) }
  /// An allocation failed.
  public static var outOfMemory: Self { Self(reason: .outOfMemory) }
  /// A double that JSON can't express (NaN, infinity) was to be written.
  public static var notFinite: Self { Self(reason: .notFinite) }
  /// The calls to a writer do not make up JSON: a value without a key, an end without its beginning.
  public static var invalidWrite: Self { Self(reason: .invalidWrite) }
  /// An object graph to be written leads back to itself.
  public static var backReference: Self { Self(reason: .backReference) }
  /// A property to be set is not known, or doesn't accept the value.
  public static var unmappedProperty: Self { Self(reason: .unmappedProperty) }
}

/// One byte for each code: errors are thrown in hot loops.
enum Reason: String, Sendable, CaseIterable {
  case empty = "empty"
  case invalidUTF8 = "invalid-utf8"
  case unsupportedEncoding = "unsupported-encoding"
  case unclosedString = "unclosed-string"
  case controlCharacter = "control-character"
  case invalidEscape = "invalid-escape"
  case invalidLiteral = "invalid-literal"
  case invalidNumber = "invalid-number"
  case unexpectedToken = "unexpected-token"
  case incomplete = "incomplete"
  case trailingContent = "trailing-content"
  case depthExceeded = "depth-exceeded"
  case tooLarge = "too-large"
  case typeMismatch = "type-mismatch"
  case numberOutOfRange = "number-out-of-range"
  case missingField = "missing-field"
  case duplicateKey = "duplicate-key"
  case indexOutOfBounds = "index-out-of-bounds"
  case invalidPath = "invalid-path"
  case invalidValue = "invalid-value"
  case testFailed = "test-failed"
  case invalidPatch = "invalid-patch"
  case closedDocument = "closed-document"
  case feedInUse = "feed-in-use"
  case io = "io"
  case decompressionFailed = "decompression-failed"
  case decompressionLimit = "decompression-limit"
  case outOfMemory = "out-of-memory"
  case notFinite = "not-finite"
  case invalidWrite = "invalid-write"
  case backReference = "back-reference"
  case unmappedProperty = "unmapped-property"
}
