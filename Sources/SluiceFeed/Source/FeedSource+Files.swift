package import Sluice

extension FeedSource {
  /// The paths of its files in their order; nil for a source with anything that is not a file by its path. Throws `io`
  /// for a pattern that matches none.
  package func paths() throws(JSONError) -> [String]? {
    switch self {
    case .file(let path): return [path]
    case .files(let paths): return paths
    case .glob(let pattern): return try Glob.files(matching: pattern)
    case .several(let sources):
      var all: [String] = []
      for source in sources {
        guard let paths = try source.paths() else { return nil }
        all += paths
      }
      return all
    case .address, .log, .topic, .standardInput, .fileDescriptor, .bytes: return nil
    }
  }
}
