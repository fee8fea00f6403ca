import Sluice

/// Compiles the text of a regular expression by the grammar of RFC 9485, section 4, and what a syntax adds to it.
struct LinearPatternParser {
  private let text: [Unicode.Scalar]
  private var place = 0
  private var depth = 0
  private(set) var sets: [ScalarSet] = []

  private typealias Program = [LinearPattern.Instruction]

  /// Whether more than RFC 9485 may be written.
  private let isWide: Bool
  private(set) var ignoresCase = false

  init(_ text: String, _ syntax: LinearPattern.Syntax) {
    self.text = Array(text.unicodeScalars)
    isWide = if case .filter = syntax { true } else { false }
  }

  mutating func pattern() throws(LinearPattern.Refusal) -> [LinearPattern.Instruction] {
    if isWide { ignoresCase = consume(all: "(?i)") }
    let program = try alternatives() + [.accept]
    guard place == text.count else { throw .notConforming }
    return program
  }

  private var next: Unicode.Scalar? { place < text.count ? text[place] : nil }

  private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  private mutating func consume(all words: String) -> Bool {
    let words = Array(words.unicodeScalars)
    guard text[place...].starts(with: words) else { return false }
    place += words.count
    return true
  }

  /// Instructions with targets relative to their own place, so that programs can be put together.
  private mutating func alternatives() throws(LinearPattern.Refusal) -> Program {
    depth += 1
    guard depth <= LinearPattern.deepestGroup else { throw .tooLarge }
    defer { depth -= 1 }
    var branches = [try branch()]
    while consume("|") { branches.append(try branch()) }
    var program = branches.removeLast()
    while let branch = branches.popLast() {
      program = try limited(
        [.split(1, branch.count + 2)] + branch + [.jump(program.count + 1)] + program)
    }
    return program
  }

  private mutating func branch() throws(LinearPattern.Refusal) -> Program {
    var program: Program = []
    while let next, next != "|", next != ")" {
      let atom = try atom()
      program += try repeated(atom)
      program = try limited(program)
    }
    return program
  }

  private func limited(_ program: Program) throws(LinearPattern.Refusal) -> Program {
    guard program.count < LinearPattern.mostInstructions else { throw .tooLarge }
    return program
  }

  private mutating func atom() throws(LinearPattern.Refusal) -> Program {
    guard let scalar = next else { throw .notConforming }
    place += 1
    switch scalar {
    case "(":
      if isWide { _ = consume(all: "?:") }
      let group = try alternatives()
      guard consume(")") else { throw .notConforming }
      return group
    case ".": return [.any]
    case "^": return [.start]
    case "$": return [.end]
    case "[": return [set(try bracketed())]
    case "\\":
      if let category = try category() { return [set(ScalarSet(categories: [category]))] }
      if let shorthand = shorthand() { return [set(shorthand)] }
      return [.scalar(try escaped())]
    case "*", "+", "?", "{", "}", "]": throw .notConforming
    default: return [.scalar(scalar)]
    }
  }

  private mutating func set(_ set: ScalarSet) -> LinearPattern.Instruction {
    sets.append(set)
    return .set(sets.count - 1)
  }

  // MARK: - Quantifiers

  private mutating func repeated(_ atom: Program) throws(LinearPattern.Refusal) -> Program {
    guard let (least, most) = try quantifier() else { return atom }
    // Reluctant: that decides what is found first, and not whether.
    if isWide { _ = consume("?") }
    return try repeated(atom, least, most)
  }

  private mutating func quantifier() throws(LinearPattern.Refusal) -> (least: Int, most: Int?)? {
    if consume("*") { return (0, nil) }
    if consume("+") { return (1, nil) }
    if consume("?") { return (0, 1) }
    guard consume("{") else { return nil }
    let least = try count()
    var most: Int? = least
    if consume(",") { most = next == "}" ? nil : try count() }
    guard consume("}") else { throw .notConforming }
    if let most, most < least { throw .notConforming }
    return (least, most)
  }

  private mutating func count() throws(LinearPattern.Refusal) -> Int {
    let start = place
    var count = 0
    while let digit = next, ("0"..."9").contains(digit) {
      // More is too large for a program in any case.
      count = min(count * 10 + Int(digit.value - 0x30), LinearPattern.mostInstructions)
      place += 1
    }
    guard place > start else { throw .notConforming }
    return count
  }

  private func repeated(
    _ atom: Program, _ least: Int, _ most: Int?
  ) throws(LinearPattern.Refusal) -> Program {
    let copies = max(least, most ?? least + 1)
    guard copies * (atom.count + 2) < LinearPattern.mostInstructions else { throw .tooLarge }
    var program: Program = []
    for _ in 0..<least { program += atom }
    guard let most else {
      return program + [.split(1, atom.count + 2)] + atom + [.jump(-atom.count - 1)]
    }
    for left in stride(from: most - least, to: 0, by: -1) {
      program += [.split(1, left * (atom.count + 1))] + atom
    }
    return program
  }

  // MARK: - Classes

  /// What follows `\` if it is not a category.
  private mutating func escaped() throws(LinearPattern.Refusal) -> Unicode.Scalar {
    guard let scalar = next else { throw .notConforming }
    place += 1
    switch scalar {
    case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}": return scalar
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    default:
      guard isWide, scalar.isASCII, !scalar.properties.isAlphabetic,
        scalar.properties.numericType == nil
      else { throw .notConforming }
      return scalar
    }
  }

  /// `d`, `w` or `s`, or a capital one, after a backslash; or nil.
  private mutating func shorthand() -> ScalarSet? {
    guard isWide, let scalar = next else { return nil }
    var set = ScalarSet()
    switch scalar {
    case "d", "D": set.categories = ScalarSet.categories(["Nd"])
    case "w", "W": set.categories = ScalarSet.categories(["L", "M", "Nd", "Pc"])
    case "s", "S":
      set.categories = ScalarSet.categories(["Z"])
      set.ranges = [0x09...0x0D, 0x85...0x85]
    default: return nil
    }
    place += 1
    set.isNegated = "A"..."Z" ~= scalar
    return set
  }

  /// `p{…}` or `P{…}` after a backslash, or nil.
  private mutating func category() throws(LinearPattern.Refusal) -> ScalarSet.Category? {
    guard let scalar = next, scalar == "p" || scalar == "P" else { return nil }
    place += 1
    guard consume("{") else { throw .notConforming }
    var name = ""
    while let letter = next, letter != "}", name.utf8.count <= 2 {
      name.unicodeScalars.append(letter)
      place += 1
    }
    guard consume("}"), ScalarSet.Category.names.contains(name) else { throw .notConforming }
    return ScalarSet.Category(name: name, isComplement: scalar == "P")
  }

  /// What follows `[`, with the closing bracket. A bare `-` may stand first and last.
  private mutating func bracketed() throws(LinearPattern.Refusal) -> ScalarSet {
    var set = ScalarSet()
    set.isNegated = consume("^")
    let start = place
    while let scalar = next {
      place += 1
      switch scalar {
      case "]":
        guard place > start + 1 else { throw .notConforming }
        set.unite()
        return set
      case "-":
        guard place == start + 1 || next == "]" else { throw .notConforming }
        set.ranges.append(scalar.value...scalar.value)
      default:
        place -= 1
        try addRange(to: &set)
      }
    }
    throw .notConforming
  }

  private mutating func addRange(to set: inout ScalarSet) throws(LinearPattern.Refusal) {
    if next == "\\", place + 1 < text.count {
      place += 1
      if let category = try category() {
        set.categories.insert(category)
        return
      }
      if let shorthand = shorthand() {
        // A complement in a set would take more than a union.
        guard !shorthand.isNegated else { throw .notConforming }
        set.categories.formUnion(shorthand.categories)
        set.ranges += shorthand.ranges
        return
      }
      place -= 1
    }
    let lower = try member()
    var upper = lower
    if next == "-", place + 1 < text.count, text[place + 1] != "]" {
      place += 1
      upper = try member()
    }
    guard lower <= upper else { throw .notConforming }
    set.ranges.append(lower.value...upper.value)
  }

  private mutating func member() throws(LinearPattern.Refusal) -> Unicode.Scalar {
    guard let scalar = next, scalar != "[", scalar != "]", scalar != "-" else {
      throw .notConforming
    }
    place += 1
    return scalar == "\\" ? try escaped() : scalar
  }
}
