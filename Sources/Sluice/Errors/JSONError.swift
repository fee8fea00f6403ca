/// What went wrong, and where.
///
/// Throwing one is cheap: a code and an offset. The rest — line, column, path, excerpt, what was found — is looked up
/// when the error leaves its document (`withDocument` and the feeds do that), so a `try?` inside costs no more than the
/// throw.
///
/// ```
/// expected Int64 at $.folders[0].size, found string "256 Error!" (line 7, column 15)
/// ```
public struct JSONError: Error, Sendable {
  /// The kind of error.
  public let code: Code
  /// What a reader asked for.
  package var expectation: Expectation
  /// How long the name is that `nameWord` refers to, plus one; 0 for none, `UInt32.max` if the word is a number.
  private var nameSize: UInt32 = 0
  /// The byte offset in the document (for a feed: in the record).
  public internal(set) var offset: Int
  /// The name that the error is about, where it needs no memory of its own: where a string literal is, or a number.
  private var nameWord: UInt = 0
  /// Details, and the document that the error comes from. Boxed, so that an error is four words.
  private var source: ErrorSource?

  /// A stable reason: the same under every SIMD kernel and in every version. Codes may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    let reason: Reason

    init(reason: Reason) { self.reason = reason }

    /// The code of that name, as written in a reject file, or nil if this version doesn't know it.
    public init?(_ description: String) {
      guard let reason = Reason(rawValue: description) else { return nil }
      self.reason = reason
    }

    /// The reason as written in reject files, such as `type-mismatch`.
    public var description: String { reason.rawValue }
  }

  /// A position in the text; everything but the offset counts from 1.
  public struct Location: Sendable, Hashable {
    /// The line; a line ends with LF or CRLF.
    public let line: Int
    /// The column, in Unicode scalars; a tab counts as one.
    public let column: Int
    /// The path of the value, such as `$.statuses[3].user.id`, as far as the text before it tells.
    public let path: String
    /// The text around the error, at most 60 characters of its line.
    public let excerpt: String
    /// How many characters of the excerpt come before the error.
    public let mark: Int
    /// What was found there, shortened.
    public let found: String
  }

  /// Where the error is, once it has left its document.
  public var location: Location? { detail?.location }
  /// The line, once the error has left its document.
  public var line: Int? { location?.line }
  /// The column, once the error has left its document.
  public var column: Int? { location?.column }
  /// The path, once the error has left its document.
  public var path: String? { location?.path }

  /// Details that only some errors have.
  package struct Detail: Sendable {
    /// The key, pointer or file that the error is about.
    package var name: String?
    /// What the system or the caller said about it.
    package var reason: String?
    /// What was found at the offset, where that is known but the line is not.
    package var found: String?
    package var location: Location?
    /// Whether the error is inside of another one, whose text has its message.
    var isTold = false
    /// The operation of a patch that failed.
    var operation: Operation?
  }

  private final class Box: ErrorSource, @unchecked Sendable {
    let held: Detail
    /// The document that the error comes from, if that is kept.
    let document: ErrorSource?

    init(_ detail: Detail, in document: ErrorSource? = nil) {
      held = detail
      self.document = document
    }

    override var detail: Detail? { held }
    override var isDocument: Bool { document != nil }
    override func location(at offset: Int) -> Location? { document?.location(at: offset) }
  }

  package var detail: Detail? {
    get {
      guard nameSize > 0 || source != nil else { return nil }
      var detail = source?.detail ?? Detail(name: nil, reason: nil, location: nil)
      detail.name = name
      detail.location = detail.location ?? source?.location(at: offset)
      return detail
    }
    set {
      source = newValue.map { Box($0) }
      nameSize = 0
    }
  }

  /// The key, pointer or file that the error is about.
  package var name: String? { source?.detail?.name ?? plainName }

  /// The name that needs no memory of its own.
  private var plainName: String? {
    switch nameSize {
    case 0: return nil
    case .max: return "\(Int(bitPattern: nameWord))"
    default:
      guard let start = unsafe UnsafePointer<UInt8>(bitPattern: nameWord) else { return nil }
      let name = unsafe UnsafeBufferPointer(start: start, count: Int(nameSize) - 1)
      return unsafe String(decoding: name, as: UTF8.self)
    }
  }

  /// Whether the error is about a text that it has not left yet.
  var isInOpenDocument: Bool {
    guard code != .io, code != .outOfMemory, code != .closedDocument else { return false }
    return source.map { !$0.isDocument && $0.detail?.location == nil } ?? true
  }

  /// Notes the document that the error leaves, where its location is looked up when someone asks for it. Allocates
  /// nothing unless the error has details.
  mutating func leave(_ document: ErrorSource) {
    source = source?.detail.map { Box($0, in: document) } ?? document
  }

  /// Undoes `leave`. Returns whether the error came from that document.
  mutating func comeBack(from document: ErrorSource) -> Bool {
    if source === document {
      source = nil
    } else if let box = source as? Box, box.document === document {
      source = Box(box.held)
    } else {
      return false
    }
    return true
  }

  package init(_ code: Code, at offset: Int, expected: Expectation = .nothing) {
    self.code = code
    self.offset = offset
    expectation = expected
    source = nil
  }

  /// An error about a name in the program, which stays where it is. Allocates nothing.
  package init(_ code: Code, at offset: Int, name: StaticString) {
    self.init(code, at: offset)
    guard name.utf8CodeUnitCount < Int(UInt32.max) - 1 else { return }
    nameSize = UInt32(truncatingIfNeeded: name.utf8CodeUnitCount) + 1
    nameWord = unsafe UInt(bitPattern: name.utf8Start)
  }

  /// An error about a number. Allocates nothing.
  package init(_ code: Code, at offset: Int, number: Int) {
    self.init(code, at: offset)
    nameSize = .max
    nameWord = UInt(bitPattern: number)
  }

  /// The error for a failed allocation of this many bytes.
  package static func outOfMemory(bytes: Int) -> JSONError {
    JSONError(.outOfMemory, at: 0, name: "\(bytes) bytes")
  }

  /// The error as a feed reports it, where the longest record decides how much memory is needed.
  package var aboutOneRecord: JSONError {
    guard code == .outOfMemory else { return self }
    return JSONError(
      .outOfMemory, at: offset, name: detail?.name,
      reason:
        "a record needs more memory than there is; a lower limit for the size of a record"
        + " (maximumRecordSize, --max-record) rejects it instead")
  }

  package init(
    _ code: Code, at offset: Int, expected: Expectation = .nothing, name: String?,
    reason: String? = nil
  ) {
    self.init(code, at: offset, expected: expected)
    detail = Detail(name: name, reason: reason, location: nil)
  }
}
