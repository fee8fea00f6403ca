import SluiceSystem

/// Makes keys of a type from their bytes, for coding paths, which only errors ask for: to keep a key itself costs as much
/// as writing a number.
///
/// Sound because makers are never freed, and a maker is asked only for keys of its type, which are one byte or none
/// and have no references.
class KeyMaker: @unchecked Sendable {
  func key(_ byte: UInt8) -> any CodingKey { preconditionFailure("each type has its own maker") }

  private static let known = LockedValue<[ObjectIdentifier: KeyMaker]>([:])

  /// The maker of a type; nil for one whose keys are more than a byte.
  static func of(_ type: any CodingKey.Type) -> Unmanaged<KeyMaker>? {
    func make<Key: CodingKey>(_ type: Key.Type) -> Unmanaged<KeyMaker>? {
      guard _isPOD(type), MemoryLayout<Key>.size <= 1 else { return nil }
      return unsafe known.withLock { known in
        let maker = known[ObjectIdentifier(type)] ?? KeyMakerOf<Key>()
        known[ObjectIdentifier(type)] = maker
        return unsafe .passUnretained(maker)
      }
    }
    return unsafe make(type)
  }
}

private final class KeyMakerOf<Key: CodingKey>: KeyMaker, @unchecked Sendable {
  override func key(_ byte: UInt8) -> any CodingKey {
    unsafe withUnsafePointer(to: byte) {
      unsafe UnsafeRawPointer($0).assumingMemoryBound(to: Key.self).pointee
    }
  }
}
