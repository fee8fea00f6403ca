import Sluice

/// Where the children of a container are in its text.
///
/// ```
/// {  "a" : 1 ,  "b" : 2  }
///  ^^ ~~~~~~~ ^^ ~~~~~~~ ^^     ~ a child, ^ white space: what leads it, and the tail of the last
/// ```
extension EditContainer {
  /// The token at which a child begins: its key, or an element.
  private func startToken(_ place: Int) -> UInt32 { originals[place] &- (isObject ? 2 : 0) }

  /// The comma or bracket after a child.
  private func separator(_ place: Int) -> UInt32 {
    place + 1 < originals.count ? startToken(place + 1) &- 1 : close
  }

  func start(_ place: Int, _ document: JSONPosition) -> Int {
    document.offset(of: startToken(place))
  }

  func end(_ place: Int, _ document: JSONPosition) -> Int {
    document.endOfText(before: document.offset(of: separator(place)))
  }

  /// The comma after a child; nil after the last.
  func comma(_ place: Int, _ document: JSONPosition) -> Range<Int>? {
    guard place + 1 < originals.count else { return nil }
    let offset = document.offset(of: separator(place))
    return offset..<offset + 1
  }

  /// The white space before a child.
  func lead(_ place: Int, _ document: JSONPosition) -> Range<Int> {
    let before = place == 0 ? (open ?? 0) : startToken(place) &- 1
    return document.offset(of: before) + 1..<start(place, document)
  }

  /// The white space after a child.
  func tail(_ place: Int, _ document: JSONPosition) -> Range<Int> {
    end(place, document)..<document.offset(of: separator(place))
  }

  /// What is between a field's key and its value.
  func colon(_ place: Int, _ document: JSONPosition) -> Range<Int> {
    let value = originals[place]
    let end = document.endOfText(before: document.offset(of: value &- 1))
    return end..<document.offset(of: value)
  }

  /// The positions in `children` of those that are not removed, from one on.
  func next(from place: Int) -> Int? {
    var place = place
    while place < children.count {
      if !children[place].isRemoved { return place }
      place += 1
    }
    return nil
  }

  /// Whether a child is in its place and unchanged, its key too.
  func isUntouched(_ child: EditChild) -> Bool {
    guard child.origin != EditChild.none, child.key == EditChild.none,
      case .source(let token) = child.value
    else { return false }
    return token == originals[Int(child.origin)]
  }
}
