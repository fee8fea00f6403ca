import Sluice
import SluiceSystem

/// The name of a file that belongs to a log: `app.log.1`, `app.log-20260131.gz`, `app-20260131.log`, `app.1.log`.
///
/// A log whose path is a link may be written under successive names, `app-20260102.log` or `0.log`, each of which may be
/// rotated, too.
struct RotatedName {
  /// What orders the files of one scheme. Only those are compared by their names.
  enum Scheme: Hashable { case target(RotationOrder.Order), suffix(RotationOrder.Order), none }

  /// Its place among the names that a link has led to.
  private(set) var target: RotationOrder?
  /// Its place among the files that one name was rotated to; nil: it has that name itself.
  private(set) var suffix: RotationOrder?
  private(set) var isPacked = false

  static let packedEndings = [".gz", ".zst", ".bz2", ".xz", ".lz4"]

  var scheme: Scheme {
    if let target { return .target(target.kind) }
    return suffix.map { .suffix($0.kind) } ?? .none
  }

  /// The number in a scheme of numbers.
  var number: UInt64? { target == nil ? suffix?.number : target?.number }

  /// Whether it is the older one of two files of one scheme. `countsUp`: the scheme's numbers grow with time.
  func isOlder(than other: RotatedName, countsUp: Bool) -> Bool {
    if let target, let otherTarget = other.target, target != otherTarget {
      return target.number != nil ? otherTarget < target : target < otherTarget
    }
    guard let suffix, let otherSuffix = other.suffix else {
      return suffix != nil && other.suffix == nil
    }
    return countsUp && target == nil && suffix.kind == .number
      ? otherSuffix < suffix : suffix < otherSuffix
  }
}

/// The names that belong to a log, by one of its own.
struct LogPattern {
  private let name: [UInt8]
  private let isTarget: Bool
  /// The name without its last extension, and that.
  private let stem: ArraySlice<UInt8>
  private let ending: ArraySlice<UInt8>
  /// The part of the stem that changes from one target of a link to the next.
  private let start: ArraySlice<UInt8>
  private let order: RotationOrder?

  /// `isTarget`: a link leads to it.
  init(_ name: some Sequence<UInt8>, isTarget: Bool) {
    self.name = Array(name)
    self.isTarget = isTarget
    let whole = isTarget ? LogPattern.changing(self.name[...]) : (self.name[...], nil)
    if let order = whole.1, order.kind != .number {
      // `0.log-1769774400`
      (stem, ending) = (self.name[...], [])
      (start, self.order) = (whole.0, order)
    } else {
      (stem, ending) = LogPattern.divide(self.name)
      (start, order) = isTarget ? LogPattern.changing(stem) : (stem, nil)
    }
  }

  /// Nil when a name does not belong to the log.
  func match(_ other: some Sequence<UInt8>) -> RotatedName? {
    let other = Array(other)
    var rest = other[...]
    var isPacked = false
    for packed in RotatedName.packedEndings
    where rest.count > packed.utf8.count
      && rest.suffix(packed.utf8.count).elementsEqual(packed.utf8)
    {
      rest = rest.dropLast(packed.utf8.count)
      isPacked = true
    }
    if let order, ending.isEmpty {
      let (start, other) = LogPattern.changing(rest)
      if let other, start == self.start, other.kind == order.kind {
        return RotatedName(target: other, suffix: nil, isPacked: isPacked)
      }
    }
    if let order {
      // `0.log`, `1.log`, `0.log.20260131-121000`: a target, and what it was rotated to.
      for end in rest.indices.reversed() {
        let (stem, ending) = LogPattern.divide(Array(rest[...end]))
        guard ending == self.ending else { continue }
        let (start, other) = LogPattern.changing(stem)
        guard let other, start == self.start, other.kind == order.kind else { continue }
        let suffix = rest[(end + 1)...]
        if suffix.isEmpty { return RotatedName(target: other, suffix: nil, isPacked: isPacked) }
        guard let rotated = RotationOrder(suffix: suffix) else { continue }
        return RotatedName(target: other, suffix: rotated, isPacked: isPacked)
      }
    }
    if rest.elementsEqual(name) { return RotatedName(target: nil, suffix: nil, isPacked: isPacked) }
    if rest.starts(with: name), let order = RotationOrder(suffix: rest.dropFirst(name.count)) {
      return RotatedName(target: nil, suffix: order, isPacked: isPacked)
    }
    guard !stem.isEmpty, !ending.isEmpty, rest.starts(with: stem),
      rest.count > stem.count + ending.count, rest.suffix(ending.count) == ending
    else { return nil }
    let middle = rest.dropFirst(stem.count).dropLast(ending.count)
    // `app-1.log` is the log of another instance more often than a rotated one.
    guard let order = RotationOrder(suffix: middle),
      order.kind != .number || middle.first == UInt8(ascii: ".")
    else { return nil }
    return RotatedName(target: self.order, suffix: order, isPacked: isPacked)
  }

  /// A name without its extension, and that; a number is none.
  static func divide(_ name: [UInt8]) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count,
      !name[(dot + 1)...].allSatisfy({ (0x30...0x39).contains($0) })
    else { return (name[...], []) }
    return (name[..<dot], name[dot...])
  }

  /// Divides a stem where a number or a date begins that takes up its rest.
  private static func changing(
    _ stem: ArraySlice<UInt8>
  ) -> (start: ArraySlice<UInt8>, RotationOrder?) {
    if !stem.isEmpty, stem.count <= 5, stem.allSatisfy({ (0x30...0x39).contains($0) }) {
      return ([], UInt64(String(decoding: stem, as: UTF8.self)).map { RotationOrder(number: $0) })
    }
    for start in stem.indices {
      if let order = RotationOrder(suffix: stem[start...]) { return (stem[..<start], order) }
    }
    return (stem, nil)
  }
}
