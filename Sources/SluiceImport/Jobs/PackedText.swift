import Sluice
import SluiceFeed
import SluiceSystem

/// The text of a compressed file, by its size and a hash: the same however it is packed. The progress keeps it as a fact
/// of the fingerprint, `;text=SIZE,HASH`, if all of the text was imported.
struct PackedText {
  private(set) var count: Int64 = 0
  private var hash = ContentHash()
  /// Where to stop, if only the beginning counts.
  private var end = Int64.max

  static let fact = "text"

  init() {}

  /// The first `count` bytes of a text.
  private init(of count: Int64) { end = count }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let kept = Int(min(Int64(bytes.count), end - count))
    unsafe hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<kept]))
    count += Int64(kept)
  }

  var text: String { "\(count),\(String(hash.value, radix: 16))" }

  /// Whether a file has the text of a fact, and perhaps more. O(size). False as well if it was stopped meanwhile.
  static func isBeginning(
    _ fact: Substring, of file: SourceFile, _ limits: DecompressionLimits
  ) throws(JSONError) -> Bool {
    guard let count = fact.parts(at: ",").first.flatMap({ Int64($0) }), count > 0 else {
      return false
    }
    var text = PackedText(of: count)
    let extent: PackedExtent?
    if let object = file.object {
      extent = try unsafe PackedExtent(
        of: object, limits: limits, stop: file.stop ?? FeedStop()
      ) { unsafe text.add($0) }
      object.onlyExamined()
    } else {
      extent = try unsafe PackedExtent(
        of: file.descriptor, name: file.name, limits: limits, stop: file.stop
      ) { unsafe text.add($0) }
    }
    return extent != nil && text.text == fact
  }
}
