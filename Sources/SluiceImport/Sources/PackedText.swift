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
    _ fact: Substring, of source: JobSource, _ limits: DecompressionLimits
  ) throws(ImportError) -> Bool {
    guard let count = fact.parts(at: ",").first.flatMap({ Int64($0) }), count > 0 else {
      return false
    }
    var text = PackedText(of: count)
    let extent = try ImportError.reading { () throws(JSONError) in
      try unsafe source.content.packedExtent(named: source.name, limits, source.stop) {
        unsafe text.add($0)
      }
    }
    try source.content.endExamination()
    return extent != nil && text.text == fact
  }
}
