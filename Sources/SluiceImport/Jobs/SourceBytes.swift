import Sluice
import SluiceFeed
import SluiceSystem

/// The content of a source that can be read again from any offset: the bytes of a regular file or of an object
/// on a server, or the messages of a partition.
enum SourceBytes {
  case file(FileDescriptor)
  case object(RemoteObject)
  case partition(KafkaPartition)

  func size(_ name: String) throws(ImportError) -> Int64 {
    switch self {
    case .file(let descriptor):
      try SourceBytes.reading(name) { () throws(SystemError) in try FileStatus(of: descriptor) }
        .size
    // Before an object was read whose server does not tell its size.
    case .object(let object): object.size ?? 0
    case .partition: 0
    }
  }

  /// Up to `count` bytes: fewer at the end.
  func bytes(at offset: Int64, count: Int, _ name: String) throws(ImportError) -> [UInt8] {
    switch self {
    case .file(let descriptor):
      return try SourceBytes.reading(name) { () throws(SystemError) in
        try descriptor.bytes(at: offset, count: count)
      }
    case .object(let object):
      do throws(JSONError) {
        return try object.bytes(at: offset, count: count)
      } catch {
        throw ImportError(.source, "\(error)")
      }
    case .partition: return []
    }
  }

  static func reading<R>(
    _ path: String, _ body: () throws(SystemError) -> R
  ) throws(ImportError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw fault(path, error)
    }
  }

  static func fault(_ path: String, _ error: SystemError) -> ImportError {
    ImportError(
      .source,
      "can't read \(path): \(error.code)"
        + (error.code == .isFolder ? SystemError.advice(forFolder: path) : ""))
  }
}

/// The objects and partitions of a job's sources, each asked for once in a run.
final class SourceObjects {
  private var known: [ByteName: RemoteObject] = [:]
  private var partitions: [ByteName: KafkaPartition] = [:]
  /// Those of URLs with masked values.
  var masked: [ByteName: MaskedSource] = [:]
  /// The names of files under which their progress is kept, by the paths that were given.
  var names: [ByteName: SourceSearch.Name] = [:]
  let folders = RealFolders()
  /// What was found about those names.
  var notes: [ImportNote] = []
  /// Ends waits for servers.
  var stop: FeedStop?

  /// Forgets all, because they may have changed, and ends their connections.
  func reset(_ stop: FeedStop? = nil) {
    known = [:]
    partitions = [:]
    masked = [:]
    (names, notes) = ([:], [])
    self.stop = stop
  }

  /// The objects of a URL, or the partitions of a topic, as URLs.
  func urls(of url: String) throws(ImportError) -> [String] {
    if RemoteSource.isTopic(url) {
      let stop = stop
      let found = try ImportError.reading { () throws(JSONError) in
        try KafkaPartition.all(at: url, stop.map { [$0] } ?? [])
      }
      for partition in found { partitions[ByteName(partition.url)] = partition }
      return found.map(\.url)
    }
    guard RemoteSource.isPattern(url) else { return [url] }
    let stop = stop
    let found = try ImportError.reading { () throws(JSONError) in
      try RemoteObject.objects(at: url, stops: stop.map { [$0] } ?? [])
    }
    for object in found { known[ByteName(object.name)] = object }
    return found.map(\.name)
  }

  /// The partition of a URL, and the identity under which its progress is kept.
  func partition(_ url: String) throws(ImportError) -> (KafkaPartition, identity: String) {
    let (known, stop) = (partitions[ByteName(url)], stop)
    let partition = try ImportError.reading { () throws(JSONError) in
      let partition: KafkaPartition
      if let known {
        partition = known
      } else {
        partition = try KafkaPartition.only(at: url, stop.map { [$0] } ?? [])
      }
      try partition.inspect()
      return partition
    }
    let identity = try ImportError.reading { () throws(JSONError) in try partition.identity }
    partitions[ByteName(url)] = partition
    return (partition, identity)
  }

  /// The object of a URL; nil if the server tells neither its size nor a version, so that nothing would tell it again.
  func object(_ url: String) throws(ImportError) -> RemoteObject? {
    let (known, stop) = (known[ByteName(url)], stop)
    let object = try ImportError.reading { () throws(JSONError) in
      let object: RemoteObject
      if let known { object = known } else { object = try RemoteObject(url: url) }
      try object.inspect(stop: stop)
      return object
    }
    self.known[ByteName(url)] = object
    return object.size == nil && object.version == nil ? nil : object
  }
}
