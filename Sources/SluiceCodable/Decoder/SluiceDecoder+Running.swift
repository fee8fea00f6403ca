import Foundation
import Sluice

extension SluiceDecoder {
  /// Decodes from `data`, transcoded if it is not UTF-8.
  func decode<R>(_ data: Data, _ body: (PositionDecoder) throws -> R) throws -> R {
    try unsafe data.withUnsafeBytes { raw in
      try unsafe raw.withMemoryRebound(to: UInt8.self) { bytes in
        guard let encoding = unsafe TextEncoding(detectedIn: bytes) else {
          let isShared = unsafe data.mayBeMapped(at: bytes)
          return try unsafe decode(unpadded: bytes, isShared: isShared, body)
        }
        var utf8 = PaddedBytes()
        do throws(JSONError) {
          try unsafe encoding.transcode(bytes, into: &utf8)
        } catch {
          throw DecodingError.refused(error)
        }
        return try unsafe utf8.withUnsafeBytes { try unsafe decode(padded: $0, options, body) }
      }
    }
  }

  /// Decodes from bytes, which are copied into a session's buffer if they can't be read in place.
  ///
  /// `isShared`: others may change them meanwhile, so that the index would be that of another text.
  func decode<R>(
    unpadded bytes: UnsafeBufferPointer<UInt8>, isShared: Bool = false,
    _ body: (PositionDecoder) throws -> R
  ) throws -> R {
    let options = options
    if unsafe !isShared && !options.values.changesText && bytes.canBeReadInPlace {
      return try unsafe decode(padded: bytes, options, body)
    }
    return try SessionOwner.run { owner in
      let text = unsafe bytes.behindByteOrderMark
      let opened: UnsafeBufferPointer<UInt8>
      do throws(JSONError) {
        unsafe opened = unsafe try owner.session.copy(text, options)
      } catch {
        throw DecodingError.refused(error)
      }
      owner.session.skippedBytes = bytes.count - text.count
      return try unsafe owner.decode(opened, options, body)
    }
  }

  /// Decodes from bytes that are used in place.
  func decode<R>(
    padded bytes: UnsafeBufferPointer<UInt8>, _ options: DecoderOptions,
    _ body: (PositionDecoder) throws -> R
  ) throws -> R {
    if options.values.changesText { return try unsafe decode(unpadded: bytes, body) }
    return try SessionOwner.run { owner in
      let text = unsafe bytes.behindByteOrderMark
      guard text.count <= options.reading.sizeLimit else {
        throw DecodingError.refused(.tooLarge(options.reading.sizeLimit))
      }
      owner.session.skippedBytes = bytes.count - text.count
      return try unsafe owner.decode(text, options, ownsBytes: false, body)
    }
  }

  /// Decodes a value of a document that the caller opened. Errors are not located.
  func decode<R>(
    at position: JSONPosition, _ options: DecoderOptions, _ body: (PositionDecoder) throws -> R
  ) throws -> R {
    let owner = unsafe try SessionOwner.begin(at: position, options)
    defer { unsafe SessionOwner.end(owner, at: position) }
    return try unsafe owner._withUnsafeGuaranteedRef { try $0.decodeRoot(body) }
  }

  /// The same, with the line and column of errors in the document or record.
  func decode<R>(
    located position: JSONPosition, _ options: DecoderOptions,
    _ body: (PositionDecoder) throws -> R
  ) throws -> R {
    let owner = unsafe try SessionOwner.begin(at: position, options)
    defer { unsafe SessionOwner.end(owner, at: position) }
    return try unsafe owner._withUnsafeGuaranteedRef { owner in
      do {
        return try owner.decodeRoot(body)
      } catch let error as DecodingError {
        let index = unsafe position.index.pointee
        let text = unsafe UnsafeBufferPointer(
          start: index.bytes + Int(index.start), count: Int(index.length - index.start))
        throw unsafe error.located(
          in: DecodedText(text: text, start: Int(index.start)), owner.session)
      }
    }
  }
}

extension Data {
  /// Whether these bytes of it may be of a mapped file, which any process can change: then the data's own first byte is
  /// the first of a page. Memory that is allocated begins there only if that is asked for.
  fileprivate func mayBeMapped(at bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    return (Int(bitPattern: start) &- startIndex) & 4095 == 0
  }
}

extension SessionOwner {
  /// Lends a session. Afterwards it goes back to the pool, unless something escaped that holds it.
  static func run<R>(_ body: (SessionOwner) throws -> R) throws -> R {
    let owner = unsafe try taken()
    defer { if unsafe endUse(owner) { unsafe SessionPool.shared.putBack(owner) } }
    return try unsafe owner._withUnsafeGuaranteedRef { try body($0) }
  }

  /// Lends a session for a value of a document that the caller opened: that of its reader, if the reader keeps one.
  /// ``end(_:at:)`` takes it back.
  @inline(never)
  static func begin(
    at position: JSONPosition, _ options: DecoderOptions
  ) throws -> Unmanaged<SessionOwner> {
    guard !options.values.allowsJSON5 else { throw DecodingError.refused(.json5) }
    let owner = unsafe try ReaderSession.reuse(from: position.context) ?? taken()
    unsafe owner._withUnsafeGuaranteedRef { $0.session.begin(at: position, options) }
    return unsafe owner
  }

  @inline(never)
  static func end(_ lent: Unmanaged<SessionOwner>, at position: JSONPosition) {
    guard unsafe endUse(lent) else { return }
    if unsafe ReaderSession.keep(lent, in: position.context) { return }
    unsafe SessionPool.shared.putBack(lent)
  }

  private static func taken() throws -> Unmanaged<SessionOwner> {
    do throws(JSONError) {
      return unsafe try SessionPool.shared.borrow()
    } catch {
      throw DecodingError.refused(error)
    }
  }

  /// Whether the session can be lent again. One that is still held owns its document from now on, and is released.
  @inline(__always)
  private static func endUse(_ lent: Unmanaged<SessionOwner>) -> Bool {
    let session = unsafe lent._withUnsafeGuaranteedRef { $0.session }
    session.endContainers()
    if unsafe isOnlyReference(lent) {
      session.end()
      return true
    }
    session.takeOwnership()
    session.closeContainers()
    unsafe lent.release()
    return false
  }

  /// Sound because an unmanaged reference is the reference itself.
  private static func isOnlyReference(_ lent: Unmanaged<SessionOwner>) -> Bool {
    var lent = unsafe lent
    return unsafe withUnsafeMutablePointer(to: &lent) { place in
      unsafe place.withMemoryRebound(to: SessionOwner.self, capacity: 1) {
        unsafe isKnownUniquelyReferenced(&$0.pointee)
      }
    }
  }

  /// Opens the document and decodes its root.
  func decode<R>(
    _ text: UnsafeBufferPointer<UInt8>, _ options: DecoderOptions, ownsBytes: Bool = true,
    _ body: (PositionDecoder) throws -> R
  ) throws -> R {
    guard !options.values.allowsJSON5 else { throw DecodingError.refused(.json5) }
    session.useStorage()
    session.ownsDocument = ownsBytes
    do {
      let position: JSONPosition
      do throws(JSONError) {
        position = unsafe JSONPosition(rootOf: try session.storage.open(text, options.reading))
      } catch {
        throw DecodingError.refused(error)
      }
      session.begin(at: position, options)
      return try decodeRoot(body)
    } catch let error as DecodingError {
      throw unsafe error.located(
        in: DecodedText(text: text, added: session.addedBytes, skipped: session.skippedBytes),
        session)
    }
  }

  /// Decodes the root. Throws the fault of the text that this meets, whatever the types make of it.
  @inline(__always)
  func decodeRoot<R>(_ body: (PositionDecoder) throws -> R) throws -> R {
    let value: R
    do {
      value = try body(rootDecoder)
    } catch {
      try session.refuseFault()
      throw error
    }
    try session.refuseFault()
    return value
  }

  private var rootDecoder: PositionDecoder {
    PositionDecoder(scope: self, session: session, token: session.root, depth: 0)
  }
}

extension DecodingSession {
  /// Copies the text into the buffer. Adds braces if they are missing and may be, and puts spaces in the places of trailing
  /// commas if they are allowed.
  func copy(
    _ text: UnsafeBufferPointer<UInt8>, _ options: DecoderOptions
  ) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    guard text.count <= options.reading.sizeLimit else {
      throw .tooLarge(options.reading.sizeLimit)
    }
    let addsBraces = unsafe options.values.assumesTopLevelDictionary && !text.beginsWithBrace
    if addsBraces { addedBytes = 1 }
    useStorage()
    let commas =
      unsafe options.values.allowsTrailingCommas
      ? TrailingCommas.places(in: text, isOpen: addsBraces) : []
    return unsafe try storage.buffer.hold(text, addsBraces, without: commas)
  }
}

extension PaddedBytes {
  /// Copies the text, in braces if asked to, with spaces at some places, and lends the copy.
  fileprivate mutating func hold(
    _ text: UnsafeBufferPointer<UInt8>, _ addsBraces: Bool, without places: [Int]
  ) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    removeAll()
    try reserve(text.count + 2)
    if addsBraces { append(contentsOf: [Byte.openBrace]) }
    var start = 0
    for place in places {
      unsafe append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[start..<place]))
      append(contentsOf: [0x20])
      start = place + 1
    }
    unsafe append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[start...]))
    if addsBraces { append(contentsOf: [Byte.closeBrace]) }
    return unsafe unsafeBytes
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the first byte that is not white space is a brace.
  fileprivate var beginsWithBrace: Bool {
    for place in indices {
      switch unsafe self[place] {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case let byte: return byte == Byte.openBrace
      }
    }
    return false
  }
}

extension JSONError {
  static func tooLarge(_ limit: Int) -> JSONError {
    JSONError(.tooLarge, at: 0, name: "\(limit)")
  }

  static var json5: JSONError {
    JSONError(
      .invalidValue, at: 0, name: "JSON by RFC 8259",
      reason: "allowsJSON5 is set, and SluiceDecoder does not read JSON5; decode such files with"
        + " Foundation's JSONDecoder")
  }
}

extension DecodingError {
  /// The error for a document that could not be opened.
  static func refused(_ error: JSONError) -> DecodingError {
    .dataCorrupted(
      Context(codingPath: [], debugDescription: error.message, underlyingError: error.told))
  }
}
