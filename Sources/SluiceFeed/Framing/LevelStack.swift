/// The open brackets, one bit for each.
///
/// Beyond ``most`` levels only their number is kept. A record with hundreds of millions of brackets
/// is bad anyway, and must not use more memory than its bytes.
struct LevelStack {
  private var words: [UInt64] = []
  private var objects = 0
  private(set) var depth = 0
  private var beyond = 0

  private static let most = 1 << 24

  var isEmpty: Bool { depth == 0 }

  /// Whether the innermost level is an object.
  var isInObject: Bool {
    depth > 0 && words[(depth - 1) / 64] >> UInt64((depth - 1) % 64) & 1 == 1
  }

  mutating func open(isObject: Bool) {
    guard depth < LevelStack.most else {
      beyond += 1
      return
    }
    if depth % 64 == 0, depth / 64 == words.count { words.append(0) }
    let bit: UInt64 = 1 << UInt64(depth % 64)
    words[depth / 64] = isObject ? words[depth / 64] | bit : words[depth / 64] & ~bit
    depth += 1
    if isObject { objects += 1 }
  }

  /// Closes the innermost level of this kind and all levels inside it, whose brackets are missing.
  /// If no level has this kind, nothing happens: the bracket is one too many.
  ///
  /// O(1) per level overall: each is closed once.
  mutating func close(isObject: Bool) {
    if beyond > 0 {
      beyond -= 1
      return
    }
    guard isObject ? objects > 0 : objects < depth else { return }
    while depth > 0 {
      depth -= 1
      let wasObject = words[depth / 64] >> UInt64(depth % 64) & 1 == 1
      if wasObject { objects -= 1 }
      if wasObject == isObject { return }
    }
  }
}
