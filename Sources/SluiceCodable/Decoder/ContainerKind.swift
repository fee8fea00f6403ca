import Sluice

/// What a session knows about a type of keys: their names, and containers that wait for an object.
///
/// Names are kept for an enumeration, so that a lookup makes no string: each case's is asked for once. A key of at most
/// one byte tells its case. Other keys are asked for their `stringValue` each time.
///
/// A pointer, because cells lead to it. Its table frees it.
@safe
struct ContainerKind {
  @safe
  struct KindState {
    /// A ``ContainerCopier`` of the container's type.
    let copier: Unmanaged<AnyObject>
    let keyType: any CodingKey.Type
    /// Whether a key is a byte, and not nothing.
    let hasByte: Bool
    /// Whether the names of keys are kept; nil before the first.
    var keepsNames: Bool?
    /// The names of keys by number, and the bits of the numbers that have one.
    let names: UnsafeMutablePointer<KeyName>
    var known: UInt64 = 0
    var idle: ContainerCell?
    /// Whether other keys were looked for after the last.
    var asksAfterLast = false
  }

  private let state: UnsafeMutablePointer<KindState>

  init<Key: CodingKey>(_ type: Key.Type) {
    let mayKeepNames = MemoryLayout<Key>.size <= 1 && _isPOD(type)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: KindState(
        copier: .passRetained(ContainerCopier<KeyedDecodingContainer<Key>>()),
        keyType: type, hasByte: MemoryLayout<Key>.size > 0, keepsNames: mayKeepNames ? nil : false,
        names: .allocate(capacity: mayKeepNames ? UInt64.bitWidth : 0)))
  }

  /// Its last use.
  func free() {
    for number in 0..<UInt64.bitWidth where isKnown(number) {
      unsafe state.pointee.names[number].free()
    }
    unsafe state.pointee.names.deallocate()
    unsafe state.pointee.copier.release()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  func isSame(as other: ContainerKind) -> Bool { unsafe state == other.state }

  @inline(__always)
  var copier: Unmanaged<AnyObject> { unsafe state.pointee.copier }
  @inline(__always)
  var idle: ContainerCell? {
    get { unsafe state.pointee.idle }
    nonmutating set { unsafe state.pointee.idle = newValue }
  }

  @inline(__always)
  private func isKnown(_ number: Int) -> Bool {
    unsafe state.pointee.known &>> UInt64(truncatingIfNeeded: number) & 1 != 0
  }

  /// Whether the type asks for no key after this one.
  @inline(__always)
  func isLast(_ name: UnsafePointer<KeyName>) -> Bool {
    unsafe !state.pointee.asksAfterLast
      && state.pointee.known &>> UInt64(truncatingIfNeeded: number(of: name)) == 1
  }

  /// Notes that a key was looked for after the last.
  func noteLater() { unsafe state.pointee.asksAfterLast = true }

  /// The kept name of a key, or nil.
  @inline(__always)
  func name<Key: CodingKey>(of key: Key) -> UnsafePointer<KeyName>? {
    let known = unsafe state.pointee.known
    guard known != 0 else { return nil }
    let number = unsafe state.pointee.hasByte ? UInt64(unsafeBitCast(key, to: UInt8.self)) : 0
    guard known >> number & 1 != 0 else { return nil }
    return unsafe UnsafePointer(state.pointee.names + Int(truncatingIfNeeded: number))
  }

  /// The number of a kept name.
  @inline(__always)
  func number(of name: UnsafePointer<KeyName>) -> Int {
    unsafe name - UnsafePointer(state.pointee.names)
  }

  /// The key of a number.
  func key(_ number: Int) -> any CodingKey {
    ContainerKind.key(unsafe state.pointee.keyType, UInt8(truncatingIfNeeded: number))
  }

  /// Sound because the byte was read from a value of the type, which is trivial.
  private static func key<Key: CodingKey>(_ type: Key.Type, _ byte: UInt8) -> any CodingKey {
    unsafe withUnsafeBytes(of: byte) { unsafe $0.loadUnaligned(as: Key.self) }
  }

  /// Keeps the name of a key, which is asked for once. Nil if the type's keys have no names here.
  ///
  /// A type's own mirror and `stringValue` may decode something, so they come before the names are changed.
  @inline(never)
  func add<Key: CodingKey>(_ key: Key) -> UnsafePointer<KeyName>? {
    if unsafe state.pointee.keepsNames == nil {
      let isEnum = Mirror(reflecting: key).displayStyle == .enum
      unsafe state.pointee.keepsNames = isEnum
    }
    guard unsafe state.pointee.keepsNames == true else { return nil }
    let number = unsafe state.pointee.hasByte ? Int(unsafeBitCast(key, to: UInt8.self)) : 0
    guard number < UInt64.bitWidth else { return nil }
    let text = key.stringValue
    let names = unsafe state.pointee.names
    if !isKnown(number) {
      var name = KeyName(keeping: text, number)
      for other in 0..<UInt64.bitWidth where unsafe isKnown(other) && names[other].equals(text) {
        name.bit = unsafe names[other].bit
      }
      unsafe (names + number).initialize(to: name)
      unsafe state.pointee.known |= 1 &<< UInt64(number)
    }
    return unsafe UnsafePointer(names + number)
  }
}
