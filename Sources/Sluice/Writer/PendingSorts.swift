/// Objects that have ended, and whose fields are to be sorted once the outermost object ends.
///
/// To sort an object moves its text. If each object did so when it ends, the text in deep nesting would move once for each
/// level. Sorting changes no length, so that the places of all objects stay as they were written, and one pass over the text
/// sorts them all. Small objects are sorted at once: then there is nothing to keep.
package struct PendingSorts {
  struct Object {
    let start: Int
    let end: Int
    /// The fields in their order, without what separates them.
    let fields: [Range<Int>]
    /// The bytes between two fields.
    let separator: Range<Int>
  }

  /// The most bytes of an object that is sorted at once.
  static let mostAtOnce = 512

  private(set) var objects: [Object] = []

  package init() {}

  package var isEmpty: Bool { objects.isEmpty }

  mutating func append(_ object: Object) { objects.append(object) }

  /// Forgets the objects that begin at a place in the output or after it.
  package mutating func truncate(before place: Int) {
    while let last = objects.last, last.start >= place { objects.removeLast() }
  }

  /// The objects in the order of the text, outer ones before those in them.
  mutating func takeInOrder() -> [Object] {
    defer { objects = [] }
    return objects.sorted { $0.start < $1.start }
  }
}

extension OutputBuffer {
  /// Sorts what is pending. O(n log n), and a copy of the text from the first of the objects on. Takes no stack for their
  /// nesting.
  package mutating func make(_ pending: inout PendingSorts) {
    let objects = pending.takeInOrder()
    guard let first = objects.first else { return }
    var sorted = OutputBuffer()
    // The rest of the text to write, the next last. Each begins with a bracket or a key, before the objects in it.
    let start = first.start - 1
    var open = [start..<count]
    while let range = open.popLast() {
      let next = objects.first(after: range.lowerBound)
      guard next < objects.count, objects[next].start < range.upperBound else {
        unsafe sorted.append(raw: bytes[range])
        continue
      }
      let object = objects[next]
      unsafe sorted.append(raw: bytes[range.lowerBound..<object.start])
      open.append(object.end..<range.upperBound)
      for (place, field) in object.fields.enumerated().reversed() {
        open.append(field)
        if place > 0 { open.append(object.separator) }
      }
    }
    truncate(to: start)
    unsafe append(raw: sorted.bytes[...])
  }
}

extension [PendingSorts.Object] {
  /// The first object that begins after a place.
  fileprivate func first(after place: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].start > place { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
