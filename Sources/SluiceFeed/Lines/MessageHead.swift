import CSimdJSON
import Sluice

/// The field `kafka` of a message's record, which says where the message is and what it has besides its value:
///
/// ```
/// "kafka":{"topic":"events","partition":3,"offset":17,"timestamp":"2026-01-31T12:00:00.250Z",
///   "key":"user-7","headers":{"trace":"4bf9"}}
/// ```
///
/// Time, key and headers are missing if the message has none. A key or header that is not UTF-8 is an object
/// with its bytes in base64: `{"base64":"/w=="}`. A tombstone has `"tombstone":true`, and no other field.
final class MessageHead {
  private(set) var bytes: [UInt8] = []
  /// The text up to the offset, and the partition that it is for.
  private var start: [UInt8] = []
  private var name: ByteName = ""
  private var partition: (any MessagePartition)?
  /// The days since 1970 of the last time, and its date as text.
  private var day: (number: Int64, text: [UInt8]) = (.min, [])
  /// The seconds since 1970 of the last time that `write` has written, and its text up to the milliseconds.
  private var second: (number: Int64, text: [UInt8]) = (.min, [])

  /// Begins to describe messages of another partition.
  func begin(_ partition: any MessagePartition) {
    self.partition = partition
    let name = ByteName(partition.name)
    guard name != self.name else { return }
    self.name = name
    start = Array(
      "\"kafka\":{\"topic\":\"\(partition.topicName)\",\"partition\":\(partition.number),\"offset\":"
        .utf8)
  }

  /// Writes the field where there is room for some bytes. Returns their number; nil if it takes more.
  ///
  /// Sound because the message stays as it is until this returns, and because `room` is compared before anything is
  /// written.
  func write(
    _ message: LentMessage, to room: UnsafeMutablePointer<UInt8>, room size: Int
  ) -> Int? {
    let key = unsafe message.key
    let time = unsafe time(of: message)
    // An offset and a time are at most 80 bytes with the names around them.
    guard start.count + key.count + 100 <= size, unsafe partition?.header(0, of: message) == nil,
      unsafe MessageHead.isPlain(key), time < 253_402_300_800_000
    else { return unsafe describe(message, to: room, room: size) }
    var next = unsafe room
    unsafe MessageHead.put(start, &next)
    unsafe MessageHead.put(message.offset, &next)
    if time >= 0 {
      unsafe MessageHead.put(",\"timestamp\":\"", &next)
      let (number, milliseconds) = time.quotientAndRemainder(dividingBy: 1000)
      if number != second.number { second = (number, text(ofSecond: number)) }
      unsafe MessageHead.put(second.text, &next)
      unsafe next[0] = 0x30 + UInt8(truncatingIfNeeded: milliseconds / 100)
      unsafe next[1] = 0x30 + UInt8(truncatingIfNeeded: milliseconds / 10 % 10)
      unsafe next[2] = 0x30 + UInt8(truncatingIfNeeded: milliseconds % 10)
      unsafe next += 3
      unsafe MessageHead.put("Z\"", &next)
    }
    if let text = key.baseAddress {
      unsafe MessageHead.put(",\"key\":\"", &next)
      unsafe next.update(from: text, count: key.count)
      unsafe next += key.count
      unsafe next[0] = Byte.quote
      unsafe next += 1
    }
    unsafe next[0] = Byte.closeBrace
    return unsafe next + 1 - room
  }

  private func describe(
    _ message: LentMessage, to room: UnsafeMutablePointer<UInt8>, room size: Int
  ) -> Int? {
    unsafe describe(message)
    guard bytes.count <= size else { return nil }
    var next = unsafe room
    unsafe MessageHead.put(bytes, &next)
    return bytes.count
  }

  /// Such as `2026-01-31T12:00:00.`.
  private func text(ofSecond number: Int64) -> [UInt8] {
    let before = bytes
    bytes = []
    append(time: number * 1000)
    bytes.removeLast(4)
    defer { bytes = before }
    return bytes
  }

  /// Whether a string holds the bytes as they are.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for i in bytes.indices {
      let byte = unsafe bytes[i]
      if byte < 0x20 || byte >= 0x7F || byte == Byte.quote || byte == Byte.backslash {
        return false
      }
    }
    return true
  }

  @inline(__always)
  private static func put(_ text: StaticString, _ next: inout UnsafeMutablePointer<UInt8>) {
    unsafe next.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe next += text.utf8CodeUnitCount
  }

  @inline(__always)
  private static func put(_ bytes: [UInt8], _ next: inout UnsafeMutablePointer<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer {
      guard let first = $0.baseAddress else { return }
      unsafe next.update(from: first, count: $0.count)
    }
    unsafe next += bytes.count
  }

  /// Writes a number that is not negative.
  @inline(__always)
  private static func put(_ number: Int64, _ next: inout UnsafeMutablePointer<UInt8>) {
    var (rest, count) = (max(number, 0) / 10, 1)
    while rest > 0 { (rest, count) = (rest / 10, count + 1) }
    rest = max(number, 0)
    for place in stride(from: count - 1, through: 0, by: -1) {
      unsafe next[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    unsafe next += count
  }

  /// Sound because the message stays as it is until this returns.
  func describe(_ message: LentMessage) {
    bytes.removeAll(keepingCapacity: true)
    bytes += start
    append(unsafe message.offset)
    let time = unsafe time(of: message)
    if time >= 0 {
      append(",\"timestamp\":\"")
      append(time: time)
      bytes.append(Byte.quote)
    }
    if unsafe message.key.baseAddress != nil {
      append(",\"key\":")
      unsafe append(message.key)
    }
    unsafe append(headersOf: message)
    if unsafe message.value.baseAddress == nil { append(",\"tombstone\":true") }
    bytes.append(Byte.closeBrace)
  }

  private func append(headersOf message: LentMessage) {
    var index = 0
    while let header = unsafe partition?.header(index, of: message) {
      if index == 0 { append(",\"headers\":{") } else { bytes.append(Byte.comma) }
      index += 1
      append(name: unsafe header.name)
      bytes.append(UInt8(ascii: ":"))
      if let value = unsafe header.value { unsafe append(value) } else { append("null") }
    }
    if index > 0 { bytes.append(Byte.closeBrace) }
  }

  private func time(of message: LentMessage) -> Int64 {
    unsafe partition?.time(of: message) ?? -1
  }

  private func append(name: String) {
    var name = name
    name.withUTF8 { unsafe append($0) }
  }

  /// Appends bytes as a string, or as base64.
  private func append(_ text: UnsafeBufferPointer<UInt8>) {
    let isText = unsafe text.baseAddress.map { unsafe csj_is_utf8($0, text.count) } ?? true
    guard isText else {
      append("{\"base64\":\"")
      unsafe appendBase64(text)
      append("\"}")
      return
    }
    bytes.append(Byte.quote)
    for i in text.indices {
      let byte = unsafe text[i]
      if byte < 0x20 || byte == Byte.quote || byte == Byte.backslash {
        bytes += LineText.escape(byte)
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(Byte.quote)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private func appendBase64(_ text: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while place < text.count {
      let count = min(3, text.count - place)
      var group = 0
      for i in 0..<3 { unsafe group = group << 8 | (i < count ? Int(text[place + i]) : 0) }
      for i in 0..<4 {
        bytes.append(
          i <= count ? MessageHead.alphabet[group >> (18 - 6 * i) & 63] : UInt8(ascii: "="))
      }
      place += 3
    }
  }

  private func append(_ text: StaticString) {
    unsafe bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  private func append(_ number: Int64) {
    guard number >= 10 else {
      bytes.append(0x30 + UInt8(max(number, 0)))
      return
    }
    let place = bytes.count
    var rest = number
    while rest > 0 {
      bytes.append(0x30 + UInt8(rest % 10))
      rest /= 10
    }
    bytes[place...].reverse()
  }

  /// Appends a time in milliseconds since 1970 by RFC 3339.
  private func append(time: Int64) {
    let (number, rest) = time.quotientAndRemainder(dividingBy: 86_400_000)
    if number != day.number { day = (number, MessageHead.date(number)) }
    bytes += day.text
    bytes.append(UInt8(ascii: "T"))
    append(two: rest / 3_600_000)
    bytes.append(UInt8(ascii: ":"))
    append(two: rest / 60_000 % 60)
    bytes.append(UInt8(ascii: ":"))
    append(two: rest / 1000 % 60)
    bytes.append(UInt8(ascii: "."))
    bytes.append(0x30 + UInt8(rest / 100 % 10))
    append(two: rest % 100)
    bytes.append(UInt8(ascii: "Z"))
  }

  private func append(two number: Int64) {
    bytes.append(0x30 + UInt8(number / 10))
    bytes.append(0x30 + UInt8(number % 10))
  }

  /// The date of a day since 1970: the algorithm of Howard Hinnant's `civil_from_days`.
  private static func date(_ days: Int64) -> [UInt8] {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let ofEra = shifted % 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
    return Array("\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))".utf8)
  }
}
