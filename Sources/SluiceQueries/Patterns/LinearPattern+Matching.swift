import Sluice

extension LinearPattern {
  /// Whether the text matches: as a whole, or in any part.
  package func matches(_ text: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Bool {
    var threads = LinearPatternThreads(count: program.count)
    var following = LinearPatternThreads(count: program.count)
    var scalars = unsafe UTF8Scalars(text: text)
    add(0, to: &threads, atStart: true, atEnd: scalars.isAtEnd)
    while true {
      if threads.hasAccepted, !isWhole || scalars.isAtEnd { return true }
      guard let scalar = scalars.next() else { return false }
      following.removeAll()
      for place in threads.places where accepts(program[place], scalar) {
        add(place + 1, to: &following, atStart: false, atEnd: scalars.isAtEnd)
      }
      if !isWhole {
        add(0, to: &following, atStart: false, atEnd: scalars.isAtEnd)
      } else if following.places.isEmpty, !following.hasAccepted {
        return false
      }
      swap(&threads, &following)
    }
  }

  private func accepts(_ instruction: Instruction, _ scalar: Unicode.Scalar) -> Bool {
    guard ignoresCase else { return takes(instruction, scalar) }
    let (small, capital) = (
      scalar.otherCase(\.lowercaseMapping), scalar.otherCase(\.uppercaseMapping)
    )
    if case .scalar(let wanted) = instruction {
      return wanted.otherCase(\.lowercaseMapping) == small
        || wanted.otherCase(\.uppercaseMapping) == capital
    }
    return takes(instruction, scalar) || takes(instruction, small) || takes(instruction, capital)
  }

  private func takes(_ instruction: Instruction, _ scalar: Unicode.Scalar) -> Bool {
    switch instruction {
    case .scalar(let wanted): scalar == wanted
    case .any: scalar != "\n" && scalar != "\r"
    case .set(let set): sets[set].contains(scalar)
    case .split, .jump, .start, .end, .accept: false
    }
  }

  /// Adds the instructions that read a scalar and are reached from `place` without reading one.
  private func add(
    _ place: Int, to threads: inout LinearPatternThreads, atStart: Bool, atEnd: Bool
  ) {
    threads.pending.append(place)
    while let place = threads.pending.popLast() {
      guard threads.insert(place) else { continue }
      switch program[place] {
      case .split(let first, let second):
        threads.pending.append(place + second)
        threads.pending.append(place + first)
      case .jump(let distance): threads.pending.append(place + distance)
      case .start: if atStart { threads.pending.append(place + 1) }
      case .end: if atEnd { threads.pending.append(place + 1) }
      case .accept: threads.hasAccepted = true
      case .scalar, .any, .set: threads.places.append(place)
      }
    }
  }
}

/// The instructions at which a pattern's alternatives are, each once.
struct LinearPatternThreads {
  /// Those that read a scalar.
  var places: [Int] = []
  var pending: [Int] = []
  /// Whether an alternative has matched up to here.
  var hasAccepted = false
  /// The round in which each instruction was reached last.
  private var reached: [UInt32]
  private var round: UInt32 = 1

  init(count: Int) { reached = [UInt32](repeating: 0, count: count) }

  /// Returns whether the instruction is new in this round.
  mutating func insert(_ place: Int) -> Bool {
    guard reached[place] != round else { return false }
    reached[place] = round
    return true
  }

  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    hasAccepted = false
    // A text has fewer than 2^32 bytes.
    round &+= 1
  }
}

/// The Unicode scalars of valid UTF-8, one after the other.
///
/// Sound because it is used only while its maker keeps the text, and compares with the end before it reads.
@safe
private struct UTF8Scalars {
  private let text: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(text: UnsafeBufferPointer<UInt8>) { unsafe self.text = unsafe text }

  var isAtEnd: Bool { unsafe place >= text.count }

  mutating func next() -> Unicode.Scalar? {
    guard let first = byte() else { return nil }
    let length = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    guard length > 0 else { return Unicode.Scalar(first) }
    var value = UInt32(first) & (0x3F >> UInt32(length))
    for _ in 0..<length { value = value << 6 | UInt32((byte() ?? 0x80) & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func byte() -> UInt8? {
    guard !isAtEnd else { return nil }
    defer { place += 1 }
    return unsafe text[place]
  }
}

extension Unicode.Scalar {
  /// The letter in another case, if that is one scalar; else the same.
  fileprivate func otherCase(_ mapping: KeyPath<Unicode.Scalar.Properties, String>)
    -> Unicode.Scalar
  {
    let mapped = properties[keyPath: mapping].unicodeScalars
    guard let first = mapped.first, mapped.dropFirst().isEmpty else { return self }
    return first
  }
}
