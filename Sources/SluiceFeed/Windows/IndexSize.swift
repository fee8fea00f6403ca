/// How large the windows are that stage 1 is asked for. A bad byte makes it refuse the whole window,
/// so windows are small while damage is about.
///
/// A window that is refused is indexed again in pieces of ``fine`` bytes, a piece that is refused in
/// pieces of ``finest``, and only what of those is refused too is looked at record by record. At 0.1%
/// damaged lines of 235 bytes, windows of 128 KiB would be refused every second time.
struct IndexSize {
  static let fine = 8 << 10
  static let finest = 2 << 10

  private let usual: Int
  /// How many bytes were sound since the last that were not.
  private var sound: Int

  init(usual: Int) {
    self.usual = usual
    sound = .max
  }

  /// The size for the next window: a sixteenth of what was sound, so that the windows that are
  /// refused cost little even when they are about to be.
  var bytes: Int { min(usual, max(sound / 16, IndexSize.fine)) }

  mutating func isDamaged() { sound = 0 }

  mutating func isSound(_ count: Int) {
    if sound < .max / 2 { sound += count }
  }

  /// The pieces in which a refused window is indexed again. Nil: record by record.
  static func pieces(ofRefused count: Int) -> Int? {
    count > fine ? fine : count > finest ? finest : nil
  }
}
