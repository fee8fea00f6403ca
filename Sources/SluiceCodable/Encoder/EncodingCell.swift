/// The object that a keyed container of an encoder writes to.
///
/// The standard library's box holds the container, the container its cell, and a cell that is lent again holds the box:
/// ``EncodingContainers`` ends that circle.
///
/// Sound because `keeper` keeps the branch alive.
@safe
final class EncodingCell {
  @safe @exclusivity(unchecked) private(set) var branch: Unmanaged<EncodingBranch>
  @safe @exclusivity(unchecked) private(set) var depth = 0
  /// The number of its level's contents.
  @safe @exclusivity(unchecked) private(set) var number: UInt32 = 0
  /// Whether the value is something other than an object already.
  @safe @exclusivity(unchecked) private(set) var isRefused = false
  @safe @exclusivity(unchecked) private var keeper: EncodingBranch?

  /// The standard library's box, if the cell is lent again.
  @safe @exclusivity(unchecked) var box: AnyObject?
  /// The next idle cell for keys of the same type.
  @safe @exclusivity(unchecked) var next: Unmanaged<EncodingCell>?
  @safe @exclusivity(unchecked) var isIdle = false
  /// Where the cell is listed in the encoding that it is lent in.
  @safe @exclusivity(unchecked) var place = -1
  let keyType: ObjectIdentifier
  /// Makes keys of their bits; nil for keys that are more than a byte.
  let keyMaker: Unmanaged<KeyMaker>?

  init(
    _ value: ValueEncoder, _ contents: UInt32, isRefused: Bool, _ keyType: any CodingKey.Type
  ) {
    self.keyType = ObjectIdentifier(keyType)
    unsafe keyMaker = KeyMaker.of(keyType)
    branch = unsafe .passUnretained(value.branch)
    keeper = value.branch
    depth = value.depth
    number = contents
    self.isRefused = isRefused
  }

  /// The branch, for as long as its caller needs it.
  var keptBranch: EncodingBranch { unsafe branch.takeUnretainedValue() }

  /// Whether the cell keeps a branch alive.
  @inline(__always)
  var isKept: Bool { keeper != nil }

  /// Whether the cell alone holds the container.
  @inline(__always)
  var isFree: Bool { isKnownUniquelyReferenced(&box) }

  /// Points the cell at another object.
  @inline(__always)
  func begin(_ value: ValueEncoder, _ contents: UInt32, isRefused: Bool) {
    depth = value.depth
    number = contents
    self.isRefused = isRefused
    if unsafe keeper == nil
      || branch.toOpaque() != Unmanaged.passUnretained(value.branch).toOpaque()
    {
      keep(value.branch)
    }
  }

  @inline(never)
  private func keep(_ branch: EncodingBranch) {
    self.branch = unsafe .passUnretained(branch)
    keeper = branch
  }

  /// Lets go of the branch, which nothing may ask for until the cell begins again.
  func release() { keeper = nil }
}
