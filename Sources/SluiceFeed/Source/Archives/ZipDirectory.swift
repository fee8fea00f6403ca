import Sluice

/// The directory of a zip archive, which is at its end (APPNOTE 4.3.12 and 4.3.16): how many members there are, and where
/// each begins.
struct ZipDirectory {
  /// The number of members; nil: it does not fit, and a record of ZIP64 has it.
  let count: Int64?
  /// How many bytes the directory has; nil, too.
  let size: Int?
  /// Where it ends, counted from the first of the bytes in which it was found.
  let end: Int
  /// How many bytes that are no padding come after the archive's end.
  let bytesAfter: Int

  /// How many bytes at an archive's end may hold the record: it has a comment of up to 64 KiB.
  static let trailSize = 22 + (64 << 10)
  /// The largest directory that is compared, of about a million members.
  static let mostBytes = 64 << 20

  /// Finds the last record in the last bytes of an archive; nil if they contain no record.
  init?(in trail: ArraySlice<UInt8>) {
    var start = trail.endIndex - 22
    while start >= trail.startIndex {
      let record = trail[start...].prefix(22)
      let next = start + 22 + Int(MemberWalk.number(record.suffix(2)))
      if record.starts(with: [0x50, 0x4B, 0x05, 0x06]), next <= trail.endIndex {
        let (count, size) = (
          MemberWalk.number(record.dropFirst(10).prefix(2)),
          MemberWalk.number(record.dropFirst(12).prefix(4))
        )
        self.count = count == 0xFFFF ? nil : Int64(count)
        self.size = size == 0xFFFF_FFFF ? nil : Int(size)
        end = start - trail.startIndex
        bytesAfter = trail[next...].contains { $0 != 0 } ? trail.endIndex - next : 0
        return
      }
      start -= 1
    }
    return nil
  }

  /// The first place at which two members begin; nil if the bytes show no such place.
  static func sharedPlace(in directory: ArraySlice<UInt8>) -> UInt64? {
    var places: Set<UInt64> = []
    var rest = directory
    while rest.count >= 46, rest.starts(with: [0x50, 0x4B, 0x01, 0x02]) {
      func number(at offset: Int, _ count: Int) -> UInt64 {
        UInt64(MemberWalk.number(rest.dropFirst(offset).prefix(count)))
      }
      let place = number(at: 42, 4)
      // That of ZIP64 is in another field.
      if place != 0xFFFF_FFFF, !places.insert(place).inserted { return place }
      rest = rest.dropFirst(46 + Int(number(at: 28, 2) + number(at: 30, 2) + number(at: 32, 2)))
    }
    return nil
  }
}
