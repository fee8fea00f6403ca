/// The coding path of a branch's root: the steps from that of the branch around it. A list, because a copy for each branch
/// would take the square of the nesting.
final class EncodingPath {
  private var outer: EncodingPath?
  private let steps: [any CodingKey]

  init(_ steps: [any CodingKey], after outer: EncodingPath? = nil) {
    self.steps = steps
    self.outer = outer
  }

  /// All steps, the outermost first.
  var keys: [any CodingKey] {
    guard outer != nil else { return steps }
    var parts = [steps]
    var next = outer
    while let path = next {
      parts.append(path.steps)
      next = path.outer
    }
    return parts.reversed().flatMap { $0 }
  }

  /// Releases those that nothing else holds one after the other: takes no stack for their number.
  deinit {
    var next = outer
    outer = nil
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.takeOuter() }
  }

  private func takeOuter() -> EncodingPath? {
    defer { outer = nil }
    return outer
  }
}
