import SluiceSystem
import Testing

@Suite("A text in a text")
struct TextSearchTests {
  /// All texts of two letters.
  private func texts(_ counts: ClosedRange<Int>) -> [String] {
    counts.flatMap { count in
      (0..<1 << count).map { bits in
        String(decoding: (0..<count).map { UInt8(97 + (bits >> $0) & 1) }, as: UTF8.self)
      }
    }
  }

  @Test("is found where it begins first")
  func first() {
    for text in texts(0...7) {
      for part in texts(1...3) {
        let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
        let expected = bytes.indices.first { bytes[$0...].starts(with: wanted) }
        let place = text.range(ofText: part).map {
          text.utf8.distance(from: text.startIndex, to: $0.lowerBound)
        }
        #expect(place == expected, "\(part) in \(text)")
        let rest = ("é" + text).dropFirst()
        #expect(rest.range(ofText: part).map { String(rest[$0]) } == expected.map { _ in part })
      }
    }
    #expect("aé".range(ofText: "é").map { String("aé"[$0]) } == "é")
    #expect("aé".range(ofText: "") == "aé".startIndex..<"aé".startIndex)
  }
}
