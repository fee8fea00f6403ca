import Sluice
import SluiceSystem

/// The parts of a source in order: several files, the successive files of a followed path, or the
/// single part of most sources.
final class SourceParts {
  var waiting: Waiting
  let stops: [FeedStop]
  /// Where reading begins in the first part.
  var start: Int64
  /// The range to read, if not the whole source.
  let range: FeedRange?
  let limits: DecompressionLimits
  /// Of the files of archives to read; nil: all.
  let members: String?
  /// Whether positions must name their file.
  var isSeveralFiles: Bool
  let isGrowing: Bool
  /// Whether its parts are partitions of messages.
  let areMessages: Bool
  /// Whether more may be added at its end.
  var isFollowed: Bool {
    switch waiting {
    case .follow, .followTopic: true
    default: false
    }
  }
  /// The files to read, if the source consists of files.
  let files: [String]
  /// The objects to read, by their names.
  let objects: [ByteName: any SourceObject]
  /// The next parts, which are being received already, and at most how many.
  var opened: [ByteSource] = []
  /// The archive whose files are read, and its source.
  var archive: (files: ArchiveReader, source: ByteSource)?
  /// Whether none of its files was opened yet.
  var isFirst = false
  var isInArchive: Bool { archive != nil }
  /// How many bytes belong to the last archive that was read to its end.
  var archiveEnd: Int64 = 0
  /// The file of an archive in which reading begins.
  var firstMember: ByteName?
  /// What the part is that was opened last.
  var kind = PartKind.again
  let ahead: Int

  enum Waiting {
    case nothing
    case one(FeedSource)
    case object(any SourceObject)
    case made(ByteSource)
    case several(ArraySlice<Part>)
    case follow(FollowedFile)
    case followTopic(FollowedTopic)
  }

  /// Starts at a position. Throws `io` if the position's file is not among the source's, or if a
  /// pattern matches no file; throws `invalid-value` for a range of anything but one file.
  init(
    _ source: FeedSource, _ options: FeedOptions, from position: FeedPosition,
    stops: [FeedStop], ahead: Int = 4
  ) throws(JSONError) {
    self.stops = stops
    (limits, range, members) = (options.decompression, options.range, options.members)
    self.ahead = ahead
    isGrowing = source.isGrowing
    start = position.offset
    if range != nil { try FeedRange.check(source) }
    let several = try SourceParts.several(source, stops)
    if case .topic = source { isSeveralFiles = true } else { isSeveralFiles = several != nil }
    let areMessages = several?.first?.isOfMessages ?? source.areMessages
    self.areMessages = areMessages
    if let several, several.contains(where: { $0.isOfMessages != areMessages }) {
      throw JSONError(
        .invalidValue, at: 0, name: "the sources of one feed",
        reason: "messages of Kafka and text can't be read as one feed")
    }
    if let several {
      files = several.compactMap { if case .file(let path) = $0 { path } else { nil } }
      objects = SourceParts.byName(several)
      let rest = try SourceParts.rest(of: several, from: position, in: source.name)
      if let file = position.file, rest.first?.name != file { firstMember = file }
      if case .object(let object) = rest.first {
        SourceParts.resume(object, at: position, inMember: firstMember)
      }
      waiting = .several(rest)
      return
    }
    switch source {
    case .file(let path), .log(let path): files = [path]
    default: files = []
    }
    switch source {
    case .topic(let address):
      guard position == .start else {
        throw JSONError(
          .invalidValue, at: 0, name: "the start of a followed topic",
          reason: "it is read from its first message; a job keeps a position for each partition")
      }
      let topic = try FollowedTopic(address, stops)
      for partition in topic.partitions { try partition.begin(from: position) }
      waiting = .followTopic(topic)
      objects = [:]
    case .log(let path):
      waiting = .follow(try FollowedFile(path))
      objects = [:]
    case .address(let address) where address.areMessages:
      let partition = try address.partition(stops)
      try partition.begin(from: position)
      waiting = .made(ByteSource(partition))
      objects = [:]
      start = 0
    case .address(let address):
      let object = try address.object()
      SourceParts.resume(
        object, at: position, inMember: try SourceParts.member(position, of: ByteName(source.name)))
      waiting = .object(object)
      objects = [ByteName(object.name): object]
    default:
      waiting = .one(source)
      objects = [:]
    }
    firstMember = try SourceParts.member(position, of: ByteName(source.name))
  }

  /// Has an object refuse another state than that of a position.
  private static func resume(
    _ object: any SourceObject, at position: FeedPosition, inMember member: ByteName?
  ) {
    if position.offset > 0 || member != nil {
      object.resume(in: position.version)
    } else if let version = position.version {
      object.expect(version: version)
    }
  }

  /// An object, or a range of it. What was read of it before is compared by who resumes it.
  init(
    _ object: any SourceObject, _ options: FeedOptions, from position: FeedPosition,
    stops: [FeedStop]
  ) throws(JSONError) {
    self.stops = stops
    (limits, range, members) = (options.decompression, options.range, options.members)
    isGrowing = false
    start = position.offset
    firstMember = try SourceParts.member(position, of: ByteName(object.name))
    waiting = .object(object)
    isSeveralFiles = false
    areMessages = false
    files = []
    objects = [ByteName(object.name): object]
    ahead = 0
  }

  /// A single part that is already open, and at its start.
  init(
    _ source: ByteSource, _ options: FeedOptions, from position: FeedPosition, stops: [FeedStop],
    isGrowing: Bool = false
  ) throws(JSONError) {
    waiting = .made(source)
    self.stops = stops
    (limits, range, members) = (options.decompression, nil, options.members)
    self.isGrowing = isGrowing
    start = position.offset
    firstMember = try SourceParts.member(position, of: ByteName(source.name))
    isSeveralFiles = false
    areMessages = source.partition != nil
    files = []
    objects = [:]
    ahead = 0
  }

  /// The version of the object of this name; nil for anything else.
  func version(of name: String) -> String? {
    if let object = objects[ByteName(name)] { return object.version }
    guard !objects.isEmpty else { return nil }
    // A file of an archive.
    let bytes = name.utf8
    return bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "!") }
      .compactMap { self.objects[ByteName(String(name[..<$0]))] }.first?.version
  }
}
