import Sluice
import SluiceSystem

/// Statements to a ClickHouse server over its HTTP interface. One thread uses it at a time.
///
/// Requests whose outcome is unknown are repeated: reading and inserting with a token change nothing the second
/// time. Every answer is whole, or an error: `wait_end_of_query` makes the server finish before it says 200, and
/// an exception in a body that began as a success is recognised.
final class ClickHouseConnection {
  private var transfer: ClickHouseTransfer
  private let address: ClickHouseAddress
  private let waits: SinkWaits
  /// The database, for messages: never with a password.
  let name: String
  var database: String { address.database }

  /// How often a request is sent at most, while its outcome is unknown.
  private static let mostTries = 5
  /// Settings of every request: values mean the same whatever the user's profile says.
  private static let settings = [
    "wait_end_of_query": "1", "async_insert": "0", "output_format_json_quote_64bit_integers": "1",
    "input_format_null_as_default": "0", "input_format_with_types_use_header": "1",
    "mutations_sync": "1",
  ]
  /// Those of an insertion: its rows are one block, which one token covers.
  private static let insertion = [
    "insert_deduplicate": "1", "max_insert_block_size": "100000000",
    "max_insert_block_size_bytes": "0", "deduplicate_blocks_in_dependent_materialized_views": "1",
  ]
  /// Releases before it have no tokens for several blocks.
  private static let oldest = (22, 8)

  /// Asks for the server's version. The password is in the address or in `CLICKHOUSE_PASSWORD`.
  init(_ text: String, _ waits: SinkWaits) throws(ImportError) {
    self.waits = waits
    transfer = try ClickHouseTransfer(waits)
    address = ClickHouseAddress(text)
    name = "database \"\(address.database)\" at \(address.base)"
    if let fault = address.fault {
      throw ImportError(.sink, "the address \(address.shown) can't be read: \(fault)")
    }
    let version = try query("SELECT version()").first?.first.flatMap { $0 } ?? ""
    let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= ClickHouseConnection.oldest else {
      throw ImportError(
        .conflict,
        "the server of \(name) is ClickHouse \(PrintableText.line(version)): expected 22.8 or later, which"
          + " recognise rows that are sent twice")
    }
  }

  // MARK: Statements

  /// Runs a statement, and returns its rows as text; nil is NULL.
  func query(_ sql: String) throws(ImportError) -> [[String?]] {
    let body = try send(sql + " FORMAT JSONCompact", settings: [:])
    guard let rows = (try? JSON(parsing: body))?["data"]?.array else {
      throw ImportError(
        .sink, "\(name) answered with something else than rows: \(excerpt(of: body))")
    }
    return rows.map { row in
      (row.array ?? []).map { value in
        switch value {
        case .null: nil
        case .string(let text): text
        default: (try? value.serialized()).map { String(decoding: $0, as: UTF8.self) }
        }
      }
    }
  }

  /// Runs a statement without rows.
  func execute(_ sql: String) throws(ImportError) {
    try checkEmpty(send(sql, settings: [:]))
  }

  /// The same for a statement whose repetition would undo it: without another attempt, and over a connection of its
  /// own, because curl itself repeats a request when a connection that was used before is closed.
  func executeOnce(_ sql: String) throws(ImportError) {
    transfer = try ClickHouseTransfer(waits)
    try checkEmpty(send(sql, settings: [:], isRepeatable: false))
  }

  /// Inserts rows. A server that has stored rows with this token stores nothing; nil: rows have none.
  func insert(
    _ sql: String, _ rows: UnsafeRawBufferPointer, token: String?
  ) throws(ImportError) {
    var settings = ClickHouseConnection.insertion
    settings["insert_deduplication_token"] = token
    settings["query"] = sql
    try checkEmpty(unsafe send(rows, settings: settings, isRepeatable: token != nil))
  }

  private func checkEmpty(_ body: [UInt8]) throws(ImportError) {
    guard body.allSatisfy({ $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }) else {
      throw ImportError(
        .sink, "\(name) answered an instruction with text: \(excerpt(of: body))")
    }
  }

  private func send(
    _ sql: String, settings: [String: String], isRepeatable: Bool = true
  ) throws(ImportError) -> [UInt8] {
    var body = SinkBuffer()
    var text = sql
    text.withUTF8 { unsafe body.append($0) }
    return try unsafe send(body.bytes, settings: settings, isRepeatable: isRepeatable)
  }

  // MARK: Requests

  private func send(
    _ bytes: UnsafeRawBufferPointer, settings: [String: String], isRepeatable: Bool
  ) throws(ImportError) -> [UInt8] {
    var all = ClickHouseConnection.settings.merging(settings) { $1 }
    all["database"] = address.database
    let parameters = all.sorted { $0.key < $1.key }.map { "\($0.key)=\(encoded($0.value))" }
    let url = address.base + "?" + parameters.joined(separator: "&")
    // Without an Expect header, curl would wait a second for servers that do not answer it.
    var headers = ["Expect:", "Content-Type: application/octet-stream"]
    if let user = address.user { headers.append("X-ClickHouse-User: \(user)") }
    if let password = address.password { headers.append("X-ClickHouse-Key: \(password)") }
    var tries = 0
    while true {
      tries += 1
      let reason: String
      switch try unsafe attempt(bytes, url, headers) {
      case .done(let body): return body
      case .passing(let words): reason = words
      }
      guard isRepeatable, tries < ClickHouseConnection.mostTries else {
        throw ImportError(
          .lostConnection,
          "\(name): \(foreign(reason)), \(tries == 1 ? "once" : "\(tries) times"). What was committed stays:"
            + " run the same command again, and it continues from there")
      }
      guard !waits.isStopped else { throw SinkWaits.stopped(name) }
      waits.pause(milliseconds: (100 << Int32(tries)) + Int32.random(in: 0..<100))
    }
  }

  private enum RequestOutcome {
    case done([UInt8])
    /// Another attempt may succeed.
    case passing(String)
  }

  private func attempt(
    _ bytes: UnsafeRawBufferPointer, _ url: String, _ headers: [String]
  ) throws(ImportError) -> RequestOutcome {
    let response: ClickHouseTransfer.Response
    do throws(ClickHouseTransfer.Failure) {
      response = try unsafe transfer.post(
        bytes, to: url, headers: headers, certificates: address.certificates)
    } catch {
      switch error {
      case .stopped: throw SinkWaits.stopped(name)
      case .broken(let words): return .passing(words)
      case .lasting(let words): throw ImportError(.sink, "\(name): \(foreign(words))")
      }
    }
    return try outcome(of: response)
  }

  private func outcome(
    of response: ClickHouseTransfer.Response
  ) throws(ImportError) -> RequestOutcome {
    // Exceptions that came after a success was announced are text at the body's end.
    let late = response.status == 200 ? ClickHouseException(atEndOf: response.body) : nil
    if response.status == 200, response.exception ?? 0 == 0, late == nil {
      return .done(response.body)
    }
    let exception = late ?? ClickHouseException(response.body, code: response.exception)
    guard !(300..<400).contains(response.status) else {
      throw ImportError(
        .sink,
        "\(name) redirects to another address (status \(response.status)), where no rows are sent: name"
          + " that address")
    }
    guard let exception else {
      let text =
        "the server answered with status \(response.status): \(excerpt(of: response.body))"
      if response.status >= 500 || response.status == 429 { return .passing(text) }
      throw ImportError(.sink, "\(name): \(text)")
    }
    let words = foreign(exception.message)
    if exception.isPassing { return .passing(words) }
    throw ImportError(.sink, "\(name): \(words)\(exception.advice)")
  }

  private func excerpt(of body: [UInt8]) -> String {
    foreign(PrintableText.line(String(decoding: body.prefix(300), as: UTF8.self)))
  }

  /// A text from outside, without anything secret.
  func foreign(_ text: String) -> String {
    address.secrets.removed(from: ForeignPhrase.made(of: text))
  }

  private func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  // MARK: Words of statements

  /// A name as an identifier: it stays one name, whatever it contains.
  static func quoted(_ name: String) -> String {
    "`" + name.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "`", with: "\\`") + "`"
  }

  /// A text as a literal; nil is NULL.
  static func literal(_ text: String?) -> String {
    guard let text else { return "NULL" }
    return "'"
      + text.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "'", with: "\\'")
      .replacingBytes(of: "\0", with: "\\0")
      + "'"
  }
}
