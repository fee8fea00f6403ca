/// An array in which insertions and removals next to each other are cheap, wherever they are.
///
/// The room for new elements is where the last insertion or removal was, not at the end as in `Array`, so that only the
/// elements between two such places are moved: n insertions at the start are O(n), where `Array` takes O(n²).
package struct GapBuffer<Element: BitwiseCopyable> {
  /// The elements, with the gap, whose bytes mean nothing, among them.
  private var storage: [Element]
  private var gap: Range<Int>

  package init(_ elements: [Element]) {
    storage = elements
    gap = elements.count..<elements.count
  }

  /// Inserts an element. O(1) amortised next to the last change; elsewhere O(distance from it).
  package mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count, "an element is inserted outside the buffer")
    if gap.isEmpty { grow(by: Swift.max(8, count), with: element) }
    moveGap(to: index)
    storage[index] = element
    gap = index + 1..<gap.upperBound
  }

  package mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count, "an element is removed outside the buffer")
    moveGap(to: index)
    gap = index..<gap.upperBound + 1
  }

  /// Makes a gap at the end, where an empty one may stand too.
  private mutating func grow(by room: Int, with filler: Element) {
    let end = storage.count
    storage.append(contentsOf: repeatElement(filler, count: room))
    gap = end..<end + room
  }

  private mutating func moveGap(to index: Int) {
    while gap.lowerBound > index {
      gap = gap.lowerBound - 1..<gap.upperBound - 1
      storage[gap.upperBound] = storage[gap.lowerBound]
    }
    while gap.lowerBound < index {
      storage[gap.lowerBound] = storage[gap.upperBound]
      gap = gap.lowerBound + 1..<gap.upperBound + 1
    }
  }
}

extension GapBuffer: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { storage.count - gap.count }

  package subscript(index: Int) -> Element {
    get { storage[place(of: index)] }
    set { storage[place(of: index)] = newValue }
  }

  private func place(of index: Int) -> Int {
    precondition(index < endIndex, "an index past the buffer's end")
    return index < gap.lowerBound ? index : index + gap.count
  }
}
