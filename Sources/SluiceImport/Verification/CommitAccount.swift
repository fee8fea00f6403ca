import SluiceFeed

/// What the commits of a source have counted, beside its rows and rejects: ``ImportJob/verify(stop:)`` compares it with
/// the source.
///
/// Checkpoints keep it in their fingerprint, for which the tables of progress have a column:
/// `HASH;account=RUN,RECORDS,DIGEST`.
struct CommitAccount: Hashable {
  /// The run that made the last commit.
  var run: String
  /// The number of records that became rows since the job first ran.
  private(set) var records: Int64 = 0
  /// The digest of the records that became rows or rejects, by their numbers: that of each commit includes those before.
  /// It does not depend on their order, in which a sink that refuses rows late differs from others.
  private(set) var digest: UInt64 = 0

  init(run: String) { self.run = run }

  /// Counts a record that became rows.
  @inline(__always)
  mutating func add(row number: Int64) {
    records &+= 1
    digest &+= CommitAccount.hash(number)
  }

  /// Counts a reject.
  mutating func add(reject number: Int64) { digest &+= CommitAccount.hash(number) }

  /// Undoes `add(row:)`, for a record whose rows were refused late.
  mutating func remove(row number: Int64) {
    records &-= 1
    digest &-= CommitAccount.hash(number)
  }

  /// The last step of SplitMix64: protects from mistakes, not from malice.
  @inline(__always)
  private static func hash(_ number: Int64) -> UInt64 {
    var hash = UInt64(bitPattern: number) &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}

extension CommitAccount {
  var text: String { "\(run),\(records),\(String(digest, radix: 16))" }

  /// Nil when the text is not an account's.
  init?(_ text: Substring) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let records = Int64(parts[1]), records >= 0,
      let digest = UInt64(parts[2], radix: 16)
    else { return nil }
    run = String(parts[0])
    (self.records, self.digest) = (records, digest)
  }
}

extension SourceFingerprint {
  private static let word = "account"

  /// What the commits have counted; nil: an earlier version made the checkpoint.
  var account: CommitAccount? { fact(SourceFingerprint.word).flatMap { CommitAccount($0) } }

  /// Whether there is one, even if it is damaged.
  var hasAccount: Bool { fact(SourceFingerprint.word) != nil }

  func with(_ account: CommitAccount) -> SourceFingerprint {
    adding(SourceFingerprint.word, account.text)
  }
}
