package import Sluice

/// An object that is kept as a whole elsewhere, in the state in which it was first seen: any other state is an error.
package protocol SourceObject: AnyObject, Sendable {
  /// The URL without secrets.
  var name: String { get }
  /// Nil: not known by now.
  var size: Int64? { get }
  /// What identifies its state, as far as it is known: an ETag, or when it was last modified.
  var version: String? { get }
  /// Whether the version stands for these bytes, and no others.
  var isStrong: Bool { get }
  /// By what it is known, for messages: `only the weak ETag W/"1"`.
  var validator: String { get }
  /// Whether its first bytes cost no request.
  var isHeadKnown: Bool { get }
  /// The parameters of its URL of which the name shows only that they are there, with their values.
  var maskedParameters: [MaskedParameter] { get }

  /// Makes its name show something of each masked parameter, which tells it from others that look alike.
  func mark(_ mark: (String) -> String)

  /// Finds out its size and version, if they are not known. Throws `io`.
  func inspect(stop: FeedStop?) throws(JSONError)

  /// Whether a range of it can be asked for. Throws `io`.
  func takesRanges(stop: FeedStop?) throws(JSONError) -> Bool

  /// Up to `count` bytes: fewer at the end. Throws `io`.
  func bytes(at offset: Int64, count: Int, stop: FeedStop?) throws(JSONError) -> [UInt8]

  /// Those that cost no request; nil: they do.
  func knownBytes(at offset: Int64, count: Int) -> [UInt8]?

  /// What was read of it so far was only examined: a later state may still count.
  func onlyExamined()

  /// Reading resumes in its middle, where an earlier feed has stopped in this version.
  func resume(in version: String?)

  /// Only this version is read, from its start.
  func expect(version: String)

  /// Its bytes before an offset.
  func input(to end: Int64) -> any ByteInput
}

extension SourceObject {
  /// All of its bytes. Throws `io`, and `too-large` for more than `most`.
  package func contents(atMost most: Int) throws(JSONError) -> PaddedBytes {
    let input = input(to: .max)
    var bytes = PaddedBytes()
    while true {
      let room = max(bytes.count / 2, 256 << 10)
      try bytes.reserve(bytes.count + room)
      let count = try unsafe bytes.append(upTo: room) { (free) throws(JSONError) in
        try unsafe InputEvent.asErrors(try input.read(into: free))
      }
      if count == 0 { return bytes }
      guard bytes.count <= most else { throw JSONError(.tooLarge, at: 0, name: "\(most)") }
    }
  }
}

/// A parameter of a URL whose value is not shown.
package struct MaskedParameter: Sendable {
  /// As it is spelled in the URL: `name=value`.
  package let text: String
  /// Whether it is given out anew for the same object: a token, a password, a session.
  package let isRenewed: Bool

  package init(text: String, isRenewed: Bool) {
    (self.text, self.isRenewed) = (text, isRenewed)
  }
}
