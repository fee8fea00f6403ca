import Sluice
import SluiceFeed
import SluiceSystem

/// The content of a source that can be read again from any offset: the bytes of a regular file or of an object
/// on a server, or the messages of a partition.
enum SourceBytes {
  case file(FileDescriptor)
  case object(any SourceObject)
  case partition(any MessagePartition)

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
        return try object.bytes(at: offset, count: count, stop: nil)
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
  private var known: [SourceAddress: any SourceObject] = [:]
  private var partitions: [SourceAddress: any MessagePartition] = [:]
  /// Those of URLs with masked values.
  var masked: [SourceAddress: MaskedSource] = [:]
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

  /// Each object or partition that an address stands for.
  func addresses(at address: SourceAddress) throws(ImportError) -> [SourceAddress] {
    let stops = stop.map { [$0] } ?? []
    switch address.resource {
    case .object, .partition: return [address]
    case .topic:
      let found = try ImportError.reading { () throws(JSONError) in
        try address.partitions(stops)
      }
      return found.map { partition in
        let own = SourceAddress(partition.url)
        partitions[own] = partition
        return own
      }
    case .objects:
      let found = try ImportError.reading { () throws(JSONError) in
        try address.objects(stops)
      }
      return found.map { object in
        let own = SourceAddress(object.name)
        known[own] = object
        return own
      }
    }
  }

  /// The partition at an address, and the identity under which its progress is kept.
  func partition(
    at address: SourceAddress
  ) throws(ImportError) -> (any MessagePartition, identity: String) {
    let (known, stop) = (partitions[address], stop)
    let partition = try ImportError.reading { () throws(JSONError) in
      let partition: any MessagePartition
      if let known {
        partition = known
      } else {
        partition = try address.partition(stop.map { [$0] } ?? [])
      }
      try partition.inspect()
      return partition
    }
    let identity = try ImportError.reading { () throws(JSONError) in try partition.identity }
    partitions[address] = partition
    return (partition, identity)
  }

  /// The object at an address; nil if the server tells neither its size nor a version, so that nothing would tell it again.
  func object(at address: SourceAddress) throws(ImportError) -> (any SourceObject)? {
    let (known, stop) = (known[address], stop)
    let object = try ImportError.reading { () throws(JSONError) in
      let object: any SourceObject
      if let known { object = known } else { object = try address.object() }
      try object.inspect(stop: stop)
      return object
    }
    self.known[address] = object
    return object.size == nil && object.version == nil ? nil : object
  }
}
