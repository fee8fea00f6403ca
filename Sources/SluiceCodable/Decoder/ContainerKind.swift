import Sluice

/// What a session knows about a type of keys: the names of its cases, and containers that wait for an object.
///
/// A pointer, because cells lead to it. Its table frees it.
@safe
struct ContainerKind {
  @safe
  struct State {
    /// A ``ContainerCopier`` of the container's type.
    let copier: Unmanaged<AnyObject>
    let keyType: any CodingKey.Type
    /// Whether a key is a byte, and not nothing.
    let hasByte: Bool
    /// Whether the names of keys are kept; nil before the first.
    var keepsNames: Bool?
    var names: UnsafeMutablePointer<KeyNames.Name>
    var capacity = 0
    var idle: ContainerCell?
    /// The number of the last key with a name.
    var lastNumber = -1
    /// Whether other keys were looked for after the last.
    var asksAfterLast = false
  }

  private let state: UnsafeMutablePointer<State>

  init<Key: CodingKey>(_ type: Key.Type) {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(
        copier: .passRetained(ContainerCopier<KeyedDecodingContainer<Key>>()),
        keyType: type, hasByte: MemoryLayout<Key>.size > 0,
        keepsNames: MemoryLayout<Key>.size <= 1 && _isPOD(type) ? nil : false,
        names: .allocate(capacity: 1)))
  }

  /// Its last use.
  func free() {
    for number in unsafe 0..<state.pointee.capacity { unsafe names[number].bytes?.deallocate() }
    unsafe names.deallocate()
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

  /// Whether the type asks for no key after this one.
  @inline(__always)
  func isLast(_ name: UnsafePointer<KeyNames.Name>) -> Bool {
    let number = unsafe name - UnsafePointer(names)
    return unsafe number >= state.pointee.lastNumber && !state.pointee.asksAfterLast
  }
  @inline(__always)
  var asksAfterLast: Bool {
    get { unsafe state.pointee.asksAfterLast }
    nonmutating set { unsafe state.pointee.asksAfterLast = newValue }
  }

  /// The names of keys, by number.
  @inline(__always)
  var names: UnsafeMutablePointer<KeyNames.Name> { unsafe state.pointee.names }

  /// The number of a key whose name is kept, or -1.
  @inline(__always)
  func number<Key: CodingKey>(of key: Key) -> Int {
    let capacity = unsafe state.pointee.capacity
    guard capacity > 0 else { return -1 }
    let number = byte(of: key)
    return unsafe number < capacity && names[number].bytes != nil ? number : -1
  }

  /// The key of a number.
  func key(_ number: Int) -> any CodingKey {
    ContainerKind.key(unsafe state.pointee.keyType, UInt8(truncatingIfNeeded: number))
  }

  /// Sound because the byte was read from a value of the type, which is trivial.
  private static func key<Key: CodingKey>(_ type: Key.Type, _ byte: UInt8) -> any CodingKey {
    unsafe withUnsafeBytes(of: byte) { unsafe $0.loadUnaligned(as: Key.self) }
  }

  /// The byte of a key that has names, the number of its case.
  @inline(__always)
  private func byte<Key: CodingKey>(of key: Key) -> Int {
    guard unsafe state.pointee.hasByte else { return 0 }
    return Int(unsafe unsafeBitCast(key, to: UInt8.self))
  }

  /// Keeps the name of a key, which is asked for once. -1 if the type's keys have no names here.
  ///
  /// A type's own mirror and `stringValue` may decode something, so they come before the names are changed.
  @inline(never)
  func add<Key: CodingKey>(_ key: Key) -> Int {
    if unsafe state.pointee.keepsNames == nil {
      let isEnum = Mirror(reflecting: key).displayStyle == .enum
      unsafe state.pointee.keepsNames = isEnum
    }
    guard unsafe state.pointee.keepsNames == true else { return -1 }
    let number = byte(of: key)
    guard number < KeyNames.limit else { return -1 }
    let text = key.stringValue
    if unsafe number >= state.pointee.capacity { grow() }
    if unsafe names[number].bytes == nil {
      var name = KeyNames.make(text, number)
      for other in unsafe 0..<state.pointee.capacity where unsafe name.hasText(of: names[other]) {
        name.bit = unsafe names[other].bit
      }
      unsafe names[number] = name
      unsafe state.pointee.lastNumber = unsafe max(state.pointee.lastNumber, number)
    }
    return number
  }

  private func grow() {
    let capacity = unsafe state.pointee.capacity
    let larger = UnsafeMutablePointer<KeyNames.Name>.allocate(capacity: KeyNames.limit)
    unsafe larger.moveInitialize(from: names, count: capacity)
    unsafe (larger + capacity).initialize(
      repeating: KeyNames.Name(), count: KeyNames.limit - capacity)
    unsafe names.deallocate()
    unsafe state.pointee.names = unsafe larger
    unsafe state.pointee.capacity = KeyNames.limit
  }
}
