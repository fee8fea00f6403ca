import Sluice

/// The jobs of a journal: one for each source, as the text that a commit has of it.
///
/// All texts are in one block of memory, and only those that are asked for become values. So a source takes its text and
/// a few words: values of many thousand sources would take several times as much, and their small blocks would divide the
/// memory that the windows of the next sources need.
struct JournaledJobs {
  /// What is the same for the sources of a job.
  private struct Shared: Hashable {
    let columns: ByteName
    let fileID: String
  }

  private struct Entry {
    var start: Int
    var count: Int
    /// The index of its `Shared`; nil: it was forgotten.
    var shared: Int?
  }

  private var texts: [UInt8] = []
  private var entries: [Entry] = []
  private var shared: [Shared] = []
  /// By the hashes of the sources' names; the next number belongs to another source with an equal hash.
  private var places: [Int: Int] = [:]
  /// The number of bytes of texts that were replaced.
  private var wasted = 0
  private(set) var count = 0

  /// How the text of a source begins.
  private static let beginning = Array(#"{"source":"#.utf8)

  var isEmpty: Bool { count == 0 }

  /// The number of the source's entry; nil: it has none.
  func index(of source: ByteName) -> Int? { find(source, JournaledJobs.head(of: source)).index }

  /// The beginning of a source's text, which no other source has.
  private static func head(of source: ByteName) -> [UInt8] {
    var writer = JSONWriter()
    do throws(JSONError) {
      try writer.value(source.text)
      return beginning + (try writer.takeBytes()) + [UInt8(ascii: ",")]
    } catch {
      // No text begins like it.
      return [0]
    }
  }

  private func find(_ source: ByteName, _ head: [UInt8]) -> (key: Int, index: Int?) {
    var key = source.hashValue
    while let index = places[key] {
      if texts[entries[index].start...].starts(with: head) { return (key, index) }
      key &+= 1
    }
    return (key, nil)
  }
}

extension JournaledJobs {
  typealias Job = FileProgress.Job

  /// The job of an entry; nil: it was forgotten.
  subscript(index: Int) -> Job? {
    guard let shared = entries[index].shared.map({ shared[$0] }) else { return nil }
    do {
      let json = try JSON(parsing: String(decoding: text(index), as: UTF8.self))
      guard let source = json["source"]?.string,
        let checkpoint = json["checkpoint"].flatMap({ Checkpoint($0) })
      else { return nil }
      return Job(
        source: ByteName(source), columns: shared.columns, fileID: shared.fileID,
        checkpoint: checkpoint)
    } catch {
      return nil
    }
  }

  func job(of source: ByteName) -> Job? { index(of: source).flatMap { self[$0] } }

  /// The jobs, made one after the other.
  var all: some Sequence<Job> { entries.indices.lazy.compactMap { self[$0] } }

  /// The text of an entry: an object with the source and its checkpoint.
  func text(_ index: Int) -> ArraySlice<UInt8> {
    texts[entries[index].start...].prefix(entries[index].count)
  }

  /// The entries whose sources have the same columns and file, with these.
  var groups: [(columns: ByteName, fileID: String, indices: [Int])] {
    var groups = shared.map { ($0.columns, $0.fileID, [Int]()) }
    for index in entries.indices {
      if let shared = entries[index].shared { groups[shared].2.append(index) }
    }
    return groups.filter { !$0.2.isEmpty }
  }

  /// Keeps what a commit says of a source, in place of what was kept. Returns the number of its entry.
  @discardableResult
  mutating func set(_ job: Job) throws(JSONError) -> Int {
    var writer = JSONWriter()
    try writer.beginObject()
    try writer.key("source")
    try writer.value(job.source.text)
    try writer.key("checkpoint")
    try job.checkpoint.write(to: &writer)
    try writer.endObject()
    let text = try writer.takeBytes()
    let entry = Entry(start: texts.count, count: text.count, shared: number(of: job))
    let (key, found) = find(job.source, JournaledJobs.head(of: job.source))
    texts += text
    guard let index = found else {
      places[key] = entries.count
      entries.append(entry)
      count += 1
      return entries.count - 1
    }
    if entries[index].shared == nil { count += 1 }
    wasted += entries[index].count
    entries[index] = entry
    if wasted > texts.count / 2 { compact() }
    return index
  }

  private mutating func number(of job: Job) -> Int {
    let mine = Shared(columns: job.columns, fileID: job.fileID)
    // The last one is that of the running job.
    if let index = shared.lastIndex(of: mine) { return index }
    shared.append(mine)
    return shared.count - 1
  }

  private mutating func compact() {
    var kept: [UInt8] = []
    kept.reserveCapacity(texts.count - wasted)
    for index in entries.indices {
      let text = text(index)
      entries[index].start = kept.count
      kept += text
    }
    (texts, wasted) = (kept, 0)
  }

  mutating func forget(_ source: ByteName) {
    guard let index = index(of: source), entries[index].shared != nil else { return }
    entries[index].shared = nil
    count -= 1
  }

  /// Ties the progress of a source to a file.
  mutating func adopt(_ source: ByteName, _ fileID: String) {
    guard let index = index(of: source), let number = entries[index].shared else { return }
    let mine = Shared(columns: shared[number].columns, fileID: fileID)
    entries[index].shared =
      shared.lastIndex(of: mine)
      ?? {
        shared.append(mine)
        return shared.count - 1
      }()
  }
}
