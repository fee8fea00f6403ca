import CSimdJSON
import Synchronization

/// What a document that is kept owns: its text and its index.
///
/// Sendable because nothing here changes once it is made, but what values of `JSON` note for later looks, which is set once
/// and atomically. Links answer every skip, so that readers leave no hints and make no links. Plans, which do write to a
/// context, get another one: `withCursor`.
///
/// Sound because text and index live as long as this object, and all code that reads at a position of it keeps it alive
/// until it has read.
@usableFromInline
@safe
package final class DocumentStorage: ErrorSource, @unchecked Sendable {
  /// Where the document is: positions point at it.
  @usableFromInline package let header: UnsafePointer<StructuralIndex>
  /// Whether the whole document was found to be valid.
  @usableFromInline package let isValid: Bool
  /// The size of the byte order mark before the text: error offsets count from the mark.
  private let markSize: Int
  private let text: DocumentText
  private let index: DocumentIndex
  private let notedLevels = PublishedReference<KeptLevels>()
  let notedKeys = PublishedReference<SharedKeys>()
  /// How many tokens look-ups of views walked over in large containers.
  let walked = Atomic(0)
  /// Whether no object of the whole document has a key twice, once a writer has found that out.
  let notedDistinct = Atomic(false)

  /// Indexes a text and checks it according to `options`. Throws what opening a document throws, located.
  init(_ text: consuming DocumentText, _ options: JSONOptions) throws(JSONError) {
    let bytes = unsafe text.bytes
    let json = unsafe bytes.behindByteOrderMark
    do throws(JSONError) {
      index = try unsafe DocumentStorage.index(json, options)
    } catch {
      throw unsafe error.leaving(bytes)
    }
    unsafe header = index.header
    isValid = options.checking == .full
    markSize = bytes.count - json.count
    self.text = text
    super.init()
  }

  /// Takes a copy of a value, with its part of the index.
  package init(detaching value: JSONPosition, isValid: Bool = false) throws(JSONError) {
    let (bytes, end) = try unsafe value.extent()
    text = try unsafe DocumentText(copying: bytes)
    index = try unsafe DocumentIndex(
      copying: value.index, from: value.token, to: end,
      at: UInt32(truncatingIfNeeded: value.offset), text: text.bytes)
    unsafe header = index.header
    self.isValid = isValid
    markSize = 0
    super.init()
  }

  /// Takes a copy of a value with its part of the index, also if its brackets don't match: then up to the end of the
  /// document. Leaves no hint, so that another thread may do this while the document is open.
  init(keeping value: JSONPosition) throws(JSONError) {
    let header = unsafe value.index.pointee
    var end = value.token &+ 1
    if Byte.opens(value.byte) {
      end = unsafe min(
        csj_walk_out_of(header.bytes, header.tokens, header.kinds, end, header.end), header.end)
    }
    let count = value.offset(of: end) &- value.offset
    text = try unsafe DocumentText(
      copying: UnsafeBufferPointer(start: value.pointer, count: count))
    index = try unsafe DocumentIndex(
      copying: value.index, from: value.token, to: end,
      at: UInt32(truncatingIfNeeded: value.offset), text: text.bytes)
    unsafe self.header = index.header
    isValid = false
    markSize = 0
    super.init()
  }

  /// Indexes a text with a reader of the pool.
  private static func index(
    _ json: UnsafeBufferPointer<UInt8>, _ options: JSONOptions
  ) throws(JSONError) -> DocumentIndex {
    var index: DocumentIndex?
    var unchecked = options
    unchecked.checking = .accessed
    let fault = JSONReaderPool.shared.withReader(options: options) { reader -> JSONError? in
      do throws(JSONError) {
        let storage = try unsafe reader.storage().takeUnretainedValue()
        let open = try unsafe storage.open(json, unchecked)
        defer { unsafe open.close() }
        index = try unsafe DocumentIndex(copying: open, text: json) {
          (links) throws(JSONError) in
          options.checking == .full ? try unsafe storage.checkInFull(linking: links) : false
        }
        return nil
      } catch {
        return error
      }
    }
    if let fault { throw fault }
    guard let made = index.take() else { throw JSONError(.closedDocument, at: 0) }
    return made
  }

  /// What values of `JSON` noted about large containers.
  var levels: KeptLevels {
    unsafe notedLevels.load()
      ?? notedLevels.storeIfNil(KeptLevels(tokens: Int(header.pointee.end)))
  }

  /// The bytes, as long as this object lives.
  package var bytes: UnsafeBufferPointer<UInt8> { unsafe text.bytes }

  /// How many bytes of memory it holds.
  package var size: Int { text.size + index.size }

  /// How the document was opened.
  package var options: JSONOptions {
    let context = unsafe header.context
    return unsafe JSONOptions(
      checking: isValid ? .full : .accessed,
      duplicateKeys: context.pointee.choosesDuplicateKeys ? context.pointee.duplicateKeys : nil,
      depthLimit: Int(context.pointee.depthLimit))
  }

  override var isDocument: Bool { true }

  /// Looks up where an error is.
  override package func location(at offset: Int) -> JSONError.Location? {
    let json = unsafe text.bytes.behindByteOrderMark
    guard offset >= markSize, offset - markSize <= json.count else { return nil }
    return unsafe JSONError.Location(of: offset - markSize, in: json)
  }

  /// An error on its way out of this document, which it then keeps alive.
  @usableFromInline @inline(never)
  package func leaving(_ error: JSONError) -> JSONError {
    guard error.isInOpenDocument else { return error }
    var error = error
    error.offset += markSize
    error.leave(self)
    return error
  }

  /// An error of this document that enters another one, in which this text begins `distance` bytes later.
  func entering(_ error: JSONError, distance: Int) -> JSONError {
    var error = error
    if error.comeBack(from: self) { error.offset += distance - markSize }
    return error
  }
}
