import SluiceFeed
import SluiceSystem

/// A page of a bucket's list of keys (ListObjectsV2), of which all was understood.
package struct S3ListPage {
  package struct Entry: Equatable {
    package let key: String
    package let size: Int64
    package let etag: String?
  }

  package private(set) var entries: [Entry] = []
  /// By what the next page is asked for; nil: this is the last one, or the server does not say.
  package let continuation: String?
  /// Whether more keys follow.
  package let isCut: Bool

  /// Throws for a page that is not whole, or contradicts itself.
  package init(_ body: [UInt8]) throws(XMLFault) {
    let root = try XMLScanner.document(body)
    guard root.name == "ListBucketResult" else {
      let words = XMLScanner.words(of: root).map { ": \($0)" } ?? ""
      throw XMLFault(reason: "expected <ListBucketResult>, found <\(root.name)>\(words)")
    }
    isCut = try S3ListPage.truth("IsTruncated", in: root)
    continuation = try S3ListPage.only("NextContinuationToken", in: root)
    let encoding = try S3ListPage.only("EncodingType", in: root)
    guard encoding == nil || encoding == "url" || encoding == "" else {
      throw XMLFault(reason: "expected the EncodingType url, found \(encoding ?? "")")
    }
    for contents in root["Contents"] {
      guard var key = try S3ListPage.only("Key", in: contents) else {
        throw XMLFault(reason: "expected a Key in each of the Contents, found one without")
      }
      let etag = try S3ListPage.only("ETag", in: contents)
      // Neither has anything of the document's own marks, unless a part of the document became text.
      for text in [encoding == "url" ? key : "", etag ?? ""] where !S3ListPage.isPlain(text) {
        throw XMLFault(reason: "expected an encoded key and an ETag, found \(text)")
      }
      // As in forms: a plus sign is a space, and a plus sign of the key is encoded.
      if encoding == "url" {
        key = PercentCoding.decoded(String(key.map { $0 == "+" ? " " : $0 }))
      }
      let text = try S3ListPage.only("Size", in: contents) ?? "none"
      guard let size = HTTPHead.number(text), HTTPHead.isSize(size) else {
        throw XMLFault(
          reason: "expected a Size up to \(FeedPosition.largest) of the key \(key), found \(text)")
      }
      entries.append(Entry(key: key, size: size, etag: etag))
    }
    let count = try S3ListPage.only("KeyCount", in: root)
    let found = entries.count + root["CommonPrefixes"].count
    if let count, HTTPHead.number(count) != Int64(found) {
      throw XMLFault(reason: "expected \(count) keys, as KeyCount says, found \(found)")
    }
  }

  /// The text of the only child with this name; nil if it is missing.
  private static func only(
    _ name: String, in element: XMLElement
  ) throws(XMLFault) -> String? {
    let found = element[name]
    guard found.count <= 1 else {
      throw XMLFault(reason: "expected one \(name) in <\(element.name)>, found \(found.count)")
    }
    if let inner = found.first?.children.first {
      throw XMLFault(reason: "expected text in <\(name)>, found <\(inner.name)>")
    }
    return found.first?.text
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x3C && $0 != 0x3E }
  }

  private static func truth(_ name: String, in root: XMLElement) throws(XMLFault) -> Bool {
    let text = try only(name, in: root)
    guard text == "true" || text == "false" else {
      throw XMLFault(reason: "expected \(name) to be true or false, found \(text ?? "none")")
    }
    return text == "true"
  }
}
