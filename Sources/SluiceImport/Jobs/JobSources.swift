import Sluice
import SluiceFeed

/// The sources of a job, one by one. Files are kept as the paths that were given, which may be many.
struct JobSources: RandomAccessCollection {
  private enum Kept {
    case files([String])
    case any([FeedSource])
  }

  private let kept: Kept

  init(files: [String]) { kept = .files(files) }

  init(_ sources: [FeedSource]) { kept = .any(sources) }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch kept {
    case .files(let paths): paths.count
    case .any(let sources): sources.count
    }
  }

  subscript(index: Int) -> FeedSource {
    switch kept {
    case .files(let paths): .file(paths[index])
    case .any(let sources): sources[index]
    }
  }

  /// All but some files.
  func without(_ files: Set<ByteName>) -> JobSources {
    guard !files.isEmpty else { return self }
    return JobSources(
      filter {
        if case .file(let path) = $0 { !files.contains(ByteName(path)) } else { true }
      })
  }
}
