import Sluice
import SluiceFeed
import SluiceSystem

/// What a server says about the state of an object.
struct RemoteFacts: Sendable, Hashable {
  var size: Int64?
  var etag: String?
  /// `Last-Modified`, where there is no ETag.
  var modified: String?

  init(size: Int64?, etag: String?, modified: String? = nil) {
    self.size = size
    self.etag = etag.flatMap { $0.isEmpty ? nil : $0 }
    self.modified = self.etag == nil ? modified : nil
  }

  init(_ head: HTTPHead, size: Int64?) {
    self.init(size: size, etag: head["etag"], modified: head["last-modified"])
  }

  /// Identifies the state; empty if the server gives neither.
  var version: String { etag ?? modified.map { "modified \($0)" } ?? "" }

  /// Whether the version stands for these bytes and no others, so that parts of several responses may be joined
  /// (RFC 9110, 15.3.7.3): a strong ETag only.
  ///
  /// A time is never enough, although RFC 9110, 8.8.2.2, allows it under conditions: they speak of clocks, and a file
  /// can be replaced by one with the same time (`cp -p`, `rsync -t`, images with one time for all files).
  var isStrong: Bool {
    guard let etag else { return false }
    return etag.utf8.count >= 2 && etag.hasPrefix("\"") && etag.hasSuffix("\"")
  }

  /// What it is known by, for messages.
  var validator: String {
    if let etag {
      return isStrong
        ? "the ETag \(PrintableText.line(etag))" : "only the weak ETag \(PrintableText.line(etag))"
    }
    if let modified { return "no ETag, but the time \(PrintableText.line(modified))" }
    return "neither an ETag nor a time"
  }

  /// How another state differs; nil: nothing tells them apart.
  func difference(to other: RemoteFacts) -> String? {
    if let etag {
      guard let now = other.etag else {
        return isStrong
          ? "its ETag was \(PrintableText.line(etag)), and the server names none now" : nil
      }
      if ByteName(etag) != ByteName(now) {
        return "its ETag was \(PrintableText.line(etag)), and is now \(PrintableText.line(now))"
      }
    }
    if let modified, let now = other.modified, modified != now {
      return "it was last modified at \(PrintableText.line(modified)), and then at"
        + " \(PrintableText.line(now))"
    }
    return difference(toSize: other.size)
  }

  func difference(toSize other: Int64?) -> String? {
    guard let size, let other, size != other else { return nil }
    return "it had \(size) bytes, and has \(other) now"
  }
}
