import Sluice
import SluiceFeed
import SluiceSchema
import Testing

struct Purchase: Equatable {
  let id: Int
  let items: [String]

  init(_ root: JSONCursor) throws {
    id = try root["id"].int
    var items: [String] = []
    try root["items"].forEachElement { item in items.append(try item["sku"].string) }
    self.items = items
  }
}

struct BodyTooLarge: Error {}

let readers = JSONReaderPool(
  options: JSONOptions(
    checking: .full, duplicateKeys: .reject, depthLimit: 64, sizeLimit: 1 << 20))

func purchase(in body: ByteBuffer) throws -> Purchase {
  try body.withUnsafeReadableBytes { bytes in
    try readers.withDocument(unpadded: bytes) { root in try Purchase(root) }
  }
}

func purchase<Body: AsyncSequence>(
  in chunks: Body
) async throws -> Purchase where Body.Element == ByteBuffer {
  var body = PaddedBytes()
  for try await chunk in chunks {
    guard body.count + chunk.readableBytes <= readers.options.sizeLimit else {
      throw BodyTooLarge()
    }
    chunk.withUnsafeReadableBytes { body.append($0) }
  }
  return try readers.withDocument(body) { root in try Purchase(root) }
}

func purchases<Body: AsyncSequence & Sendable>(
  in chunks: Body
) async throws -> (accepted: [Purchase], refused: [String]) where Body.Element == ByteBuffer {
  var feed = try AsyncJSONFeed(
    chunks.map(\.readableBytesView), name: "body",
    options: FeedOptions(checking: .full, maximumRecordSize: 64 << 10))
  var accepted: [Purchase] = []
  var refused: [String] = []
  try await feed.forEach { record in
    do {
      accepted.append(try Purchase(record.cursor))
    } catch let error as JSONError {
      refused.append("line \(record.line): \(error.code)")
    }
  } rejected: { bad in
    refused.append("line \(bad.line): \(bad.error.code)")
  }
  return (accepted, refused)
}

func status(for error: any Error) -> (code: Int, message: String) {
  switch error {
  case is BodyTooLarge: (413, "the body is too large")
  case let error as JSONError:
    switch error.code {
    case .tooLarge: (413, "the body is too large")
    case .outOfMemory: (503, "try again later")
    default: (400, error.description)
    }
  case let error as ParserError: (400, error.description)
  default: (500, "the server failed")
  }
}

struct Visitor: Equatable {
  let name: String
  let age: Int
}

let visitorSchema = Schema(Visitor.self) { fields in
  let name = fields.required("name", .string)
  let age = fields.required("age", .int)
  return { Visitor(name: $0[name], age: $0[age]) }
}

func answer(to purchase: Purchase) throws -> [UInt8] {
  var writer = JSONWriter()
  try writer.beginObject()
  try writer.key("accepted")
  try writer.value(purchase.id)
  try writer.endObject()
  return try writer.takeBytes()
}

@Suite("Snippets: Servers.md")
struct ServersSnippets {
  private let text = #"{"id": 7, "items": [{"sku": "a-1"}, {"sku": "b-2"}]}"#

  private func stream(_ chunks: [String]) -> AsyncStream<ByteBuffer> {
    AsyncStream { continuation in
      for chunk in chunks { continuation.yield(ByteBuffer(string: chunk)) }
      continuation.finish()
    }
  }

  @Test("a body in one buffer, of which a part was read before")
  func oneBuffer() throws {
    #expect(try purchase(in: ByteBuffer(string: text)).items == ["a-1", "b-2"])
    var body = ByteBuffer(string: "1234" + text)
    body.moveReaderIndex(forwardBy: 4)
    #expect(try purchase(in: body).id == 7)
    let bytes = Array(text.utf8)
    let id = try readers.withDocument(bytes.span.bytes) { root in try root["id"].int }
    #expect(id == 7)
  }

  @Test("a body in chunks that are cut anywhere")
  func chunks() async throws {
    let read = try await purchase(in: stream(text.map(String.init)))
    #expect(read == (try purchase(in: ByteBuffer(string: text))))
    await #expect(throws: BodyTooLarge.self) {
      try await purchase(
        in: stream(Array(repeating: String(repeating: " ", count: 1 << 19), count: 3)))
    }
  }

  @Test("a body of many records: bad ones do not stop the others")
  func records() async throws {
    let lines = [text, #"{"id": 8, "items": []}"#, #"{"id": 9, "items""#, #"{"id": "x"}"#]
    let body = Array(lines.joined(separator: "\n")).chunks(of: 10)
    let (accepted, refused) = try await purchases(in: stream(body))
    #expect(accepted.map(\.id) == [7, 8])
    #expect(refused == ["line 3: incomplete", "line 4: type-mismatch"])
  }

  @Test("requests on many tasks share one pool")
  func concurrent() async throws {
    let body = ByteBuffer(string: text)
    let ids = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try purchase(in: body).id } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(ids == Array(repeating: 7, count: 100))
  }

  @Test("errors become answers, with their place")
  func errors() {
    func answer(to text: String) -> (code: Int, message: String) {
      do {
        _ = try purchase(in: ByteBuffer(string: text))
        return (200, "")
      } catch {
        return status(for: error)
      }
    }
    #expect(answer(to: text).code == 200)
    #expect(
      answer(to: #"{"id": "x", "items": []}"#)
        == (400, #"expected Int at $.id, found string "x" (line 1, column 8)"#))
    #expect(answer(to: #"{"id": 1, "id": 2, "items": []}"#).code == 400)
    #expect(answer(to: String(repeating: "[", count: 65)).code == 400)
    #expect(answer(to: String(repeating: " ", count: 2 << 20)).code == 413)
    #expect(status(for: BodyTooLarge()).code == 413)
    #expect(status(for: CancellationError()).code == 500)
  }

  @Test("a schema reads a body with a reader of the pool, or of its own")
  func schema() throws {
    let body = ByteBuffer(string: #"{"name": "Ann", "age": 36}"#)
    let visitor = try body.withUnsafeReadableBytes { bytes in
      try readers.withDocument(unpadded: bytes) { root in try visitorSchema.value(from: root) }
    }
    #expect(visitor == Visitor(name: "Ann", age: 36))
    let error = #expect(throws: ParserError.self) {
      try visitorSchema.decode(#"{"age": "36"}"#)
    }
    #expect(error.map { status(for: $0).code } == 400)
  }

  @Test("an answer is written")
  func writing() throws {
    let bytes = try answer(to: purchase(in: ByteBuffer(string: text)))
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"accepted":7}"#)
  }
}

extension [Character] {
  fileprivate func chunks(of size: Int) -> [String] {
    stride(from: 0, to: count, by: size).map { String(self[$0..<Swift.min($0 + size, count)]) }
  }
}
