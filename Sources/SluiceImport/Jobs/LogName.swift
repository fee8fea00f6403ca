import Sluice
import SluiceSystem

/// A file's name taken apart as logrotate(8) puts it together: `app.log`, its place in the order, the ending of a compressed
/// file.
struct LogName: Hashable {
  /// The log's own path: equal for all files that it was rotated to.
  let log: ByteName
  /// The path without the ending of a compressed file.
  let unpacked: ByteName
  let isPacked: Bool
  /// The path of the log that would be rotated to this name, where its place in the order is before the extension:
  /// `app.log` for `app-20260131.log`.
  let former: ByteName?

  /// Whether a log of this name may have become the other one's file, or both be files of one log.
  func isOfSameLog(as other: LogName) -> Bool {
    log == other.log || former == other.unpacked || other.former == unpacked
  }

  /// Whether it is what compressing the other file makes.
  func isCompressed(_ other: LogName) -> Bool {
    isPacked && !other.isPacked && unpacked == other.unpacked
  }

  init(_ path: String) {
    var name = Array(path.utf8)[...]
    let endings = RotatedName.packedEndings.map { Array($0.utf8) }
    let ending = endings.first { name.count > $0.count && name.suffix($0.count) == $0[...] }
    isPacked = ending != nil
    name = name.dropLast(ending?.count ?? 0)
    unpacked = ByteName(String(decoding: name, as: UTF8.self))
    // The longest suffix that is a rotation's.
    let start = name.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let end = name.indices.dropFirst(start + 1).first { RotationOrder(suffix: name[$0...]) != nil }
    log = ByteName(String(decoding: name[..<(end ?? name.endIndex)], as: UTF8.self))
    former = LogName.former(name[start...]).map {
      ByteName(String(decoding: name[..<start] + $0, as: UTF8.self))
    }
  }

  private static func former(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    let (stem, ending) = LogPattern.divide(Array(name))
    let start = stem.indices.dropFirst().first { start in
      guard let order = RotationOrder(suffix: stem[start...]) else { return false }
      // `app-1.log` is the log of another instance more often than a rotated one.
      return order.kind != .number || stem[start] == UInt8(ascii: ".")
    }
    guard !ending.isEmpty, let start else { return nil }
    return Array(stem[..<start]) + ending
  }
}
