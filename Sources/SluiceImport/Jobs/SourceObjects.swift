import Sluice
import SluiceFeed
import SluiceSystem

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

  /// The source at an address; nil if the server tells neither its size nor a version, so that nothing would tell it again.
  func source(at address: SourceAddress) throws(ImportError) -> JobSource? {
    let source = try address.areMessages ? partition(at: address) : object(at: address)
    source?.stop = stop
    return source
  }

  private func partition(at address: SourceAddress) throws(ImportError) -> JobSource {
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
    return JobSource(PartitionSource(partition), name: partition.name, path: identity)
  }

  private func object(at address: SourceAddress) throws(ImportError) -> JobSource? {
    let (known, stop) = (known[address], stop)
    let object = try ImportError.reading { () throws(JSONError) in
      let object: any SourceObject
      if let known { object = known } else { object = try address.object() }
      try object.inspect(stop: stop)
      return object
    }
    self.known[address] = object
    guard object.size != nil || object.version != nil else { return nil }
    return JobSource(ObjectSource(object), name: object.name, path: object.name)
  }
}
