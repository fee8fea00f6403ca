import Sluice
import SluiceFeed
import SluiceSchema
import Testing

struct Purchase: Equatable {
  let id: Int
  let items: [String]

  // example Servers.md: init(_ root: JSONCursor) throws {
}

struct BodyTooLarge: Error {}

// example Servers.md: let readers = JSONReaderPool(

// example Servers.md: func purchase(in body: ByteBuffer) throws -> Purchase {

// example Servers.md: func purchase<Body: AsyncSequence>(

// example Servers.md: func purchases<Body: AsyncSequence & Sendable>(

// example Servers.md: func status(for error: any Error) -> (code: Int, message: String) {

struct Visitor: Equatable {
  let name: String
  let age: Int
}

let visitorSchema = Schema(Visitor.self) { fields in
  let name = fields.required("name", .string)
  let age = fields.required("age", .int)
  return { Visitor(name: $0[name], age: $0[age]) }
}

// example Servers.md: func answer(to purchase: Purchase) throws -> [UInt8] {

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
    // example Servers.md: let visitor = try body.withUnsafeReadableBytes { bytes in
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
