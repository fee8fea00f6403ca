import Sluice
import SluiceSystem

/// The order of files that were not read.
extension ChainSearch {
  /// Oldest first: by their names, and by their times only where their schemes differ.
  ///
  /// `own`: the checkpoint's, which is older than all of them.
  func order(_ unread: [Int], after own: Int? = nil) -> [Int] {
    let groups = Dictionary(grouping: unread) { files[$0].entry.name?.scheme ?? .none }
    var queues = groups.map { scheme, files in sorted(files, scheme, after: own)[...] }
    var result: [Int] = []
    while let next = queues.indices.filter({ !queues[$0].isEmpty }).min(by: {
      isEarlier(queues[$0].first, queues[$1].first)
    }) {
      result.append(queues[next].removeFirst())
    }
    return result
  }

  private func isEarlier(_ a: Int?, _ b: Int?) -> Bool {
    guard let a, let b else { return false }
    return (files[a].entry.time, a) < (files[b].entry.time, b)
  }

  private func sorted(_ unread: [Int], _ scheme: RotatedName.Scheme, after own: Int?) -> [Int] {
    let direction = direction(of: unread, scheme, after: own)
    return unread.sorted { a, b in
      guard let name = files[a].entry.name, let other = files[b].entry.name,
        let countsUp = direction
      else { return isEarlier(a, b) }
      if name.isOlder(than: other, countsUp: countsUp) { return true }
      if other.isOlder(than: name, countsUp: countsUp) { return false }
      return isEarlier(a, b)
    }
  }

  /// Whether the numbers of a scheme grow with time: what was read tells it. Nil: the names contradict what was read.
  func direction(of unread: [Int], _ scheme: RotatedName.Scheme, after own: Int?) -> Bool? {
    guard scheme == .suffix(.number) else { return false }
    let known =
      read.filter { files[$0.key].entry.name?.scheme == scheme }
      .sorted { $0.value < $1.value }.map(\.key) + (own.map { [$0] } ?? [])
    let read = known.compactMap { number($0) }
    let left = unread.filter { $0 != own }.compactMap { number($0) }
    let steps = zip(read, read.dropFirst())
    let goesDown =
      steps.allSatisfy(>=)
      && left.allSatisfy { number in read.allSatisfy { number <= $0 } }
    let goesUp =
      steps.allSatisfy(<=) && left.allSatisfy { number in read.allSatisfy { number >= $0 } }
    return goesDown ? false : goesUp ? true : nil
  }

  private func number(_ file: Int) -> UInt64? {
    guard let name = files[file].entry.name, case .suffix(.number) = name.scheme else { return nil }
    return name.number
  }

  /// Says where evidence disagrees or is missing.
  func orderNotes(_ unread: [Int], after own: Int?) -> [ImportNote] {
    var notes: [ImportNote] = []
    func note(_ a: Int, _ b: Int, _ reason: (String, String) -> String) {
      notes.append(
        ImportNote(kind: .order, message: reason(files[a].entry.path, files[b].entry.path)))
    }
    if let (a, b) = zip(unread, unread.dropFirst()).first(where: { scheme($0) != scheme($1) }) {
      note(a, b) {
        "\($0) and \($1) are named by different schemes, which don't tell which of them is older: they are"
          + " read in the order of their times"
      }
    }
    let numbered = unread.filter { scheme($0) == .suffix(.number) }
    if numbered.count > 1, direction(of: numbered, .suffix(.number), after: own) == nil {
      note(numbered[0], numbered[1]) {
        "the numbers of \($0) and \($1) contradict what was read before: they are read in the order of"
          + " their times"
      }
    }
    let all = (own.map { [$0] } ?? []) + unread
    if let (a, b) = zip(all, all.dropFirst()).first(where: {
      scheme($0) == scheme($1) && scheme($0) != RotatedName.Scheme.none
        && files[$0].entry.time > files[$1].entry.time
    }) {
      note(a, b) {
        "\($0) was written to after \($1), although its name says that it is older: they are read in the"
          + " order of their names"
      }
    }
    return notes
  }

  func scheme(_ file: Int) -> RotatedName.Scheme { files[file].entry.name?.scheme ?? .none }
}
