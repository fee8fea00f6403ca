import Sluice
import SluiceFeed
import Testing

@Suite("Kinds of sources")
struct SourceKindTests {
  /// An object in memory, at `memory://NAME`.
  private final class MemoryObject: SourceObject {
    let name: String
    let text: [UInt8]

    init(_ name: String, _ text: String) { (self.name, self.text) = (name, Array(text.utf8)) }

    var size: Int64? { Int64(text.count) }
    var version: String? { "1" }
    var isStrong: Bool { true }
    var validator: String { "the version 1" }
    var isHeadKnown: Bool { true }
    var maskedParameters: [MaskedParameter] { [] }
    func mark(_ mark: (String) -> String) {}
    func inspect(stop: FeedStop?) {}
    func takesRanges(stop: FeedStop?) -> Bool { true }
    func bytes(at offset: Int64, count: Int, stop: FeedStop?) -> [UInt8] {
      Array(text.dropFirst(Int(offset)).prefix(count))
    }
    func knownBytes(at offset: Int64, count: Int) -> [UInt8]? {
      bytes(at: offset, count: count, stop: nil)
    }
    func onlyExamined() {}
    func resume(in version: String?) {}
    func expect(version: String) {}
    func input(to end: Int64) -> any ByteInput {
      MemoryBytes(Array(text.prefix(Int(min(end, Int64(text.count))))))
    }
  }

  private final class MemoryBytes: ByteInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
      let piece = rest.prefix(room.count)
      unsafe room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  private struct MemoryAddress: AddressedSource {
    let name: String
    var resource: SourceAddress.Resource { .object }
    var hasSecrets: Bool { false }

    func objects(_ stops: [FeedStop]) -> [any SourceObject] {
      [MemoryObject(name, "{\"at\":\"\(name.dropFirst(9))\"}\n{\"n\":2}\n")]
    }
  }

  @Test("a registered kind reads the URLs of its schemes, whole, from a position and by ranges")
  func registered() throws {
    let kind = SourceKind(schemes: ["memory"], noun: "a memory") { (text) throws(JSONError) in
      guard text.utf8.count > 9 else { throw SourceFault.error("a memory", "it has no name") }
      return MemoryAddress(name: text)
    }
    SourceKind.register(kind)
    SourceKind.register(kind)
    let whole = try Delivered(.url("memory://a"))
    #expect(whole.good == ["{\"at\":\"a\"}", "{\"n\":2}"])
    let rest = try Delivered(.url("memory://a"), from: whole.items[0].after)
    #expect(rest.good == ["{\"n\":2}"])
    let both = try Delivered(.several([.url("memory://a"), .url("MEMORY://b")]))
    #expect(
      both.good.count == 4
        && both.items.map(\.after.file) == ["memory://a", "memory://a", "MEMORY://b", "MEMORY://b"])
    let parts = try FeedPart.dividing(["memory://a"], into: 2)
    #expect(parts.map(\.size).reduce(0, +) == 19 && parts.count == 2)
    let error = try #require(throws: JSONError.self) { _ = try JSONFeed(.url("memory://")) }
    #expect("\(error)".contains("it has no name"), "\(error)")
  }

  @Test(
    "a URL whose module is not registered is an error that names the module and the call",
    arguments: [
      ("https", "SluiceRemote", "remote"), ("http", "SluiceRemote", "remote"),
      ("s3", "SluiceRemote", "remote"), ("kafka", "SluiceKafka", "kafka"),
    ])
  func missing(scheme: String, module: String, kind: String) throws {
    // Other tests of the process may have registered it.
    let url = "\(scheme)://u:geheim@h/a"
    let error =
      SourceKind.isRegistered(url)
      ? SourceKind.missing(scheme)
      : try #require(throws: JSONError.self) { _ = try JSONFeed(.url(url)) }
    #expect(error.code == .io)
    #expect("\(error)".contains("\(scheme) is read by the module \(module)"), "\(error)")
    #expect("\(error)".contains("SourceKind.register(.\(kind))"), "\(error)")
    #expect(!"\(error)".contains("geheim"), "\(error)")
  }
}
