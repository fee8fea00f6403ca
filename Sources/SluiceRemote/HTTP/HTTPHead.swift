import SluiceFeed
import SluiceSystem

/// The head of a response.
struct HTTPHead: Sendable {
  let status: Int
  /// By their names in lowercase, in the response's order.
  private let fields: [String: [String]]

  init(status: Int, text: String) {
    self.status = status
    var fields: [String: [String]] = [:]
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      fields[parts[0].lowercased(), default: []].append(HTTPHead.trimmed(parts[1]))
    }
    self.fields = fields
  }

  /// The last one, if a field is repeated.
  subscript(name: String) -> String? { fields[name]?.last }

  /// The announced size of the body.
  var contentLength: Int64? { lengths.last.flatMap(HTTPHead.number) }

  /// What `Content-Range: bytes 5-9/10` says. The span is nil in `bytes */10`, the total in `bytes 5-9/*`.
  struct ContentRange: Equatable {
    var span: ClosedRange<Int64>?
    var total: Int64?
  }

  /// Nil if it is missing, or its numbers contradict each other.
  var contentRange: ContentRange? {
    guard let text = self["content-range"], text.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    var range = ContentRange(span: nil, total: HTTPHead.number(parts[1]))
    guard range.total != nil || parts[1] == "*" else { return nil }
    if parts[0] == "*" { return range.total == nil ? nil : range }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = HTTPHead.number(ends[0]),
      let last = HTTPHead.number(ends[1]),
      first <= last, last < range.total ?? .max
    else { return nil }
    range.span = first...last
    return range
  }

  /// Why nothing can be read of the body, whatever it is; nil: nothing contradicts it.
  var fault: String? { lengthFault ?? encodingFault ?? etagFault }

  private var lengthFault: String? {
    let announced = lengths
    if let length = announced.first {
      let shown = PrintableText.line(announced.joined(separator: ", "))
      guard Set(announced).count == 1 else {
        return
          "the server announces several lengths (\(shown)), and which is the body's is not known"
      }
      guard HTTPHead.isSize(HTTPHead.number(length)) else {
        return "the server announces a length of \(shown), which is not a number of bytes up to"
          + " \(FeedPosition.largest)"
      }
      if let coding = self["transfer-encoding"] {
        return "the server announces a length (\(shown)) and the transfer coding"
          + " \(PrintableText.line(coding)), which contradict each other"
      }
    }
    guard let text = self["content-range"] else { return nil }
    let values = Set(fields["content-range"] ?? [])
    guard values.count == 1, let range = contentRange,
      range.total.map({ HTTPHead.isSize($0) }) ?? true
    else {
      return "the server answers with an invalid range: "
        + PrintableText.line(values.count == 1 ? text : values.sorted().joined(separator: ", "))
    }
    return nil
  }

  /// Content codings that no request asks for. Those of formats that a feed decompresses by its first bytes are the
  /// object's own: files are stored under them.
  private var encodingFault: String? {
    let own = ["identity", "gzip", "x-gzip", "zstd"]
    let codings = (fields["content-encoding"] ?? []).flatMap { $0.split(separator: ",") }
      .map { HTTPHead.trimmed($0).lowercased() }.filter { !$0.isEmpty }
    guard
      codings.contains(where: { !own.contains($0) })
        || codings.filter({ $0 != "identity" }).count > 1
    else { return nil }
    return "the server sends it in the content coding"
      + " \(PrintableText.line(codings.joined(separator: ", "))), which was not asked for and is not"
      + " decoded: have the server send the object as it is, or compressed as a file (gzip, zstd)"
  }

  private var etagFault: String? {
    let etags = Set(fields["etag"] ?? [])
    guard etags.count > 1 else { return nil }
    return "the server names several ETags: "
      + PrintableText.line(etags.sorted().joined(separator: ", "))
  }

  /// Repeated ones may be joined in one field (RFC 9110, 8.6).
  private var lengths: [String] {
    (fields["content-length"] ?? []).flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }.map { HTTPHead.trimmed($0) }
  }

  /// Whether an object can have this size. Larger ones can't be counted in positions.
  static func isSize(_ size: Int64?) -> Bool {
    size.map { (0...FeedPosition.largest).contains($0) } ?? false
  }

  /// A number of digits only.
  static func number(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }

  /// Without the spaces and tabs around it.
  private static func trimmed(_ text: Substring) -> String {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(text)
  }
}
