import Sluice

/// The sources of a job, as its rejects have them.
struct RejectedSources {
  /// The names by which they were given.
  let names: [String]
  /// The range of them that is read; nil: all. Other ranges have rejects of the same names.
  let range: Range<Int64>?

  init(_ jobs: [JobIdentity?]) {
    names = jobs.flatMap { $0?.names ?? [] }
    range = jobs.lazy.compactMap { $0?.range }.first
  }
}
