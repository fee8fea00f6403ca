import Foundation
import Sluice
import SluiceDecoding

/// The elements that are numbers, Booleans, strings and `null`.
extension UnkeyedEncoder {
  func encodeNil() throws { try write(Any?.none as Any) { $0.out.append("null") } }

  func encode(_ value: Bool) throws {
    try write(value) { $0.out.append(value ? "true" : "false") }
  }

  func encode(_ value: String) throws { try write(value) { $0.write(value) } }

  func encode(_ value: Double) throws {
    if value.isFinite { return try write(value) { $0.write(value) } }
    let string = try branch.special(value, codingPath + [DocumentKey(index: count)])
    try write(value) { $0.write(string) }
  }

  func encode(_ value: Float) throws {
    if value.isFinite { return try write(value) { $0.write(value) } }
    let string = try branch.special(value, codingPath + [DocumentKey(index: count)])
    try write(value) { $0.write(string) }
  }

  func encode(_ value: Int) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: Int8) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: Int16) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: Int32) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: Int64) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: UInt) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: UInt8) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: UInt16) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: UInt32) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: UInt64) throws { try write(value) { $0.write(integer: value) } }
  func encode(_ value: Int128) throws { try write(value) { $0.write(raw: value.description) } }
  func encode(_ value: UInt128) throws { try write(value) { $0.write(raw: value.description) } }

  @inline(__always)
  private func write(
    _ value: @autoclosure () -> Any, _ write: (inout EncodingText) -> Void
  ) throws {
    if isRefused { throw ValueEncoder.refused(value(), codingPath) }
    guard branch.isInnermost(depth, container: number) else {
      return try branch.refuse(value(), depth, container: number)
    }
    branch.separateElement(depth)
    write(&branch.text)
  }
}
