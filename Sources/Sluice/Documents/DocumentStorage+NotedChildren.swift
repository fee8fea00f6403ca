import Synchronization

/// Look-ups of views in large containers.
///
/// A look-up walks, as a cursor's does: for one, or for a few, that is the least work. But many look-ups in one container
/// would walk over it as often. So what they walk over is counted, and once that is the whole document, eight times over, the
/// children of each large container that is looked into are noted, once. Together this costs no more than in proportion to
/// the document and the number of look-ups.
extension DocumentStorage {
  /// What is known without a walk.
  @usableFromInline
  package enum NotedChild {
    case unknown
    case missing
    case found(UInt32)
  }

  /// The tokens of a large container. All smaller ones are walked over.
  @usableFromInline static var fewTokens: UInt32 { 256 }

  /// Whether a container may be large.
  @inlinable package var mayBeLarge: Bool {
    @inline(__always) get { unsafe header.pointee.end > DocumentStorage.fewTokens }
  }

  /// Whether look-ups have walked far enough.
  @usableFromInline package var notesChildren: Bool {
    unsafe walked.load(ordering: .relaxed) > 8 * Int(header.pointee.end)
  }

  /// Counts what a look-up walked over: up to what it found, or, unless the first field of a name counts, all.
  @usableFromInline
  package func noteWalk(over container: UInt32, to found: UInt32?) {
    let takesFirst = unsafe header.context.pointee.duplicateKeys == .firstWins
    let end = takesFirst ? found ?? close(of: container) : close(of: container)
    guard end > container, end &- container > DocumentStorage.fewTokens else { return }
    walked.wrappingAdd(Int(end &- container), ordering: .relaxed)
  }

  /// The value of a key, if the fields of its object are noted, or are to be.
  @usableFromInline
  package func notedField(_ key: String, in object: UInt32) -> NotedChild {
    guard let level = notedLevel(of: object, Byte.openBrace) else { return .unknown }
    guard let value = level.place(ofKey: key).flatMap({ level.value($0) }) else { return .missing }
    return .found(value)
  }

  /// The element at an index, if the elements of its array are noted, or are to be.
  @usableFromInline
  package func notedElement(_ index: Int, of array: UInt32) -> NotedChild {
    guard let level = notedLevel(of: array, Byte.openBracket) else { return .unknown }
    return level.value(index).map { .found($0) } ?? .missing
  }

  private func notedLevel(of container: UInt32, _ bracket: UInt8) -> KeptLevel? {
    defer { withExtendedLifetime(self) {} }
    guard notesChildren, position(container).byte == bracket,
      close(of: container) &- container > DocumentStorage.fewTokens
    else { return nil }
    let level = level(of: container)
    return level.isSound ? level : nil
  }

  /// Where a pointer's steps lead, if the children of all containers on the way are noted.
  func notedChild(at steps: [PathStep], of value: UInt32) -> UInt32? {
    defer { withExtendedLifetime(self) {} }
    guard mayBeLarge, notesChildren else { return nil }
    var here = value
    for step in steps {
      let child: NotedChild
      if position(here).byte == Byte.openBrace {
        child = notedField(step.key, in: here)
      } else if let index = step.index {
        child = notedElement(index, of: here)
      } else {
        return nil
      }
      guard case .found(let token) = child else { return nil }
      here = token
    }
    return here
  }
}
