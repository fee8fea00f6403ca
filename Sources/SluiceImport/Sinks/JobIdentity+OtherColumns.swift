import Sluice

extension JobIdentity {
  /// Earlier columns, for messages. Where they look like those that are given now, as é looks like e with an accent, their
  /// characters are named.
  static func shown(_ earlier: ByteName, to given: ByteName) -> String {
    let lines = earlier.text.split(separator: "\n").joined(separator: " ")
    // Canonical equivalence: what people can't tell apart.
    guard earlier.text == given.text,
      let (was, now) = zip(earlier.text, given.text).first(where: {
        ByteName(String($0)) != ByteName(String($1))
      })
    else { return lines }
    func scalars(_ character: Character) -> String {
      character.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
        .joined(separator: " ")
    }
    return lines + " (\(scalars(was)), not \(scalars(now)))"
  }

  /// The error for a source that was imported with other columns.
  func otherColumns(_ earlier: ByteName, in table: String) -> ImportError {
    let rests = [earlier, columns].map(JobIdentity.rest)
    return ImportError(
      .conflict,
      "\(source) was imported into table \(table) with other columns: \(JobIdentity.shown(earlier, to: columns)); give the same, or"
        + " name another table"
        + (rests[0] == rests[1] && !takesOtherColumns
          ? ". With --add-columns it continues with these" : ""))
  }
}
