import Sluice

/// Values that are written as objects or arrays: MongoDB's Extended JSON, and bytes as numbers.
extension LenientColumn {
  /// The value of an object or an array, if the column takes such; nil: it takes none.
  func readContainer(
    _ position: JSONPosition, _ scratch: RowScratch
  ) throws(JSONError) -> ImportValue? {
    switch position.byte {
    case UInt8(ascii: "{") where accepts.extended:
      begin(.extended)
      return try extended(position, scratch)
    case UInt8(ascii: "[") where accepts.bytes:
      begin(.bytes)
      return try bytes(position, scratch)
    default: return nil
    }
  }

  /// The value of an object with a single key, which says what the value is.
  private func extended(
    _ object: JSONPosition, _ scratch: RowScratch
  ) throws(JSONError) -> ImportValue {
    guard let (key, value) = try onlyField(of: object, scratch) else {
      throw fault(.extended, object)
    }
    switch (key, type) {
    case (.number, .text) where !accepts.scalars: break
    case (.number, .int), (.number, .real), (.number, .decimal), (.number, .text),
      (.number, .epoch), (.number, .epochms), (.number, .epochus):
      return try unsafe parsed(value, scratch) { (text) throws(CellFault) in try unsafe scalar(text)
      }
    case (.identifier, .text), (.uuid, .text): return unsafe .text(try scratch.text(value))
    case (.uuid, .uuid):
      return try unsafe parsed(value, scratch) { (text) throws(CellFault) in
        try unsafe type.parse(text, scratch) ?? .null
      }
    case (.date, .timestamp): return try date(value, scratch)
    case (.binary, .blob), (.binary, .uuid): return try binary(value, scratch)
    default: break
    }
    throw fault(.extended, object)
  }

  /// A number in a string, as the column's type.
  private func scalar(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(CellFault) -> ImportValue {
    guard let digits = unsafe DecimalDigits(text) else { throw .number }
    switch type {
    case .int:
      guard let value = digits.integer(as: Int64.self) else { throw .integer }
      return .integer(value)
    case .real:
      guard let value = unsafe LenientColumn.double(text) else { throw .real }
      return .real(value)
    case .decimal: return unsafe .decimal(text)
    case .text: return unsafe .text(text)
    default: return .timestamp(try epoch(digits, shift: type.epochShift ?? 0))
    }
  }

  /// A time as text, or milliseconds since 1970 as a number or an object that has one.
  private func date(
    _ value: JSONPosition, _ scratch: RowScratch
  ) throws(JSONError) -> ImportValue {
    if value.byte == UInt8(ascii: "{") {
      guard let (key, inner) = try onlyField(of: value, scratch), key == .number else {
        throw fault(.extended, value)
      }
      return try unsafe parsed(inner, scratch) { (text) throws(CellFault) in
        guard let digits = unsafe DecimalDigits(text) else { throw .number }
        return .timestamp(try epoch(digits, shift: 3))
      }
    }
    if value.isNumber {
      guard let digits = unsafe DecimalDigits(value.numberText) else {
        throw JSONError(.invalidNumber, at: value.offset)
      }
      do throws(CellFault) {
        return .timestamp(try epoch(digits, shift: 3))
      } catch {
        throw fault(error, value)
      }
    }
    return try unsafe parsed(value, scratch) { (text) throws(CellFault) in
      .timestamp(try unsafe time(text))
    }
  }

  /// `{"base64": "…", "subType": "00"}`; a UUID is of subtype 04.
  private func binary(
    _ object: JSONPosition, _ scratch: RowScratch
  ) throws(JSONError) -> ImportValue {
    guard object.byte == UInt8(ascii: "{") else { throw fault(.extended, object) }
    var (base64, subtype): (JSONPosition?, JSONPosition?)
    var (last, count) = (object.token, 0)
    while let value = try object.nextField(after: last) {
      last = value
      count += 1
      let key = unsafe try scratch.text(object.at(value &- 2))
      if unsafe key.elementsEqual("base64".utf8) { base64 = object.at(value) }
      if unsafe key.elementsEqual("subType".utf8) { subtype = object.at(value) }
    }
    guard count == 2, let base64, let subtype else { throw fault(.extended, object) }
    let number = unsafe try scratch.text(subtype)
    let isUUID = unsafe number.elementsEqual("04".utf8) || number.elementsEqual("4".utf8)
    return try unsafe parsed(base64, scratch) { (text) throws(CellFault) in
      let bytes = unsafe try scratch.decoded(text)
      guard type == .uuid else { return unsafe .blob(bytes) }
      guard isUUID, bytes.count == 16 else { throw .extended }
      let words = UnsafeRawBufferPointer(bytes)
      return unsafe .uuid(
        high: UInt64(bigEndian: words.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: words.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  /// What a key of Extended JSON says of its value.
  private enum ExtendedKey {
    case number, identifier, uuid, date, binary
  }

  /// The field of an object that has one, if its key is one of Extended JSON's.
  private func onlyField(
    of object: JSONPosition, _ scratch: RowScratch
  ) throws(JSONError) -> (ExtendedKey, JSONPosition)? {
    guard let value = try object.nextField(after: object.token),
      try object.nextField(after: value) == nil
    else { return nil }
    let name = unsafe try scratch.text(object.at(value &- 2))
    let is_ = { (key: StaticString) in
      unsafe name.elementsEqual(
        UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }
    let key: ExtendedKey? =
      if is_("$numberLong") || is_("$numberInt") || is_("$numberDouble") || is_("$numberDecimal") {
        .number
      } else if is_("$oid") {
        .identifier
      } else if is_("$uuid") {
        .uuid
      } else if is_("$date") {
        .date
      } else if is_("$binary") {
        .binary
      } else {
        nil
      }
    return key.map { ($0, object.at(value)) }
  }

  /// The characters that an array has as numbers.
  private func bytes(
    _ array: JSONPosition, _ scratch: RowScratch
  ) throws(JSONError) -> ImportValue {
    var bytes: [UInt8] = []
    var last = array.token
    while let element = try array.nextElement(after: last) {
      last = element
      guard let byte = UInt8(exactly: try array.at(element).integer(as: Int64.self, .int64)) else {
        throw fault(.bytes, array)
      }
      bytes.append(byte)
    }
    if type == .text, String(validating: bytes, as: UTF8.self) == nil { throw fault(.utf8, array) }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      let copy = unsafe scratch.copied(bytes)
      return unsafe type == .text ? .text(copy) : .blob(copy)
    }
  }

  /// A value made of a string's characters.
  private func parsed(
    _ value: JSONPosition, _ scratch: RowScratch,
    _ parse: (UnsafeBufferPointer<UInt8>) throws(CellFault) -> ImportValue
  ) throws(JSONError) -> ImportValue {
    let text = try unsafe scratch.text(value)
    do throws(CellFault) {
      return try unsafe parse(text)
    } catch {
      throw fault(error, value)
    }
  }

  private func fault(_ fault: CellFault, _ value: JSONPosition) -> JSONError {
    JSONError(.invalidValue, at: value.offset, name: type.expectation, reason: fault.words)
  }
}
