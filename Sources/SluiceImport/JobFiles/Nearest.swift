/// Finds the word that a misspelt word was meant to be.
package enum Nearest {
  /// `, did you mean "count"?`, or nothing when no word is close.
  package static func suggestion(for word: String, among known: [String]) -> String {
    let ranked = known.map { (word: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(2, best.word.count / 3)
    else { return "" }
    return ", did you mean \(best.word)?"
  }

  /// The Levenshtein distance: the number of characters to insert, delete or replace.
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.prefix(64)), Array(b.prefix(64)))
    var row = Array(0...b.count)
    for i in 0..<a.count {
      var diagonal = row[0]
      row[0] = i + 1
      for j in 0..<b.count {
        let changed = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
