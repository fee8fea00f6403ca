public import Sluice
import SluiceSystem

/// A part of some files or objects, for one of several readers: a file, or the lines that begin in a range of it.
///
/// ```swift
/// for part in try FeedPart.dividing(paths, into: 4) {
///   work[part.number, default: []].append(part)
/// }
/// ```
///
/// Parts are in the order of the files. A reader that takes all parts of one number gets about the same
/// number of bytes as the others, and together they read each record once.
public struct FeedPart: Sendable, Hashable {
  /// The reader that it is for, from 1.
  public let number: Int
  /// The file, or the object's URL.
  public let path: String
  /// The range to read, for ``FeedOptions/range``; nil: the whole file.
  public let range: FeedRange?
  /// The number of its bytes in the file; 0 for a pipe.
  public let size: Int64
  /// Why the file was not divided, although parts would be more even then: it is compressed, say.
  public let obstacle: String?

  /// Divides files among `count` readers, at least one.
  ///
  /// Only lines of UTF-8 are divided: anywhere in plain files, and where members begin in compressed ones,
  /// if ``FeedRange`` can be used in them. Other files, and pipes, are one part each, with the reason in
  /// ``obstacle``. Objects on servers, by their URLs, are divided where the server takes ranges and they are not
  /// compressed. `framing` is that of the records; `.auto` examines the start of each file that would be
  /// divided. A reader without bytes has no part.
  ///
  /// O(files): looks up their sizes, and reads only the first bytes of those that it divides, at most
  /// `count` − 1. Of compressed ones, it reads the headers of all members. Asks servers for the size and the first
  /// bytes of each object. Throws `io` for a file that is not there or can't be read, and for a URL that stands for
  /// several objects, or for messages.
  public static func dividing(
    _ paths: [String], into count: Int, framing: FeedFraming = .auto
  ) throws(JSONError) -> [FeedPart] {
    try parts(paths.map(measured), into: count, framing)
  }

  /// The same, among as many readers as it takes for parts of at most `bytes` bytes, at least 1. Files
  /// that are not divided may be larger.
  public static func dividing(
    _ paths: [String], ofBytes bytes: Int64, framing: FeedFraming = .auto
  ) throws(JSONError) -> [FeedPart] {
    let files = try paths.map(measured)
    let total = files.reduce(0) { $0 + $1.size }
    let count = total / max(bytes, 1) + (total % max(bytes, 1) > 0 ? 1 : 0)
    return try parts(files, into: Int(count), framing)
  }

  private struct File {
    let path: String
    let size: Int64
    let isRegular: Bool
    var object: (any SourceObject, SourceAddress)?

    func division(_ framing: FeedFraming) throws(JSONError) -> FileDivision {
      if let (object, address) = object {
        return try FileDivision(of: object, at: address, framing)
      }
      return try FileDivision(of: path, isRegular: isRegular, framing)
    }
  }

  private static func measured(_ address: SourceAddress) throws(JSONError) -> File {
    guard address.resource == .object else {
      throw FeedRange.notDivisible(
        address.description, "its objects or partitions are divided one by one")
    }
    let object = try address.object()
    try object.inspect(stop: nil)
    return File(
      path: address.text, size: object.size ?? 0, isRegular: false, object: (object, address))
  }

  private static func measured(_ path: String) throws(JSONError) -> File {
    if let address = SourceAddress(ifURL: path) { return try measured(address) }
    do throws(SystemError) {
      let status = try FileStatus(at: path)
      return File(path: path, size: status.isRegular ? status.size : 0, isRegular: status.isRegular)
    } catch {
      throw JSONError(error, name: path)
    }
  }

  private static func parts(
    _ files: [File], into count: Int, _ framing: FeedFraming
  ) throws(JSONError) -> [FeedPart] {
    let borders = FeedRange.dividing(files.reduce(0) { $0 + $1.size }, into: count).map(\.bytes)
    var parts: [FeedPart] = []
    var (next, begin): (Int, Int64) = (0, 0)
    for file in files {
      let end = begin + file.size
      while next < borders.count - 1, borders[next].upperBound <= begin { next += 1 }
      var obstacle: String?
      if end > borders[next].upperBound {
        let division = try file.division(framing)
        switch division {
        case .nowhere(let reason): obstacle = reason
        case .atMembers:
          let bytes = borders[next...].prefix { $0.lowerBound < end }
            .map { $0.clamped(to: begin..<end) }
            .map { $0.lowerBound - begin..<$0.upperBound - begin }
          let own = try division.parts(bytes, of: file.path, from: next + 1)
          if own.count > 1 {
            parts += own
            begin = end
            continue
          }
          obstacle = "its members are larger than a part"
        case .anywhere:
          var place = next
          while place < borders.count, borders[place].lowerBound < end {
            let bytes = borders[place].clamped(to: begin..<end)
            parts.append(
              FeedPart(
                number: place + 1, path: file.path,
                range: FeedRange(bytes: bytes.lowerBound - begin..<bytes.upperBound - begin),
                size: Int64(bytes.count), obstacle: nil))
            place += 1
          }
          begin = end
          continue
        }
        // To the reader with the file's middle.
        while next < borders.count - 1, borders[next].upperBound <= begin + file.size / 2 {
          next += 1
        }
      }
      parts.append(
        FeedPart(
          number: next + 1, path: file.path, range: nil, size: file.size, obstacle: obstacle))
      begin = end
    }
    return parts
  }
}
