import Foundation
import Sluice
import SluiceFoundation

/// Foundation's types, each as its decoder treats it.
extension PositionDecoder {
  func date() throws -> Date {
    guard !isNull else { throw session.noValue(Date.self, self) }
    switch session.options.dates {
    case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try double())
    case .secondsSince1970: return Date(timeIntervalSince1970: try double())
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try double() / 1000)
    case .iso8601:
      guard byte == Byte.quote else { throw session.mismatch(String.self, self, .string) }
      if let date = unsafe RawString(position).withUTF8({ unsafe UTCDate.date($0) }) ?? nil {
        return date
      }
      guard let date = try? Date(try string(), strategy: .iso8601) else {
        throw session.invalid("an ISO 8601 date-time such as 2024-05-01T12:30:00Z", self)
      }
      return date
    case .custom(let make): return try make(self)
    @unknown default: return try Date(from: self)
    }
  }

  func data() throws -> Data {
    guard !isNull else { throw session.noValue(Data.self, self) }
    switch session.options.data {
    case .deferredToData: return try Data(from: self)
    case .base64:
      guard byte == Byte.quote else { throw session.mismatch(String.self, self, .string) }
      let bytes = unsafe RawString(position).withUTF8 {
        unsafe Base64.decode($0, needsPadding: true)
      }
      if let bytes = bytes ?? nil { return Data(bytes) }
      guard let data = Data(base64Encoded: try string()) else {
        throw session.invalid("Base64 with its padding", self)
      }
      return data
    case .custom(let make): return try make(self)
    @unknown default: return try Data(from: self)
    }
  }

  func url() throws -> URL {
    guard !isNull else { throw session.noValue(URL.self, self) }
    guard let url = URL(string: try string()) else {
      throw session.invalid("a URL", self)
    }
    return url
  }

  func uuid() throws -> UUID {
    guard byte == Byte.quote else { return try UUID(from: self) }
    let bits = unsafe RawString(position).withUTF8 { unsafe UUIDText.bits($0) }
    guard let (high, low) = bits ?? nil else { return try UUID(from: self) }
    var value = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: value)
  }

  /// All digits: up to 38, and some numbers of 39. Longer ones are errors, for `Decimal` would cut them.
  func decimal() throws -> Decimal {
    guard !isNull else { throw session.noValue(Decimal.self, self) }
    guard position.isNumber else { throw session.mismatch(Decimal.self, self, .decimal) }
    do throws(JSONError) {
      return try JSONCursor(unchecked: position).decimal
    } catch {
      let text = unsafe String(decoding: position.numberText, as: UTF8.self)
      guard error.code == .numberOutOfRange, let widest = Decimal(string: text),
        let made = JSONNumber(widest.description), made == JSONNumber(text)
      else { throw session.fault(error, Decimal.self, self) }
      return widest
    }
  }
}
