import Sluice
import SluiceDecoding

extension EncodingBranch {
  /// Sound because makers of keys are never freed.
  @safe
  struct WrittenLevel {
    enum Kind: UInt8 { case nothing, scalar, object, array }

    /// The encoder of the value has this number.
    var number: UInt32 = 0
    /// Its containers have this one, which changes when what they wrote is taken back.
    var contents: UInt32 = 0
    var kind = Kind.nothing
    var count = 0
    /// Where its text begins, and its first field in the list.
    var start = 0
    var firstField = 0
    var names = NameFilter()
    /// Where its keys are, once there are many.
    var keys: KeyPlaces?
    /// Where the value is in what surrounds it: an index, or, if that is negative, a key.
    var index = -1
    /// What makes the key of `keyByte`; nil: the key is `key`.
    var keyMaker: Unmanaged<KeyMaker>?
    var keyByte: UInt8 = 0
    var key: (any CodingKey)?

    /// The key or index in the coding path.
    var step: any CodingKey {
      if index >= 0 { return DocumentKey(index: index) }
      if let keyMaker = unsafe keyMaker {
        return unsafe keyMaker._withUnsafeGuaranteedRef { $0.key(keyByte) }
      }
      return key ?? DocumentKey(index: index)
    }
    /// The place of the container that the value was lent; negative: none.
    var lentPlace = -1
  }
}
