import CISAL
import Sluice

/// Members of plain gzip, which say nowhere how long they are.
///
/// The next one begins where bytes look like a header, and what follows them can be decoded. The four bytes
/// before it are the number of bytes of the text before it, modulo 4 GiB. Deflate makes text at most 1,032 times
/// smaller, so that this number is exact for members of up to 4 MB; longer ones are not searched.
///
/// Data that looks like a header by chance can almost never be decoded that far (some 2⁻⁶⁰ for each byte), and data
/// that was made to does no harm: see ``MemberCheck``.
enum PlainMember {
  /// The longest member, compressed, whose end is searched for.
  static let longest: Int64 = 4_000_000
  private static let mostText: Int64 = 1032
  /// A header of 10 bytes, 2 bytes for a text without any, checksum and length.
  private static let shortest: Int64 = 20
  private static let header = 10
  /// So much of the text is decoded, unless the member ends before. That proves it even if the rest of the member is
  /// damaged, which is for its readers to find.
  private static let proof = 1 << 10
  private static let piece = 64 << 10

  /// The member after one, if that can be told. Throws `io`, `out-of-memory`.
  ///
  /// O(bytes of the member), at the speed of reading them.
  static func place(
    after member: MemberWalk.Place, in bytes: any PlacedBytes
  ) throws(JSONError) -> MemberWalk.Place? {
    let end = member.file + longest
    // Each piece has the length before its first header, and all of its last one.
    var start = member.file + shortest - 4
    while start <= end {
      let text = try bytes.bytes(at: start, count: piece + 4 + header)
      var next = 4
      while let found = candidate(in: text, from: next) {
        let offset = start + Int64(found)
        let count = MemberWalk.number(text[found - 4..<found])
        if offset > end { return nil }
        if count <= (offset - member.file) * mostText, try isMember(at: offset, bytes) {
          return MemberWalk.Place(file: offset, text: member.text + count)
        }
        next = found + 1
      }
      if text.count < piece + 4 + header { return nil }
      start += Int64(piece)
    }
    return nil
  }

  /// Finds the next ten bytes that may be a header.
  private static func candidate(in text: [UInt8], from first: Int) -> Int? {
    let end = text.count - header
    guard first <= end else { return nil }
    let found = unsafe text.withUnsafeBufferPointer { text in
      unsafe text.baseAddress.map { unsafe cisal_find_header($0 + first, end + 1 - first) } ?? 0
    }
    return first + found <= end ? first + found : nil
  }

  /// Decodes the first bytes there.
  private static func isMember(
    at offset: Int64, _ bytes: any PlacedBytes
  ) throws(JSONError) -> Bool {
    let decoder = try GzipInput(PlacedInput(bytes, from: offset), name: "", from: offset)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: proof, alignment: 64)
    defer { unsafe room.deallocate() }
    var left = room.count
    do throws(JSONError) {
      while left > 0, decoder.verifiedEnd == 0 {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[(room.count - left)...])
        let got = try unsafe InputEvent.asErrors(try decoder.read(into: rest))
        if got == 0 { break }
        left -= got
      }
      return true
    } catch {
      guard error.code == .decompressionFailed else { throw error }
      return decoder.verifiedEnd > 0
    }
  }
}
