import Sluice
import SluiceFeed

/// An object in a bucket: `s3://bucket/key`. The key is taken as it is, without percent-encoding.
package struct S3Address: Sendable, Hashable {
  let bucket: String
  let key: String

  var name: String { "s3://\(bucket)/\(key)" }

  /// Whether it stands for all keys that match: an asterisk stands for any characters, even slashes.
  var isPattern: Bool { key.utf8.contains(UInt8(ascii: "*")) }

  package init(bucket: String, key: String) {
    self.bucket = bucket
    self.key = key
  }

  init(parsing text: String) throws(JSONError) {
    func fault(_ reason: String) -> JSONError {
      JSONError(.io, at: 0, name: "s3://BUCKET/KEY", reason: reason)
    }
    let rest = text.unicodeScalars.dropFirst(5)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let bucket = String(rest[..<slash])
    let isName = bucket.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
      default: false
      }
    }
    guard (1...255).contains(bucket.utf8.count), isName, !bucket.hasPrefix(".") else {
      throw fault("\(text) names no bucket, which has letters, digits, dots and hyphens")
    }
    guard slash != rest.endIndex, rest.index(after: slash) != rest.endIndex else {
      throw fault("\(text) names no key; s3://\(bucket)/* stands for all")
    }
    self.bucket = bucket
    key = String(rest[rest.index(after: slash)...])
    guard key.utf8.count <= 1024, !key.utf8.contains(0) else {
      throw fault("\(text) has a key of more than 1024 bytes, or a NUL")
    }
  }

  /// The part of the key before the first asterisk.
  var prefix: String { String(key.unicodeScalars.prefix { $0 != "*" }) }

  /// Whether a key matches this pattern.
  package func matches(_ other: String) -> Bool {
    // A greedy match that goes back to the last asterisk only: linear for few asterisks.
    let (pattern, text) = (Array(key.utf8), Array(other.utf8))
    var (p, t) = (0, 0)
    var retry: (p: Int, t: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        p += 1
        retry = (p, t)
      } else if p < pattern.count, pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = retry {
        retry = (last.p, last.t + 1)
        (p, t) = (last.p, last.t + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
