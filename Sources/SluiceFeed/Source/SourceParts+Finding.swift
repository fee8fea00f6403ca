import Sluice
import SluiceSystem

/// Which parts a source has, and in which of them reading begins.
extension SourceParts {
  /// One of several files, objects and partitions.
  enum Part {
    case file(String)
    case object(any SourceObject)
    case partition(any MessagePartition)

    var name: ByteName {
      switch self {
      case .file(let path): ByteName(path)
      case .object(let object): ByteName(object.name)
      case .partition(let partition): ByteName(partition.name)
      }
    }

    var isOfMessages: Bool { if case .partition = self { true } else { false } }
  }

  /// The file of an archive in which a position of a single source is; nil: the position is in the source.
  static func member(
    _ position: FeedPosition, of source: ByteName
  ) throws(JSONError) -> ByteName? {
    guard let file = position.file, file != source else { return nil }
    guard isMember(file, of: source) else {
      throw JSONError(
        .io, at: 0, name: source.text,
        reason: "reading should resume in \(file), which is another source")
    }
    return file
  }

  static func isMember(_ file: ByteName, of archive: ByteName) -> Bool {
    file.hasPrefix(archive.text + ArchiveReader.separator)
  }

  /// The parts of a source of several; nil for all others.
  static func several(
    _ source: FeedSource, _ stops: [FeedStop]
  ) throws(JSONError) -> [Part]? {
    switch source {
    case .files(let paths): return paths.map { .file($0) }
    case .glob(let pattern): return try Glob.files(matching: pattern).map { .file($0) }
    case .address(let address):
      switch address.resource {
      case .topic: return try address.partitions(stops).map { .partition($0) }
      case .objects: return try address.objects(stops).map { .object($0) }
      case .object, .partition: return nil
      }
    case .several(let sources):
      var parts: [Part] = []
      for source in sources {
        switch source {
        case .file(let path): parts.append(.file(path))
        case .address(let address) where !address.isSeveral:
          parts +=
            address.areMessages
            ? try address.partitions(stops).map { .partition($0) } : [.object(try address.object())]
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

  static func byName(_ parts: [Part]) -> [ByteName: any SourceObject] {
    var objects: [ByteName: any SourceObject] = [:]
    for case .object(let object) in parts { objects[ByteName(object.name)] = object }
    return objects
  }

  static func rest(
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
          .io, at: 0, name: name.text,
          reason: "reading should resume in \(name), which is among its files more than once")
      }
      return parts[first...]
    }
    throw JSONError(
      .io, at: 0, name: name,
      reason: "reading should resume in \(file), which is not among its files")
  }
}
