import Foundation

/// Converts between `snake_case` and `camelCase` as Foundation's coders do.
package enum SnakeCase {
  /// `one_two_three` becomes `oneTwoThree`; underscores at the start and the end stay.
  package static func camelCase(_ key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    let joined = words[0].lowercased() + words[1...].map(\.capitalized).joined()
    return key[..<first] + joined + key[key.index(after: last)...]
  }
}

extension SnakeCase {
  /// `myURLProperty` becomes `my_url_property`: words begin at a capital after a small letter, and
  /// where several capitals stand together, at the last of them.
  package static func snakeCase(_ key: String) -> String {
    let letters = Array(key)
    guard letters.count > 1 else { return key.lowercased() }
    var words: [Range<Int>] = []
    var (start, search) = (0, 1)
    while let capital = letters[search...].firstIndex(where: \.isUppercase) {
      words.append(start..<capital)
      guard let small = letters[capital...].firstIndex(where: \.isLowercase) else {
        start = capital
        break
      }
      if small == capital + 1 {
        start = capital
      } else {
        words.append(capital..<small - 1)
        start = small - 1
      }
      search = small + 1
      if search >= letters.count { break }
    }
    words.append(start..<letters.count)
    return words.map { String(letters[$0]).lowercased() }.joined(separator: "_")
  }
}
