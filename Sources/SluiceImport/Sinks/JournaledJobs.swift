import Sluice

/// The jobs of a journal: one for each source, by the place of its text in the journal's file.
///
/// So a source takes a few words, and only what is asked for is read and becomes a value. In memory are the texts that no
/// commit has written yet.
struct JournaledJobs {
  typealias Job = FileProgress.Job

  /// What is the same for the sources of a job.
  private struct Shared: Hashable {
    let columns: ByteName
    let fileID: String
  }

  private struct KeptEntry {
    /// Where its text begins in the file; below zero: in `texts`, as its complement.
    var start: Int64
    var count: UInt32
    /// The index of its `Shared`; below zero: it was forgotten.
    var shared: Int32
  }

  private var entries: [KeptEntry] = []
  private var shared: [Shared] = []
  /// By the sources' names.
  private var places = IndicesByHash()
  /// Objects with a comma after each.
  private var texts: [UInt8] = []
  /// Those before are not part of the next commit.
  private var heldStart = 0
  /// The entries of the next commit.
  private var heldEntries: [UInt32] = []
  private(set) var count = 0
  /// The length of all their texts.
  private(set) var length: Int64 = 0
  /// The file; nil: it has none of them.
  var file: JournalText?

  var isEmpty: Bool { count == 0 }

  /// The texts of the next commit, with a comma after each.
  var held: ArraySlice<UInt8> { texts[heldStart...] }

  /// About the length of the lines that hold all of them.
  var lengthOfLines: Int64 {
    shared.reduce(length) { $0 + Int64($1.columns.text.utf8.count) + 512 }
  }
}

// MARK: Asking

extension JournaledJobs {
  func job(of source: ByteName) throws(ImportError) -> Job? { try find(source).job }

  /// Throws when its text can't be read; nil: it was forgotten.
  private func job(at index: Int) throws(ImportError) -> Job? {
    let entry = entries[index]
    guard entry.shared >= 0 else { return nil }
    let shared = shared[Int(entry.shared)]
    guard let found = JournaledText(try bytes(of: entry)) else {
      throw ImportError(
        .conflict,
        "\(file?.path ?? "a file") keeps the progress of imports, and what it had at byte \(entry.start) has"
          + " changed since it was read")
    }
    return Job(
      source: found.source, columns: shared.columns, fileID: shared.fileID,
      checkpoint: found.checkpoint)
  }

  private func bytes(of entry: KeptEntry) throws(ImportError) -> ArraySlice<UInt8> {
    if entry.start < 0 { return texts[Int(~entry.start)...].prefix(Int(entry.count)) }
    return try file?.bytes(at: entry.start, count: Int(entry.count)) ?? []
  }

  /// The job of a source, with its index, or the key under which it would be noted.
  private func find(
    _ source: ByteName
  ) throws(ImportError) -> (key: UInt32, index: Int?, job: Job?) {
    var found: Job?
    let (key, index) = try places.find(IndicesByHash.hash(source)) { index throws(ImportError) in
      found = try job(at: index)
      return found?.source == source
    }
    return (key, index, index == nil ? nil : found)
  }

  func forEach(_ body: (Job) throws(ImportError) -> Void) throws(ImportError) {
    for index in entries.indices {
      if let job = try job(at: index) { try body(job) }
    }
  }

  func first(where condition: (Job) -> Bool) throws(ImportError) -> Job? {
    for index in entries.indices {
      if let job = try job(at: index), condition(job) { return job }
    }
    return nil
  }

  /// Whether some went to another file.
  func contains(otherThan fileID: String) -> Bool {
    entries.contains { $0.shared >= 0 && shared[Int($0.shared)].fileID != fileID }
  }

  /// The entries whose sources have the same columns and file, with these.
  var groups: [(columns: ByteName, fileID: String, indices: [Int])] {
    var groups = shared.map { ($0.columns, $0.fileID, [Int]()) }
    for (index, entry) in entries.enumerated() where entry.shared >= 0 {
      groups[Int(entry.shared)].2.append(index)
    }
    return groups.filter { !$0.2.isEmpty }
  }

  /// The text of an entry: an object with the source and its checkpoint.
  func text(_ index: Int) throws(ImportError) -> ArraySlice<UInt8> {
    let text = try bytes(of: entries[index])
    if let object = JournaledText.object(text) { return object }
    // A line that has other keys, too.
    guard let job = try job(at: index) else { return [] }
    return try JournaledText.make(job)[...]
  }
}

// MARK: Changing

extension JournaledJobs {
  /// Keeps what the next commit says of a source, in place of what was kept.
  mutating func hold(_ job: Job) throws(ImportError) {
    let text = try JournaledText.make(job)
    let (key, index, _) = try find(job.source)
    let entry = KeptEntry(
      start: ~Int64(texts.count), count: UInt32(text.count),
      shared: number(of: job.columns, job.fileID))
    texts += text
    texts.append(UInt8(ascii: ","))
    heldEntries.append(UInt32(set(entry, index, key)))
  }

  /// Keeps what a line of the file says of a source, in place of what was kept.
  mutating func note(
    _ place: JournaledText.Place, _ columns: ByteName, _ fileID: String
  ) throws(ImportError) {
    let entry = KeptEntry(
      start: place.start, count: place.count, shared: number(of: columns, fileID))
    var (key, index) = (place.hash, Int?.none)
    if places.contains(key), let source = JournaledText(try bytes(of: entry))?.source {
      (key, index, _) = try find(source)
    }
    set(entry, index, key)
  }

  /// Returns the entry's index.
  @discardableResult
  private mutating func set(_ entry: KeptEntry, _ index: Int?, _ key: UInt32) -> Int {
    length += Int64(entry.count) + 1
    if let index {
      length -= Int64(entries[index].count) + 1
      entries[index] = entry
      return index
    }
    places.keep(entries.count, at: key)
    entries.append(entry)
    count += 1
    return entries.count - 1
  }

  private mutating func number(of columns: ByteName, _ fileID: String) -> Int32 {
    let mine = Shared(columns: columns, fileID: fileID)
    // The last one is that of the running job.
    if let index = shared.lastIndex(of: mine) { return Int32(index) }
    shared.append(mine)
    return Int32(shared.count - 1)
  }

  /// A commit has written the held texts. `start`: where they begin in the file.
  mutating func heldWereWritten(at start: Int64, in file: JournalText) {
    self.file = file
    for index in heldEntries {
      let place = ~entries[Int(index)].start - Int64(heldStart)
      // A source that was held twice is there already.
      if place >= 0 { entries[Int(index)].start = start + place }
    }
    heldEntries.removeAll(keepingCapacity: true)
    texts.removeLast(texts.count - heldStart)
  }

  /// The held texts are those of no commit: it has failed.
  mutating func heldWereNotWritten() { (heldStart, heldEntries) = (texts.count, []) }

  /// All of them are in another file now. `starts`: of their texts, by their indices.
  mutating func moved(to file: JournalText, _ moved: [(index: Int, start: Int64, count: Int)]) {
    self.file = file
    length = 0
    for (index, start, count) in moved {
      entries[index].start = start
      entries[index].count = UInt32(count)
      length += Int64(count) + 1
    }
    (texts, heldStart, heldEntries) = ([], 0, [])
  }

  /// Does nothing for a source that is not known.
  mutating func forget(_ source: ByteName) throws(ImportError) {
    guard let index = try find(source).index else { return }
    // Its text stays out of all that is asked: it has no name any more.
    entries[index].shared = -1
    length -= Int64(entries[index].count) + 1
    count -= 1
  }

  /// Ties the progress of a source to a file.
  mutating func adopt(_ source: ByteName, _ fileID: String) throws(ImportError) {
    let (_, index, job) = try find(source)
    guard let index, let job else { return }
    entries[index].shared = number(of: job.columns, fileID)
  }
}
