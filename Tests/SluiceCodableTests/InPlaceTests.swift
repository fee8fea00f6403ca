import Foundation
import Sluice
import SluiceCodable
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Documents that are read where they are, without padding of their own.
@Suite("Documents in place")
struct InPlaceTests {
  /// A document of this length, whose last value ends just before the last bracket.
  private static func text(_ length: Int, last: String) -> [UInt8] {
    let head = #"{"pad":""#
    let tail = #"","list":[1,2.5,-3e2],"last":\#(last)}"#
    let pad = String(repeating: "p", count: length - head.utf8.count - tail.utf8.count)
    return Array((head + pad + tail).utf8)
  }

  private struct Probe: Decodable, Equatable {
    var list: [Double]
    var last: JSON
  }

  private static let lasts = ["12", #""a\"b\\""#, "true", "[]", #""\u00e9""#, "-0.5e-3", "{}"]

  private static func expected(_ last: String) throws -> Probe {
    Probe(list: [1, 2.5, -300], last: try JSON(parsing: last))
  }

  /// Nothing can be read after the memory's last page.
  @Test("end anywhere on the last page that there is", arguments: lasts)
  func pageEnds(last: String) throws {
    let size = 16 << 10
    let memory = unsafe mmap(
      nil, size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let start = unsafe try #require(memory)
    unsafe #expect(start != MAP_FAILED)
    defer { unsafe munmap(start, size + 4096) }
    unsafe #expect(mprotect(start + size, 4096, PROT_NONE) == 0)
    let text = Self.text(size - 100, last: last)
    for gap in 0...99 {
      let place = unsafe start + (size - gap - text.count)
      unsafe text.withUnsafeBytes {
        unsafe place.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
      }
      let data = unsafe Data(bytesNoCopy: place, count: text.count, deallocator: .none)
      #expect(try SluiceDecoder().decode(Probe.self, from: data) == Self.expected(last))
    }
  }

  /// Changes the file that it is decoded from, and reads on.
  private struct Changing: Decodable {
    enum Key: String, CodingKey { case pad, list, last }
    static let file = CodingUserInfoKey(rawValue: "file")!
    let list: [Double]
    let last: JSON

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      let path = try #require(decoder.userInfo[Changing.file] as? String)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.write(contentsOf: Data(repeating: UInt8(ascii: "9"), count: 40_000))
      try file.close()
      list = try fields.decode([Double].self, forKey: .list)
      last = try fields.decode(JSON.self, forKey: .last)
    }
  }

  @Test("are copied from a mapped file, which may change meanwhile", arguments: [0, 5, 4096])
  func changed(skipped: Int) throws {
    let folder = try TemporaryFolder()
    let text = [UInt8](repeating: 0x20, count: skipped) + Self.text(40_000 - skipped, last: "\"x\"")
    let path = try folder.write(text, to: "mapped.json")
    let mapped = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    let decoder = SluiceDecoder()
    decoder.userInfo[Changing.file] = path
    let found = try decoder.decode(Changing.self, from: mapped[skipped...])
    #expect(found.list == [1, 2.5, -300] && found.last == "x")
  }

  /// Bytes that would go on with whatever comes before them.
  @Test(
    "are read as if nothing followed", arguments: ["9", "\"", "\\", "e5", "]", ",", "\u{0}", "é"])
  func followed(junk: String) throws {
    let size = 8192
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: size)
    defer { unsafe memory.deallocate() }
    let filling = Array(String(repeating: junk, count: size).utf8.prefix(size))
    for last in Self.lasts {
      for distance in [0, 1, 2, 7, 62, 63, 64, 65, 100, 500] {
        // Not at a page's start, as a mapped file.
        let text = Self.text(size - 16 - distance, last: last)
        let start = unsafe memory.baseAddress! + 16
        unsafe memory.copyBytes(from: filling + filling)
        unsafe start.copyMemory(from: text, byteCount: text.count)
        let data = unsafe Data(bytesNoCopy: start, count: text.count, deallocator: .none)
        #expect(try SluiceDecoder().decode(Probe.self, from: data) == Self.expected(last))
        // Cut off, it is a fault that Foundation's decoder sees too.
        for cut in [1, 2, 3] {
          let part = unsafe Data(
            bytesNoCopy: start, count: text.count - cut, deallocator: .none)
          #expect(throws: DecodingError.self) { try SluiceDecoder().decode(Probe.self, from: part) }
          #expect(throws: DecodingError.self) { try JSONDecoder().decode(Probe.self, from: part) }
        }
      }
    }
  }

  /// Keeps what it was decoded from.
  private struct Keeper: Decodable {
    enum Key: String, CodingKey { case list }
    let container: KeyedDecodingContainer<Key>
    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }
  }

  @Test("are copied for a container that outlives its decode")
  func kept() throws {
    var bytes = Self.text(9000, last: "12")
    let keeper = try SluiceDecoder().decode(Keeper.self, from: bytes)
    for place in bytes.indices { bytes[place] = 0x20 }
    #expect(try keeper.container.decode([Double].self, forKey: .list) == [1, 2.5, -300])
  }

  @Test("locate their faults")
  func located() throws {
    struct Wrong: Decodable { var last: String }
    let error = #expect(throws: DecodingError.self) {
      try SluiceDecoder().decode(Wrong.self, from: Self.text(5000, last: "12"))
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("expected typeMismatch, found \(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("found number 12 (line 1, column 4998, byte 4997)"))
  }
}

/// What users of JSONDecoder may also expect.
@Suite("Ways to decode")
struct WaysTests {
  private struct Pair: Decodable, Equatable { var id: Int }

  @Test("take a part of any source, and a view of a document that is kept")
  func parts() throws {
    let text = #"{"a": [{"id": 1}, {"id": 2}]}"#
    let decoder = SluiceDecoder()
    let (pointer, path) = (try JSONPointer("/a/1"), JSONKeyPath("a.1"))
    let expected = Pair(id: 2)
    #expect(try decoder.decode(Pair.self, from: Data(text.utf8), at: pointer) == expected)
    #expect(try decoder.decode(Pair.self, from: Data(text.utf8), at: path) == expected)
    #expect(try decoder.decode(Pair.self, from: text, at: pointer) == expected)
    #expect(try decoder.decode(Pair.self, from: text, at: path) == expected)
    #expect(try decoder.decode(Pair.self, from: Array(text.utf8), at: pointer) == expected)
    #expect(try decoder.decode(Pair.self, from: Array(text.utf8), at: path) == expected)
    let view = try JSONDocument(parsing: text).root["a"][1]
    #expect(try decoder.decode(Pair.self, from: view) == expected)
  }

  private final class Counting: SluiceDecoder, @unchecked Sendable {
    nonisolated(unsafe) var count = 0
    override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      unsafe count += 1
      return try super.decode(type, from: data)
    }
  }

  @Test("may be overridden, as JSONDecoder's")
  func overridden() throws {
    let decoder = Counting()
    let plain: SluiceDecoder = decoder
    #expect(try plain.decode(Pair.self, from: Data(#"{"id": 7}"#.utf8)) == Pair(id: 7))
    #expect(unsafe decoder.count == 1)
  }
}
