/// The children of an `ArrowArray` or an `ArrowSchema`.
///
/// Sound because it owns the list and the memory of each child, and releases those that were not moved to
/// another owner: their release callback is gone then.
@safe
struct ExportedChildren<Child>: ~Copyable {
  let count: Int
  private let start: UnsafeMutablePointer<UnsafeMutablePointer<Child>?>
  private let release: (UnsafeMutablePointer<Child>) -> Void

  /// `release` calls a child's release callback, if it still has one.
  init(_ count: Int, _ empty: Child, _ release: @escaping (UnsafeMutablePointer<Child>) -> Void) {
    self.count = count
    unsafe self.release = unsafe release
    unsafe start = .allocate(capacity: max(count, 1))
    for number in 0..<count {
      let child = UnsafeMutablePointer<Child>.allocate(capacity: 1)
      unsafe child.initialize(to: empty)
      unsafe (start + number).initialize(to: child)
    }
  }

  deinit {
    for number in 0..<count {
      guard let child = unsafe start[number] else { continue }
      unsafe release(child)
      unsafe child.deallocate()
    }
    unsafe start.deallocate()
  }

  /// As the C structs have it.
  var list: UnsafeMutablePointer<UnsafeMutablePointer<Child>?>? { unsafe count > 0 ? start : nil }

  /// Where the child with that number is.
  subscript(number: Int) -> UnsafeMutablePointer<Child> {
    guard number >= 0, number < count, let child = unsafe start[number] else {
      preconditionFailure("no such child")
    }
    return unsafe child
  }
}
