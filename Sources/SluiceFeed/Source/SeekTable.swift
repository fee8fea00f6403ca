import Sluice

/// The table at the end of a file in Zstandard's seekable format: the lengths of its frames and of their texts.
///
/// ```
/// frame │ frame │ … │ 5E 2A 4D 18, size │ length, text's length (, checksum) for each │ count, flags, B1 EA 92 8F
/// ```
///
/// Specified in zstd's contrib/seekable_format. Frames that were written as a stream have their lengths only
/// there.
struct SeekTable {
  /// Where each frame begins, and the table.
  private let places: [MemberWalk.Place]

  private static let footer = 9
  private static let magic: Int64 = 0x8F92_EAB1
  private static let skippable: Int64 = 0x184D_2A5E
  /// Larger tables, of more than 64 MiB here, are not used.
  private static let mostFrames: Int64 = 4 << 20

  /// Nil: the file has no table that fits all of it. Throws `io`.
  ///
  /// O(frames), 16 bytes of memory for each.
  init?(_ bytes: any PlacedBytes) throws(JSONError) {
    guard let size = bytes.size, size > 17 else { return nil }
    let end = try bytes.bytes(at: size - Int64(SeekTable.footer), count: SeekTable.footer)
    guard end.count == SeekTable.footer, MemberWalk.number(end[5...]) == SeekTable.magic,
      end[4] & 0x7C == 0
    else { return nil }
    let count = MemberWalk.number(end[..<4])
    let width = end[4] & 0x80 == 0 ? 8 : 12
    let length = count * Int64(width) + Int64(SeekTable.footer)
    let start = size - length - 8
    guard (1...SeekTable.mostFrames).contains(count), start > 0 else { return nil }
    let head = try bytes.bytes(at: start, count: 8)
    guard head.count == 8, MemberWalk.number(head[..<4]) == SeekTable.skippable,
      MemberWalk.number(head[4...]) == length
    else { return nil }

    var places = [MemberWalk.Place()]
    places.reserveCapacity(Int(count) + 1)
    var place = MemberWalk.Place()
    let most = 4096
    while places.count <= Int(count) {
      let wanted = min(most, Int(count) + 1 - places.count)
      let entries = try bytes.bytes(
        at: start + 8 + Int64((places.count - 1) * width), count: wanted * width)
      guard entries.count == wanted * width else { return nil }
      for first in stride(from: 0, to: entries.count, by: width) {
        place.file += MemberWalk.number(entries[first..<first + 4])
        place.text += MemberWalk.number(entries[first + 4..<first + 8])
        places.append(place)
      }
    }
    guard place.file == start else { return nil }
    self.places = places
  }

  /// Where the frame ends that begins at a place; nil if the table has none there.
  func place(after place: MemberWalk.Place) -> MemberWalk.Place? {
    var (first, end) = (0, places.count - 1)
    while first < end {
      let middle = (first + end) / 2
      if places[middle].file < place.file { first = middle + 1 } else { end = middle }
    }
    guard places[first].file == place.file, first < places.count - 1 else { return nil }
    let count = places[first + 1].text - places[first].text
    return MemberWalk.Place(file: places[first + 1].file, text: place.text + count)
  }
}
