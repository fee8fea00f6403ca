import SluiceFeed
import SluiceSystem

/// What the commits of a source have counted, beside its rows and rejects: ``ImportJob/verify(stop:)`` compares it with
/// the source.
///
/// Checkpoints keep it in their fingerprint, for which the tables of progress have a column:
/// `HASH;chain=RUN,RECORDS,CHAIN,OPEN`.
struct CommitAccount: Hashable {
  /// The run that made the last commit.
  var run: String
  /// The number of records that became rows since the job first ran.
  private(set) var records: Int64 = 0
  /// The digests of the records that became rows or rejects, by their numbers.
  private(set) var chain = RecordChain()

  fileprivate static let word = "chain"

  init(run: String) { self.run = run }

  /// Counts a record that became rows.
  @inline(__always)
  mutating func add(row number: Int64) {
    records &+= 1
    chain.add(number)
  }

  /// Counts a reject.
  mutating func add(reject number: Int64) { chain.add(number) }

  /// Undoes `add(row:)`, for a record whose rows were refused late.
  mutating func remove(row number: Int64) {
    records &-= 1
    chain.remove(number)
  }

  /// Links all records up to a number, which a commit makes permanent.
  mutating func commit(upTo number: Int64) { chain.link(upTo: number) }
}

extension CommitAccount {
  var text: String { "\(run),\(records),\(chain.text)" }

  /// The account that a commit has made of the records up to a number. Nil when the text is not an account's.
  init?(_ text: Substring, upTo number: Int64) {
    let parts = text.parts(at: ",")
    guard parts.count == 4, let records = Int64(parts[1]), records >= 0,
      let chain = RecordChain(parts[2], parts[3], upTo: number)
    else { return nil }
    run = String(parts[0])
    (self.records, self.chain) = (records, chain)
  }
}

extension Checkpoint {
  /// What the commits have counted; nil: it is damaged.
  var account: CommitAccount? {
    fingerprint.fact(CommitAccount.word).flatMap {
      CommitAccount($0, upTo: position.recordNumber)
    }
  }
}

extension SourceFingerprint {
  func with(_ account: CommitAccount) -> SourceFingerprint {
    adding(CommitAccount.word, account.text)
  }
}
