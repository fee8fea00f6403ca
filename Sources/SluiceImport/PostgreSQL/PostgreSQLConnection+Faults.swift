import CPostgreSQL
import SluiceSystem

/// A server's refusal in words: its message, the SQLSTATE, the column if it is known, and what to do.
extension PostgreSQLConnection {
  func fault(_ result: PostgreSQLResult) -> ImportError {
    let state = result.state
    if watch.hasEndedCalls { return SinkWaits.stopped(name) }
    if isLost || PostgreSQLConnection.endsConnection(state) {
      return lost(result.field(CPQ_MESSAGE).map { "\(foreign($0)) (SQLSTATE \(state))" })
    }
    lastRefusal = state
    return ImportError(
      .sink, "\(name): \(words(result))\(PostgreSQLConnection.advice(state))")
  }

  /// The error of a call that has no result.
  func fault() -> ImportError {
    if watch.hasEndedCalls { return SinkWaits.stopped(name) }
    return isLost ? lost(nil) : ImportError(.sink, "\(name): \(lastMessage)")
  }

  private func lost(_ reason: String?) -> ImportError {
    ImportError(
      .lostConnection,
      "\(name): the connection is lost: \(reason ?? lastMessage). What was committed stays: run the"
        + " same command again, and it continues from there")
  }

  /// The message with SQLSTATE, column and detail.
  ///
  /// Omits the line that a COPY names: it counts the rows that were sent together, and would pass for the
  /// feed's.
  func words(_ result: PostgreSQLResult) -> String {
    var text = result.field(CPQ_MESSAGE).map(ForeignPhrase.made) ?? lastMessage
    if let state = result.field(CPQ_SQLSTATE) { text += " (SQLSTATE \(state))" }
    if let column = result.field(CPQ_COLUMN) ?? result.copyColumn {
      text += ", column \"\(column)\""
    }
    if let detail = result.field(CPQ_DETAIL) { text += ": \(ForeignPhrase.made(of: detail))" }
    if let hint = result.field(CPQ_HINT) { text += " (\(ForeignPhrase.made(of: hint)))" }
    return foreign(text)
  }

  /// Whether an error can't be the fault of a row: an error of the connection (08), of the server (53, 57,
  /// 58, damaged data), or of what other transactions do meanwhile.
  ///
  /// Any other may be a row's: a trigger can raise any code.
  static func endsJob(_ state: String) -> Bool {
    ["08", "53", "57", "58"].contains(state.prefix(2))
      || ["", "40001", "40003", "40P01", "55P03", "XX001", "XX002"].contains(state)
  }

  static func rejectCode(_ state: String) -> String {
    switch state {
    case "22003", "22008": "out-of-range"
    case "22001": "too-large"
    case _ where state.hasPrefix("54"): "too-large"
    default: "constraint"
    }
  }

  /// Class 08 and the effects of an administrator, a crash or a shutdown on a connection.
  private static func endsConnection(_ state: String) -> Bool {
    state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(state)
  }

  private static func advice(_ state: String) -> String {
    switch state {
    case "42501": "; grant it, or name a table of your own"
    case "53100": "; make room and run the same command again: it continues from there"
    case "40001", "40P01", "55P03", "57014": "; run the same command again: it continues from there"
    case _ where state.hasPrefix("23"), _ where state.hasPrefix("22"):
      "; nothing of this batch was stored"
    default: ""
    }
  }
}

/// Where in a COPY an error was noticed. The words around it are in the server's language.
extension PostgreSQLResult {
  private var copyContext: Substring? {
    guard let context = field(CPQ_CONTEXT),
      let line = context.split(separator: "\n").first(where: { $0.hasPrefix("COPY ") }),
      let comma = line.firstRange(of: ", ")
    else { return nil }
    return line[comma.upperBound...]
  }

  /// The row's number among those that were sent, counted from 1.
  var copyLine: Int? {
    let digits = copyContext?.drop { !($0.isASCII && $0.isNumber) }.prefix {
      $0.isASCII && $0.isNumber
    }
    return digits.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  var copyColumn: String? {
    guard let rest = copyContext, let column = rest.firstRange(of: ", column ") else { return nil }
    return String(rest[column.upperBound...])
  }
}
