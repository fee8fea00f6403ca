/// The size of the windows that stage 1 indexes. A bad byte makes stage 1 refuse the whole window, so
/// windows stay small while there is damage nearby.
///
/// A refused window is indexed again in pieces of ``fine`` bytes, and a refused piece in pieces of
/// ``finest``. Only pieces refused again are read record by record. With 0.1% damaged lines of 235
/// bytes, stage 1 would refuse every second window of 128 KiB.
struct IndexSize {
  static let fine = 8 << 10
  static let finest = 2 << 10

  private let usual: Int
  /// The number of sound bytes since the last bad one.
  private var sound: Int

  init(usual: Int) {
    self.usual = usual
    sound = .max
  }

  /// The size of the next window: a sixteenth of the sound bytes, so that refused windows cost
  /// little even when damage is frequent.
  var bytes: Int { min(usual, max(sound / 16, IndexSize.fine)) }

  mutating func isDamaged() { sound = 0 }

  mutating func isSound(_ count: Int) {
    if sound < .max / 2 { sound += count }
  }

  /// The size of the pieces in which a refused window is indexed again. Nil: record by record.
  static func pieces(ofRefused count: Int) -> Int? {
    count > fine ? fine : count > finest ? finest : nil
  }
}
