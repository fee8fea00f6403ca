import Sluice
import SluiceFeed
import TestSupport
import Testing

/// Compares every layer with a walk over all fields in their order.
@Suite("Duplicate keys in every layer")
struct DuplicateKeyTests {
  private static let paths: [[String]] = [
    ["a"], ["b"], ["a", "b"], ["b", "a"], ["a", "a"], ["c", "b", "a"], ["a", "b", "c"],
    ["a", "a", "a"],
  ]

  private enum Outcome: Equatable {
    case value(Int?)
    case duplicate
    case otherError(String)

    init(_ body: () throws -> Int?) {
      do {
        self = .value(try body())
      } catch is KeyedTree.Refused {
        self = .duplicate
      } catch {
        let isDuplicate =
          (error as? JSONError)?.code == .duplicateKey || "\(error)".contains("found two")
        self = isDuplicate ? .duplicate : .otherError("\(error)")
      }
    }
  }

  @Test("the caller's policy, or the layer's, decides which field counts", arguments: KeyLayer.all)
  func counts(layer: KeyLayer) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("duplicate keys, \(layer.name): seed \(seed)")
    var maker = KeyedTreeMaker(random: SeededGenerator(seed: seed))
    for _ in 0..<Rounds.count(20, long: 60) {
      let tree = maker.object(depth: 0)
      let text = maker.text(tree)
      for chosen in [nil, .firstWins, .lastWins] as [DuplicateKeys?] {
        for checking in [JSONChecking.accessed, .full] {
          let options = FeedOptions(checking: checking, duplicateKeys: chosen)
          for path in Self.paths {
            let expected = try tree.int(at: path, chosen ?? layer.usual)
            let found = Outcome { try layer.read(text, options, path) }
            #expect(
              found == .value(expected), "\(path) by \(String(describing: chosen)) in \(text)")
          }
        }
      }
    }
  }

  @Test("checked in full, a document with any key twice is rejected", arguments: KeyLayer.all)
  func refusesInFull(layer: KeyLayer) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("refused keys, \(layer.name): seed \(seed)")
    var maker = KeyedTreeMaker(random: SeededGenerator(seed: seed))
    let options = FeedOptions(checking: .full, duplicateKeys: .reject)
    for _ in 0..<Rounds.count(40, long: 150) {
      let tree = maker.object(depth: 0)
      let text = maker.text(tree)
      for path in Self.paths.prefix(4) {
        let found = Outcome { try layer.read(text, options, path) }
        let expected =
          tree.hasDuplicates ? Outcome.duplicate : .value(try tree.int(at: path, .firstWins))
        #expect(found == expected, "\(path) in \(text)")
      }
    }
  }

  @Test(
    "checked as far as it is read, a value between repeated keys is never used",
    arguments: KeyLayer.all)
  func refusesWhatIsRead(layer: KeyLayer) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("refused keys that are read, \(layer.name): seed \(seed)")
    var maker = KeyedTreeMaker(random: SeededGenerator(seed: seed))
    let options = FeedOptions(checking: .accessed, duplicateKeys: .reject)
    for _ in 0..<Rounds.count(40, long: 150) {
      let tree = maker.object(depth: 0)
      let text = maker.text(tree)
      for path in Self.paths {
        let expected = Outcome { try tree.int(at: path, .reject) }
        let found = Outcome { try layer.read(text, options, path) }
        switch (expected, found) {
        case (.duplicate, .value(nil)) where layer.swallowsErrors, (.duplicate, .duplicate),
          (.duplicate, .otherError):
          break
        // It read more of the record than the path.
        case (.value, .duplicate) where tree.hasDuplicates: break
        case (.value, .value(nil)) where tree.hasDuplicates && layer.swallowsErrors: break
        default: #expect(found == expected, "\(path) in \(text)")
        }
      }
    }
  }
}

extension KeyLayer {
  /// Conversions report errors to their failure handler, and continue.
  var swallowsErrors: Bool { name.contains("conversion") }
}
