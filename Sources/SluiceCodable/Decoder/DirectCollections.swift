import Foundation
import Sluice
import SluiceDecoding

/// A type that this module decodes without its `init(from:)`.
protocol DirectlyDecodable {
  static func read(from decoder: PositionDecoder) throws -> Self
}

/// What a decoder knows of the types that it has met.
typealias DecodedTypes = TypeTable<any DirectlyDecodable.Type>

extension Array: DirectlyDecodable where Element: Decodable {
  static func read(from decoder: PositionDecoder) throws -> [Element] {
    guard decoder.byte == Byte.openBracket else {
      throw decoder.session.noContainer([Any].self, decoder)
    }
    let entry = decoder.session.entry(Element.self)
    if entry.kind == .doubleLists {
      // Sound because the table gave the kind for this very type.
      return unsafe unsafeBitCast(
        try decoder.lists { (list) throws in try list.doubleLists() }, to: [Element].self)
    }
    return try decoder.elements(Element.self, entry)
  }
}

/// Arrays of the types that most numbers and strings have.
extension PositionDecoder {
  func doubles() throws -> [Double] {
    let session = session
    return try scalars { (p) throws(JSONError) in try p.codableDouble(session) }
  }

  func doubleLists() throws -> [[Double]] { try lists { (list) throws in try list.doubles() } }
  func ints() throws -> [Int] {
    try scalars { (p) throws(JSONError) in try p.codableInteger() }
  }
  func strings() throws -> [String] {
    let session = session
    return try scalars { (p) throws(JSONError) in try p.codableString(session) }
  }

  /// The arrays in an array.
  @inline(__always)
  fileprivate func lists<T>(_ read: (PositionDecoder) throws -> T) throws -> [T] {
    guard byte == Byte.openBracket else { throw session.noContainer([Any].self, self) }
    var result: [T] = []
    var index: Int32 = 0
    var last = token
    while let element = try next(after: last) {
      try enter(element, index)
      defer { session.leave(depth &+ 1) }
      result.append(try read(inner(element)))
      last = element
      index &+= 1
    }
    position.leaveHint(behindLast: last)
    return result
  }

  @inline(__always)
  private func enter(_ element: UInt32, _ index: Int32) throws {
    do throws(JSONError) {
      try session.enter(element, depth &+ 1, index: index, nested)
    } catch {
      throw session.corrupted(error, codingPath(adding: DocumentKey(index: Int(index))))
    }
  }
}

extension PositionDecoder {
  /// The elements of an array, by the way of their type.
  fileprivate func elements<T: Decodable>(
    _ type: T.Type, _ entry: DecodedTypes.Entry
  ) throws -> [T] {
    let inner = depth &+ 1
    var result: [T] = []
    result.reserveCapacity(try firstElements())
    var index: Int32 = 0
    var last = token
    let isOwn = entry.kind == .own
    while let element = try next(after: last) {
      try enter(element, index)
      defer { session.leave(inner) }
      // Each decoder goes to its type without being copied, which would count references.
      if isOwn {
        result.append(
          try type.init(
            from: PositionDecoder(
              scope: session.owner, session: session, token: element, depth: inner)))
      } else {
        result.append(try self.inner(element).known(entry, type))
      }
      last = element
      index &+= 1
    }
    position.leaveHint(behindLast: last)
    return result
  }

  /// The number of elements, counted up to some: arrays that grow from one element allocate again and again.
  private func firstElements() throws -> Int {
    var (count, last) = (0, token)
    do throws(JSONError) {
      while count < 8, let next = try position.nextElement(after: last) {
        last = next
        count += 1
      }
    } catch {
      throw session.corrupted(error, codingPath)
    }
    return count
  }

  private func next(after last: UInt32) throws -> UInt32? {
    do throws(JSONError) {
      return try position.nextElement(after: last)
    } catch {
      throw session.corrupted(error, codingPath)
    }
  }

  /// The elements of an array of numbers or strings. Counts them first, so that the array takes one allocation.
  @inline(__always)
  fileprivate func scalars<T>(_ read: (JSONPosition) throws(JSONError) -> T) throws -> [T] {
    guard byte == Byte.openBracket else { throw session.noContainer([Any].self, self) }
    let position = position
    var close = token &+ 1
    var count = 0
    // Tokens and commas alternate where all elements are scalars.
    while close < position.end, position.byte(at: close) != Byte.closeBracket {
      guard !Byte.opens(position.byte(at: close)), close &+ 1 < position.end else { break }
      count &+= 1
      close &+= 1
      guard position.byte(at: close) == Byte.comma else { break }
      close &+= 1
    }
    guard close < position.end, position.byte(at: close) == Byte.closeBracket else {
      return try oddScalars(read)
    }
    if count > 0, position.byte(at: close &- 1) == Byte.comma { return try oddScalars(read) }
    position.leaveHint(container: token, token: close)
    // An array of no capacity would write its count into the empty array that all threads share.
    guard count > 0 else { return [] }
    var failed: (JSONError, UInt32)?
    let values = unsafe [T](unsafeUninitializedCapacity: count) { memory, initialized in
      var element = token &+ 1
      while initialized < count {
        do throws(JSONError) {
          let value = try read(position.at(element))
          unsafe (memory.baseAddress! + initialized).initialize(to: value)
        } catch {
          failed = (error, element)
          return
        }
        initialized &+= 1
        element &+= 2
      }
    }
    if let (error, element) = failed { throw fault(error, T.self, element, values.count) }
    return values
  }

  /// The elements up to the first that is not a scalar, or whose comma is missing: then it throws.
  @inline(never)
  private func oddScalars<T>(_ read: (JSONPosition) throws(JSONError) -> T) throws -> [T] {
    var values: [T] = []
    var last = token
    while let element = try next(after: last) {
      do throws(JSONError) {
        values.append(try read(position.at(element)))
      } catch {
        throw fault(error, T.self, element, values.count)
      }
      last = element
    }
    return values
  }

  @inline(never)
  private func fault(
    _ error: JSONError, _ type: Any.Type, _ element: UInt32, _ index: Int
  ) -> DecodingError {
    session.fault(error, type, element, in: self, DocumentKey(index: index))
  }
}

/// Keys are the document's own, whatever the key strategy: they are data. Swift calls keys equal that look the same, so a
/// dictionary holds only one of them, by the policy for duplicates.
extension Dictionary: DirectlyDecodable where Key == String, Value: Decodable {
  static func read(from decoder: PositionDecoder) throws -> [String: Value] {
    guard decoder.byte == Byte.openBrace else {
      throw decoder.session.noContainer([String: Any].self, decoder)
    }
    return try decoder.fields(Value.self)
  }
}

extension PositionDecoder {
  fileprivate func fields<T: Decodable>(_ type: T.Type) throws -> [String: T] {
    let entry = session.entry(type)
    let inner = depth &+ 1
    var result: [String: T] = [:]
    var last = token
    while let (name, value) = try nextField(after: last) {
      last = value
      // With a key strategy, Foundation also decodes the values that don't count, and throws their errors.
      let isRepeated = result[name] != nil
      if isRepeated, session.duplicates == .reject {
        throw session.corrupted(
          JSONError(.duplicateKey, at: session.position(value &- 2).offset, name: name), codingPath)
      }
      let counts = !isRepeated || session.duplicates == .lastWins
      if !counts, session.usesDefaultKeys { continue }
      let key =
        session.usesDefaultKeys
        ? DocumentKey(dictionaryKey: name) : DocumentKey(stringValue: name)
      do throws(JSONError) {
        try session.enter(value, inner, key, nested)
      } catch {
        throw session.corrupted(error, codingPath + [key])
      }
      defer { session.leave(inner) }
      let decoded = try self.inner(value).decoded(type, entry)
      if counts { result[name] = decoded }
    }
    position.leaveHint(behindLast: last)
    return result
  }

  private func nextField(after last: UInt32) throws -> (String, UInt32)? {
    do throws(JSONError) {
      guard let value = try position.nextField(after: last) else { return nil }
      let key = position.at(value &- 2)
      guard let name = RawString(key).string else {
        throw JSONError(.invalidEscape, at: key.offset)
      }
      return (name, value)
    } catch {
      throw session.corrupted(error, codingPath)
    }
  }
}
