import Foundation
import Sluice
import SluiceConvert
import SluiceReflection
import SluiceRules
import SluiceSchema

/// A list whose depth is its length.
final class Link {
  /// A value, because reflection leaves out empty objects.
  let value = 1
  var next: Link?
  var other: Link?

  static func chain(_ count: Int) -> Link {
    var first = Link()
    for _ in 1..<max(count, 1) {
      let link = Link()
      link.next = first
      first = link
    }
    return first
  }

  /// Released one by one, as releasing all at once takes stack for each link.
  func takeApart() {
    var link: Link? = self
    while let current = link {
      link = current.next
      current.next = nil
      current.other = nil
    }
  }

  var links: [Link] { [next, other].compactMap { $0 } }
  var named: [String: Link] { next.map { ["next": $0] } ?? [:] }
}

extension Link: SchemaEncodable {
  var json: JSON { other == nil ? ["next": next.json] : ["next": next.json, "other": other.json] }
}

extension Link: JSONSerializable {
  func toObject() -> JSONObject {
    var object = JSONObject()
    next --> object["next"]
    other --> object["other"]
    return object
  }
}

/// The same as a dictionary.
struct DictionaryLink: Serializable {
  let link: Link
  func toDictionary() -> [String: Any] {
    Dictionary(
      uniqueKeysWithValues: [("next", link.next), ("other", link.other)].compactMap { key, value in
        value.map { (key, DictionaryLink(link: $0) as Any) }
      })
  }
}

/// The same as arrays of `Any`.
struct LinkMapping: JSONWritingMapping {
  func value(from cursor: JSONCursor) throws -> Link { Link() }
  func write(_ value: Link, to writer: inout JSONWriter) throws {
    try ArrayMapping(of: LazyMapping { LinkMapping() }).write(value.links, to: &writer)
  }
}

/// A way to write a list; returns the number of levels written.
struct DeepWriter: Sendable {
  let name: String
  var levelsForEach = 1
  let levels: @Sendable (Link) throws -> Int

  static func count(_ text: some Sequence<UInt8>) -> Int {
    text.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
  }

  static func count(_ json: JSON) throws -> Int { count(try json.serialized()) }

  static let all: [DeepWriter] = [
    DeepWriter(name: "dump of objects") { try count(objects.dump($0)) },
    DeepWriter(name: "dumpData of objects") { count(try objects.dumpData($0)) },
    DeepWriter(name: "dump by paths", levelsForEach: 3) { try count(paths.dump($0)) + 2 },
    DeepWriter(name: "dumpData by paths", levelsForEach: 3) { count(try paths.dumpData($0)) + 2 },
    DeepWriter(name: "dump of arrays") { try count(arrays.dump($0)) },
    DeepWriter(name: "dumpData of arrays") { count(try arrays.dumpData($0)) },
    DeepWriter(name: "dump of dictionaries") { try count(dictionaries.dump($0)) },
    DeepWriter(name: "dumpData of dictionaries") { count(try dictionaries.dumpData($0)) },
    DeepWriter(name: "lazy mapping") { link in
      count(try LinkMapping().serialized(link))
    },
    DeepWriter(name: "encoded") { try count($0.encoded()) },
    DeepWriter(name: "jsonData") { count(try $0.jsonData()) },
    DeepWriter(name: "JSON(converting:)") { try count(JSON(converting: $0)) },
    DeepWriter(name: "JSON(converting:) of dictionaries") {
      try count(JSON(converting: DictionaryLink(link: $0)))
    },
    DeepWriter(name: "-->") { link in
      var text: String?
      link --> text
      guard let text else { throw JSONError(.depthExceeded, at: 0) }
      return count(text.utf8)
    },
    DeepWriter(name: "reflection") { link in
      count(try JSONSerializer().serialize(link))
    },
  ]

  private static let objects: ClassRule<Link> = {
    let rule = ClassRule(Link())
    rule.optional("next", rule, { $0.next = $1 }, dump: { $0.next })
    return rule.optional("other", rule, { $0.other = $1 }, dump: { $0.other })
  }()

  private static let paths: ClassRule<Link> = {
    let rule = ClassRule(Link())
    rule.optional("a" / "b" / "next", rule, { $0.next = $1 }, dump: { $0.next })
    return rule.optional("other", rule, { $0.other = $1 }, dump: { $0.other })
  }()

  private static let arrays = RecursiveRule<Link> { itself in
    ArrayRule(itemRule: itself).map(
      { links in
        let link = Link()
        link.next = links.first
        return link
      }, back: { $0.links })
  }

  private static let dictionaries = RecursiveRule<Link> { itself in
    DictionaryRule(valueRule: itself).map(
      { links in
        let link = Link()
        link.next = links["next"]
        return link
      },
      back: { link in
        var named = link.named
        named["other"] = link.other
        return named
      })
  }
}
