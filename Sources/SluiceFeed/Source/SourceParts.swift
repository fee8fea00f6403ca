import Sluice
import SluiceSystem

/// The parts of a source in order: several files, the successive files of a followed path, or the
/// single part of most sources.
final class SourceParts {
  private var waiting: Waiting
  private let stops: [FeedStop]
  /// Where reading begins in the first part.
  private var start: Int64
  /// The range to read, if not the whole source.
  private let range: FeedRange?
  private let limits: DecompressionLimits
  /// Of the files of archives to read; nil: all.
  private let members: String?
  /// Whether positions must name their file.
  private(set) var isSeveralFiles: Bool
  private let isGrowing: Bool
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
  private let objects: [String: RemoteObject]
  /// The next parts, which are being received already, and at most how many.
  private var opened: [ByteSource] = []
  /// The archive whose files are read, and its source.
  private var archive: (files: ArchiveReader, source: ByteSource)?
  /// Whether none of its files was opened yet.
  private var isFirst = false
  var isInArchive: Bool { archive != nil }
  /// How many bytes belong to the last archive that was read to its end.
  private(set) var archiveEnd: Int64 = 0
  /// The file of an archive in which reading begins.
  private var firstMember: String?
  /// What the part is that was opened last.
  private(set) var kind = PartKind.again
  private let ahead: Int

  private enum Waiting {
    case nothing
    case one(FeedSource)
    case made(ByteSource)
    case several(ArraySlice<Part>)
    case follow(FollowedFile)
    case followTopic(FollowedTopic)
  }

  /// One of several files, objects and partitions.
  private enum Part {
    case file(String)
    case object(RemoteObject)
    case partition(KafkaPartition)

    var name: String {
      switch self {
      case .file(let path): path
      case .object(let object): object.name
      case .partition(let partition): partition.name
      }
    }

    var isOfMessages: Bool { if case .partition = self { true } else { false } }
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
    if case .follow = source { isGrowing = true } else { isGrowing = false }
    start = position.offset
    if range != nil { try FeedRange.check(source) }
    let several = try SourceParts.several(source, stops)
    let isTopic = RemoteSource.isFollowedTopic(source)
    isSeveralFiles = several != nil || isTopic
    let areMessages =
      several?.first?.isOfMessages ?? (isTopic || RemoteSource.isPartition(source))
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
      if let version = position.version, case .object(let object) = rest.first {
        object.expect(version: version)
      }
      waiting = .several(rest)
      return
    }
    switch source {
    case .follow where isTopic: files = []
    case .file(let path), .follow(let path): files = [path]
    default: files = []
    }
    switch source {
    case .follow(let url) where isTopic:
      guard position == .start else {
        throw JSONError(
          .invalidValue, at: 0, name: "the start of a followed topic",
          reason: "it is read from its first message; a job keeps a position for each partition")
      }
      let topic = try FollowedTopic(url, stops)
      for partition in topic.partitions { try partition.begin(from: position) }
      waiting = .followTopic(topic)
      objects = [:]
    case .follow(let path):
      waiting = .follow(try FollowedFile(path))
      objects = [:]
    case .url(let text) where RemoteSource.isKafka(text):
      let partition = try KafkaPartition.only(at: text, stops)
      try partition.begin(from: position)
      waiting = .made(ByteSource(partition))
      objects = [:]
      start = 0
    case .url(let text):
      let object = try RemoteObject(url: text)
      if let version = position.version { object.expect(version: version) }
      waiting = .one(source)
      objects = [object.name: object]
    default:
      waiting = .one(source)
      objects = [:]
    }
    firstMember = try SourceParts.member(position, of: source.name)
  }

  /// An object, or a range of it.
  init(
    _ object: RemoteObject, _ options: FeedOptions, from position: FeedPosition, stops: [FeedStop]
  ) throws(JSONError) {
    self.stops = stops
    (limits, range, members) = (options.decompression, options.range, options.members)
    isGrowing = false
    start = position.offset
    firstMember = try SourceParts.member(position, of: object.name)
    waiting = .one(.url(object.name))
    isSeveralFiles = false
    areMessages = false
    files = []
    objects = [object.name: object]
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
    firstMember = try SourceParts.member(position, of: source.name)
    isSeveralFiles = false
    areMessages = source.partition != nil
    files = []
    objects = [:]
    ahead = 0
  }

  /// The file of an archive in which a position of a single source is; nil: the position is in the source.
  private static func member(
    _ position: FeedPosition, of source: String
  ) throws(JSONError) -> String? {
    guard let file = position.file, file != source else { return nil }
    guard isMember(file, of: source) else {
      throw JSONError(
        .io, at: 0, name: source,
        reason: "reading should resume in \(file), which is another source")
    }
    return file
  }

  private static func isMember(_ file: String, of archive: String) -> Bool {
    file.utf8.starts(with: (archive + String(ArchiveReader.separator)).utf8)
  }

  /// The parts of a source of several; nil for all others.
  private static func several(
    _ source: FeedSource, _ stops: [FeedStop]
  ) throws(JSONError) -> [Part]? {
    switch source {
    case .files(let paths): return paths.map { .file($0) }
    case .glob(let pattern): return try Glob.files(matching: pattern).map { .file($0) }
    case .url(let text) where RemoteSource.isTopic(text):
      return try KafkaPartition.all(at: text, stops).map { .partition($0) }
    case .url(let text) where RemoteSource.isPattern(text):
      return try RemoteObject.objects(at: text, stops: stops).map { .object($0) }
    case .several(let sources):
      var parts: [Part] = []
      for source in sources {
        switch source {
        case .file(let path): parts.append(.file(path))
        case .url(let text) where RemoteSource.isPartition(source):
          parts.append(.partition(try KafkaPartition.only(at: text, stops)))
        case .url(let text) where !RemoteSource.isPattern(text) && !RemoteSource.isKafka(text):
          parts.append(.object(try RemoteObject(url: text)))
        default:
          guard let own = try several(source, stops) else {
            throw JSONError(
              .invalidValue, at: 0, name: "files and URLs as the parts of a feed",
              reason: "\(source.name) is neither")
          }
          parts += own
        }
      }
      return parts
    default: return nil
    }
  }

  private static func byName(_ parts: [Part]) -> [String: RemoteObject] {
    var objects: [String: RemoteObject] = [:]
    for case .object(let object) in parts { objects[object.name] = object }
    return objects
  }

  /// The version of the object of this name; nil for anything else.
  func version(of name: String) -> String? {
    if let object = objects[name] { return object.version }
    guard !objects.isEmpty else { return nil }
    // A file of an archive.
    return name.indices.lazy.filter { name[$0] == ArchiveReader.separator }
      .compactMap { self.objects[String(name[..<$0])] }.first?.version
  }

  private static func rest(
    of parts: [Part], from position: FeedPosition, in name: String
  ) throws(JSONError) -> ArraySlice<Part> {
    guard let file = position.file else {
      guard position.offset == 0 else {
        throw JSONError(
          .io, at: 0, name: name,
          reason: "a position in several files must name its file")
      }
      return parts[...]
    }
    if let first = parts.firstIndex(where: { $0.name == file })
      ?? parts.firstIndex(where: { isMember(file, of: $0.name) })
    {
      let name = parts[first].name
      guard parts.lastIndex(where: { $0.name == name }) == first else {
        throw JSONError(
          .io, at: 0, name: name,
          reason: "reading should resume in \(name), which is among its files more than once")
      }
      return parts[first...]
    }
    throw JSONError(
      .io, at: 0, name: name,
      reason: "reading should resume in \(file), which is not among its files")
  }

  /// Opens the next part; nil at the end. Fails with `io` if it can't be opened; the next call tries
  /// again.
  func next() throws(InputEvent) -> ByteSource? {
    if let archive {
      if let member = try archive.files.next() {
        kind = isFirst ? .file : .nextMember
        isFirst = false
        return ByteSource(member, of: archive.source, limits: limits, stops: stops)
      }
      archiveEnd = archive.files.end
      self.archive = nil
    }
    kind = isSeveralFiles ? .file : .again
    let source: ByteSource
    switch waiting {
    case .nothing: return nil
    case .made(let made):
      source = made
      waiting = .nothing
    case .one(let one):
      if let range {
        let input = try InputEvent.asFailures(try input(of: one))
        let bytes = try RangeInput(
          try MemberInput.unpacking(input, for: range, limits: limits, name: one.name), range,
          from: start, name: one.name, stops: stops)
        source = ByteSource(bytes, name: one.name)
        waiting = .nothing
        return source
      }
      source = try InputEvent.asFailures(try open(one))
      waiting = .nothing
    case .several(let parts):
      guard let part = try next(of: parts) else { return nil }
      source = part
      waiting = .several(parts.dropFirst())
    case .followTopic(let topic):
      do throws(InputEvent) {
        source = ByteSource(try topic.next())
      } catch {
        guard case .stopped = error else { throw error }
        return nil
      }
    case .follow(let file):
      do throws(InputEvent) {
        source = ByteSource(
          try file.nextGeneration(heeding: stops), name: file.path, limits: limits, stops: stops)
      } catch {
        // The awaited file never came, and the wait was stopped.
        guard case .stopped = error else { throw error }
        return nil
      }
    }
    let offset = start
    start = 0
    if let first = firstMember { return try open(first, of: source, at: offset) }
    try source.skip(offset)
    return source
  }

  /// Continues with the files of a source that was found to be an archive.
  func enter(_ source: ByteSource) throws(InputEvent) {
    guard !isGrowing, let files = try source.openArchive(members: members) else {
      throw .failed(InputEvent.archive(source.name).asError)
    }
    archive = (files, source)
    isSeveralFiles = true
    isFirst = true
  }

  /// Opens the file of an archive in which reading begins.
  private func open(
    _ first: String, of source: ByteSource, at offset: Int64
  ) throws(InputEvent) -> ByteSource {
    try enter(source)
    while let member = try archive?.files.next() {
      guard member.name == first else { continue }
      let part = ByteSource(member, of: source, limits: limits, stops: stops)
      try part.skip(offset)
      firstMember = nil
      isFirst = false
      return part
    }
    throw .failed(
      JSONError(
        .io, at: 0, name: source.name,
        reason: "reading should resume in \(first), which is not among its files"))
  }

  /// Where the next part is read from.
  private var startOfPart: FeedPosition { FeedPosition(offset: start, line: 0, recordNumber: 0) }

  /// Opens the first of some parts, and has the objects after it received meanwhile.
  private func next(of parts: ArraySlice<Part>) throws(InputEvent) -> ByteSource? {
    guard let first = parts.first else { return nil }
    // What is skipped to is not received from its start.
    let most = start > 0 ? 1 : ahead
    while opened.count < most, case .object(let object) = parts.dropFirst(opened.count).first {
      let input = RemoteInput(object)
      let source = ByteSource(input, name: object.name, limits: limits, stops: stops)
      if start == 0 { try InputEvent.asFailures(try input.begin()) }
      opened.append(source)
    }
    switch first {
    case .file(let path): return try InputEvent.asFailures(try open(.file(path)))
    case .object: return opened.removeFirst()
    case .partition(let partition):
      try InputEvent.asFailures(try partition.begin(from: startOfPart))
      return ByteSource(partition)
    }
  }

  private func open(_ source: FeedSource) throws(JSONError) -> ByteSource {
    if case .bytes(let bytes, let name) = source {
      return ByteSource(bytes, name: name, limits: limits)
    }
    return ByteSource(try input(of: source), name: source.name, limits: limits, stops: stops)
  }

  /// What `.auto` chooses for a source that can be read twice.
  static func framing(
    of source: FeedSource, _ options: FeedOptions
  ) throws(JSONError) -> FeedFraming {
    let isReadAgain: Bool
    switch source {
    case .bytes: isReadAgain = true
    case .file(let path): isReadAgain = try PlainFile.isRegular(path)
    case .url: isReadAgain = true
    default: isReadAgain = false
    }
    guard isReadAgain else {
      throw JSONError(
        .invalidValue, at: 0, name: "the framing of a feed in a range of bytes",
        reason: "auto examines the start of \(source.name), which can't be read twice; name lines")
    }
    var first = FeedOptions(framing: .auto, depthLimit: options.depthLimit)
    first.decompression = options.decompression
    var feed = try JSONFeed(source, options: first)
    return try feed.chosenFraming()
  }

  private func input(of source: FeedSource) throws(JSONError) -> any ByteInput {
    switch source {
    case .file(let path): try FileInput(opening: path)
    case .url(let text):
      if let object = objects[source.name] {
        RemoteInput(object)
      } else {
        RemoteInput(try RemoteObject(url: text))
      }
    case .standardInput: FileInput(borrowing: .standardInput, name: source.name)
    case .fileDescriptor(let descriptor, let name):
      FileInput(borrowing: FileDescriptor(rawValue: descriptor), name: name)
    case .bytes(let bytes, _): MemoryInput(bytes)
    case .files, .glob, .several, .follow:
      throw JSONError(.io, at: 0, name: source.name, reason: "it is not one file")
    }
  }
}
