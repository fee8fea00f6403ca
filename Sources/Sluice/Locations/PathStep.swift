/// One step of a pointer or key path: a key on an object, an index on an array.
package struct PathStep: Sendable {
  package let key: String
  /// The index that the key spells, if it spells one.
  package let index: Int?

  package init(key: String) {
    self.key = key
    index = PathStep.index(key)
  }

  /// Digits without leading zeros that fit an `Int`.
  private static func index(_ text: String) -> Int? {
    let digits = text.utf8
    guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    guard first != 0x30 || digits.count == 1 else { return nil }
    var index = 0
    for digit in digits {
      let (tenfold, tooLarge) = index.multipliedReportingOverflow(by: 10)
      let (sum, over) = tenfold.addingReportingOverflow(Int(digit &- 0x30))
      if tooLarge || over { return nil }
      index = sum
    }
    return index
  }

  /// Why an array of `count` elements has nothing at this step.
  package func reason(inArrayOf count: Int) -> String {
    let digits = key.utf8
    if key == "-" { return "\"-\" is the position after the array's last element" }
    if digits.isEmpty { return "an array takes an index, not the empty key" }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return "an array takes an index, not the key \"\(key)\""
    }
    if digits.count > 1, digits.first == 0x30 {
      return "the index \"\(key)\" has a leading zero"
    }
    return "the array has \(count) element\(count == 1 ? "" : "s"), none at index \(key)"
  }
}
