import DocumentTestSupport
import Foundation
import Sluice
import TestSupport
import Testing

/// A value that stays in its document is the same, at every look, as one that was made at once.
struct KeptTreeTests {
  /// The value or the error, with all that an error says.
  private enum Outcome: Equatable {
    case value(JSON)
    case error(JSONError.Code, Int, String, Int?, Int?, String)

    init(_ body: () throws -> JSON) {
      do {
        self = .value(try body())
      } catch let error as JSONError {
        self = .error(
          error.code, error.offset, error.name ?? "", error.line, error.column, "\(error)")
      } catch {
        Issue.record(error)
        self = .value(.null)
      }
    }
  }

  static let policies: [DuplicateKeys?] = [nil, .firstWins, .lastWins, .reject]

  private func made(_ bytes: [UInt8], _ options: JSONOptions) throws -> JSON {
    var reader = JSONReader(options: options)
    return try reader.withDocument(bytes) { root in try root.materialize() }
  }

  /// Compares all that can be asked of two values that should be the same.
  private func expectSame(_ kept: JSON, _ made: JSON, _ name: String) throws {
    #expect(kept == made && made == kept, "\(name)")
    #expect(kept.hashValue == made.hashValue, "\(name)")
    let text = made.description
    #expect(kept.description == text, "\(name)")
    // Large documents take unoptimised builds long.
    let layouts =
      text.utf8.count < 1 << 16 ? [JSONWriter.Options.pretty, .init(sortsKeys: true)] : []
    for options in layouts {
      #expect(try kept.serialized(options) == made.serialized(options), "\(name)")
    }
    let detached = kept.detached()
    #expect(detached == made && detached == kept && !detached.isKept, "\(name)")
    #expect(detached.description == made.description, "\(name)")
    #expect(kept == kept.detached(), "\(name)")
  }

  /// Walks over both trees at once, at most `limit` containers.
  private func expectSameParts(_ kept: JSON, _ made: JSON, _ limit: Int, _ name: String) throws {
    var open = [(kept, made)]
    var count = 0
    while let (kept, made) = open.popLast(), count < limit {
      count += 1
      #expect(kept.kind == made.kind && kept.count == made.count, "\(name)")
      switch (kept, made) {
      case (.array(let kept), .array(let made)):
        #expect(kept.isEmpty == made.isEmpty && kept.endIndex == made.endIndex, "\(name)")
        #expect(kept.first == made.first && kept.last == made.last, "\(name)")
        #expect(Array(kept).count == made.count, "\(name)")
        for (place, (element, other)) in zip(kept, made).enumerated() {
          if count < 200, made.count < 400 { #expect(kept[place] == other, "\(name) \(place)") }
          open.append((element, other))
        }
      case (.object(let kept), .object(let made)):
        #expect(kept.isEmpty == made.isEmpty && kept.endIndex == made.endIndex, "\(name)")
        #expect(kept.keys == made.keys && kept["no such key"] == nil, "\(name)")
        for (place, (field, other)) in zip(kept, made).enumerated() {
          #expect(haveSameUTF8(field.key, other.key), "\(name)")
          if count < 200, made.count < 400 {
            #expect(kept[other.key] == other.value, "\(name) \(other.key)")
            #expect(kept.index(forKey: other.key) == place, "\(name) \(other.key)")
            #expect(kept[place].key == other.key && kept[place].value == other.value, "\(name)")
          }
          open.append((field.value, other.value))
        }
      default:
        #expect(kept == made && kept.description == made.description, "\(name)")
      }
    }
  }

  private func compare(_ bytes: [UInt8], _ options: JSONOptions, _ name: String) throws {
    let kept = Outcome { try JSON(parsing: bytes, options: options) }
    let made = Outcome { try self.made(bytes, options) }
    #expect(kept == made, "\(name)")
    guard case .value(let kept) = kept, case .value(let made) = made else { return }
    #expect(made.isKept == false && kept.isKept == !(kept.count == 0), "\(name)")
    try expectSame(kept, made, name)
    try expectSameParts(kept, made, bytes.count > 1 << 16 ? 100 : 1000, name)
  }

  @Test("is the same as one made at once, for every document of the corpus and every policy")
  func corpus() throws {
    guard let corpus = TestCorpus.path else { return print("skipped: SLUICE_CORPUS is not set") }
    var covered = 0
    for folder in [
      "JSONTestSuite/test_parsing", "documents", "octokit-webhooks", "nativejson-benchmark",
    ] {
      let files = try FileManager.default.subpathsOfDirectory(atPath: "\(corpus)/\(folder)")
        .filter { $0.hasSuffix(".json") }.sorted()
      let step = folder.hasPrefix("JSONTestSuite") ? 1 : Rounds.count(12, long: 1)
      for file in stride(from: 0, to: files.count, by: step).map({ files[$0] }) {
        let bytes = try TestCorpus.bytes("\(corpus)/\(folder)/\(file)")
        guard Rounds.areLong || bytes.count < 1 << 20 else { continue }
        for policy in bytes.count > 1 << 13 ? [nil] : Self.policies {
          try compare(bytes, JSONOptions(checking: .full, duplicateKeys: policy), file)
        }
        covered += 1
      }
    }
    print("kept and made: \(covered) documents")
    #expect(covered > Rounds.count(100, long: 300))
  }

  @Test("is the same for random documents with repeated and escaped keys")
  func random() throws {
    var random = SeededGenerator(seed: 18)
    for round in 0..<Rounds.count(30, long: 100) {
      let tree = RandomTree.make(depth: 5, using: &random)
      let text = tree.text(escapingKeys: round % 2 == 0, using: &random)
      for policy in Self.policies {
        let options = JSONOptions(checking: .full, duplicateKeys: policy)
        try compare(Array(text.utf8), options, "round \(round): \(text)")
      }
    }
  }

  @Test("is the same for containers of every size, with and without repeated keys")
  func sizes() throws {
    let counts = [1, 2, 16, 17, 63, 64, 65, 66, 255, 256, 257, 300]
    for count in counts where Rounds.areLong || [1, 2, 17, 64, 65, 257].contains(count) {
      let keys = (0..<count).map { $0 % 3 == 0 ? "k\($0)" : "a longer key, number \($0)" }
      let values = (0..<count).map { $0 % 5 == 0 ? "[\($0), {}]" : "\($0)" }
      let fields = zip(keys, values).map { "\"\($0)\": \($1)" }
      for again in [[], ["\"\(keys[count / 2])\": \"again\""], ["\"\\u006b0\": true"]] {
        let object = "{" + (fields + again).joined(separator: ", ") + "}"
        let text = "[[" + values.joined(separator: ",") + "], \(object), \(object)]"
        for policy in Self.policies {
          let options = JSONOptions(checking: .full, duplicateKeys: policy)
          try compare(Array(text.utf8), options, "\(count) \(again)")
        }
      }
    }
  }

  @Test("changes as one that was made, and never changes a copy")
  func edits() throws {
    var random = SeededGenerator(seed: 1807)
    var values = RandomJSON(seed: 7)
    for round in 0..<150 {
      let bytes: [UInt8]
      if round % 2 == 0 {
        bytes = Array(RandomTree.make(depth: 5, using: &random).text(using: &random).utf8)
      } else {
        bytes = try values.value().serialized()
      }
      var kept = try JSON(parsing: bytes)
      var made = try self.made(bytes, JSONOptions(checking: .full))
      let (first, text) = (kept, made.description)
      for step in 0..<6 {
        let (copy, before) = (kept, kept.description)
        // The same changes for both.
        let (path, value) = (Self.path(in: made, using: &random), values.value(depth: 2))
        let kind = Int.random(in: 0..<7, using: &random)
        Self.change(&kept, at: path, kind, value)
        Self.change(&made, at: path, kind, value)
        #expect(kept == made && made == kept, "round \(round), step \(step)")
        #expect(kept.description == made.description, "round \(round), step \(step)")
        #expect(copy.description == before, "round \(round), step \(step)")
      }
      try expectSame(kept, made, "round \(round)")
      #expect(first.description == text, "round \(round)")
    }
  }

  private static func path(
    in json: JSON, using random: inout SeededGenerator
  ) -> [JSON.PathElement] {
    var path: [JSON.PathElement] = []
    var here = json
    while here.count > 0, Int.random(in: 0..<5, using: &random) > 0 {
      let place = Int.random(in: 0..<here.count, using: &random)
      switch here {
      case .array(let array):
        path.append(.index(place))
        here = array[place]
      case .object(let object):
        path.append(.key(object[place].key))
        here = object[place].value
      default: break
      }
    }
    return path
  }

  private static func change(
    _ json: inout JSON, at path: [JSON.PathElement], _ kind: Int, _ value: JSON
  ) {
    switch kind {
    case 0: json[at: path] = value
    case 1: json[at: path] = nil
    case 2: json[at: path + [.key("new")]] = value
    case 3: json[at: path + [.index(0)]] = value
    default:
      guard var part = json[at: path] else { return }
      switch part {
      case .array(var array):
        if kind == 4 { array.append(value) }
        if kind == 5 { array.insert(contentsOf: [value, 1], at: array.count / 2) }
        if kind == 6, !array.isEmpty { array.swapAt(0, array.count - 1) }
        part = .array(array)
      case .object(var object):
        if kind == 4 { object["b"] = value }
        if kind == 5 { object.removeValue(forKey: "a") }
        if kind == 6 { object.updateValue(value, forKey: "id") }
        part = .object(object)
      default: part = [part]
      }
      json[at: path] = part
    }
  }

  @Test("makes only the level that changes")
  func levels() throws {
    var json = try JSON(parsing: #"{"a": {"b": [1, [2]]}, "c": [3]}"#)
    #expect(json.isKept)
    json["a"]?["b"]?[0] = 7
    #expect(!json.isKept)
    #expect(json["a"]?.isKept == false && json["a"]?["b"]?.isKept == false)
    #expect(json["c"]?.isKept == true && json[at: "a", "b", 1]?.isKept == true)
    #expect(json.description == #"{"a":{"b":[7,[2]]},"c":[3]}"#)
  }

  @Test("refuses what is too deep to be made, as before")
  func depth() throws {
    for depth in [1, 256, 1024, 1025, 8192, 8193, 9000] {
      for limit in [1, 1024, 8192, 8193, 10_000] {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
          let text =
            String(repeating: open, count: depth) + (open == "[" ? "" : "1")
            + String(repeating: close, count: depth)
          let options = JSONOptions(checking: .full, depthLimit: limit)
          let kept = Outcome { try JSON(parsing: text, options: options) }
          let made = Outcome { try self.made(Array(text.utf8), options) }
          #expect(kept == made, "\(depth) \(limit)")
          guard case .value(let kept) = kept else { continue }
          #expect(kept.serializedLength == text.utf8.count)
          #expect(kept.detached() == kept)
        }
      }
    }
  }

  @Test("holds no more memory than its text and eight bytes for each token")
  func memory() throws {
    guard let corpus = TestCorpus.path else { return print("skipped: SLUICE_CORPUS is not set") }
    for name in ["twitter", "citm_catalog", "canada"] {
      let bytes = try TestCorpus.bytes("\(corpus)/documents/\(name).json")
      let document = try JSONDocument(parsing: bytes)
      let tokens = Int(unsafe document.storage.header.pointee.end)
      let perByte = Double(document.storage.size) / Double(bytes.count)
      print("\(name): \(perByte) bytes of memory for each byte")
      #expect(perByte <= 1 + 9 * Double(tokens) / Double(bytes.count))
      #expect(perByte <= 3)
    }
  }

  @Test("is read by eight tasks at once, which note the same levels")
  func tasks() async throws {
    let fields = (0..<300).map { #""a key that is long, number \#($0)": [\#($0), {"x": []}]"# }
    let text =
      "[{" + fields.joined(separator: ",") + "}, ["
      + fields.map { "{\($0)}" }
      .joined(separator: ",") + #"], {"a": 1, "a": 2}]"#
    let json = try JSON(parsing: text)
    let expected = try made(Array(text.utf8), JSONOptions(checking: .full))
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          var same = true
          for place in 0..<300 {
            let place = (place * 7 + task * 31) % 300
            let key = "a key that is long, number \(place)"
            same = same && json[0]?[key] == expected[0]?[key]
            same = same && json[1]?[place] == expected[1]?[place]
            same = same && json[0]?.object?.index(forKey: key) == place
          }
          return same && json[2]?.count == 1 && json.detached() == expected
        }
      }
      for await same in group { #expect(same) }
    }
  }
}

extension JSON {
  /// Whether it is an array or object that stayed in its document.
  fileprivate var isKept: Bool {
    switch self {
    case .array(let array): array.isKept
    case .object(let object): object.isKept
    default: false
    }
  }

  fileprivate var serializedLength: Int { (try? serialized().count) ?? -1 }
}
