import CPostgreSQL

/// What a server refuses, in words: its message, the SQLSTATE, the column where it is known, and what
/// to do.
extension PostgreSQLConnection {
  func fault(_ result: PostgreSQLResult) -> ImportError {
    let state = result.field(CPQ_SQLSTATE) ?? ""
    if isLost || PostgreSQLConnection.endsConnection(state) {
      return lost(result.field(CPQ_MESSAGE).map { "\($0) (SQLSTATE \(state))" })
    }
    return ImportError(
      .sink, "\(name): \(words(result))\(PostgreSQLConnection.advice(state))")
  }

  /// The error of a call that has no result.
  func fault() -> ImportError {
    isLost
      ? lost(nil)
      : ImportError(.sink, "\(name): \(PostgreSQLConnection.line(cpq_errorMessage(handle)))")
  }

  private func lost(_ reason: String?) -> ImportError {
    let reason = reason ?? PostgreSQLConnection.line(cpq_errorMessage(handle))
    return ImportError(
      .lostConnection,
      "\(name): the connection is lost: \(reason). What was committed stays: run the same command"
        + " again, and it goes on from there")
  }

  /// The message with SQLSTATE, detail and place.
  func words(_ result: PostgreSQLResult) -> String {
    var text =
      result.field(CPQ_MESSAGE) ?? PostgreSQLConnection.line(cpq_errorMessage(handle))
    if let state = result.field(CPQ_SQLSTATE) { text += " (SQLSTATE \(state))" }
    if let column = result.field(CPQ_COLUMN) { text += ", column \"\(column)\"" }
    if let detail = result.field(CPQ_DETAIL) { text += ": \(detail)" }
    if let hint = result.field(CPQ_HINT) { text += " (\(hint))" }
    // Of a COPY it names the line and the column.
    if let context = result.field(CPQ_CONTEXT), context.hasPrefix("COPY") {
      text += " [\(context.split(separator: "\n").first ?? "")]"
    }
    return text
  }

  /// Class 08 and what an administrator, a crash or a shutdown does to a connection.
  private static func endsConnection(_ state: String) -> Bool {
    state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(state)
  }

  private static func advice(_ state: String) -> String {
    switch state {
    case "42501": "; grant it, or name a table of your own"
    case "53100": "; make room and run the same command again: it goes on from there"
    case "40001", "40P01", "55P03", "57014": "; run the same command again: it goes on from there"
    case _ where state.hasPrefix("23"), _ where state.hasPrefix("22"):
      "; nothing of this batch was stored"
    default: ""
    }
  }
}
