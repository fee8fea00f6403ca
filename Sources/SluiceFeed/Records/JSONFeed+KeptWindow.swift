extension JSONFeed {
  /// Keeps the last window of lines whose memory is well used, until the next one is read: a caller that takes it
  /// can point into it instead of copying records. Kept windows that are freed are reused, `most` bytes of them.
  package mutating func keepingLastWindow(most: Int) -> WindowKeeper {
    let size = reader.options.windowSize
    let keeper = WindowKeeper(
      SpareMemory(most: .max, bytes: most, largest: 4 * size), smallest: size / 2, keepsLast: true)
    reader.keeper = keeper
    return keeper
  }
}
