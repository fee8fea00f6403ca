/// A place in a record that a plan reads: the steps from the record's root.
@usableFromInline
package struct FieldPath: Equatable, Sendable {
  /// One step: a key on an object, an index on an array, or (a name that spells an index) either.
  @usableFromInline
  package struct Step: Equatable, Sendable {
    package let key: String?
    package let index: Int?

    package init(key: String?, index: Int?) {
      self.key = key
      self.index = index
    }

    /// Only a key.
    package static func key(_ key: String) -> Step { Step(key: key, index: nil) }
    /// Only an index.
    package static func index(_ index: Int) -> Step { Step(key: nil, index: index) }
    /// A key on an object; if it spells an index, also that element of an array.
    package static func name(_ name: String) -> Step {
      Step(key: name, index: PathStep(key: name).index)
    }

    /// JSON's names are equal if their bytes are; Swift's strings also if they only look the same.
    @usableFromInline
    package static func == (left: Step, right: Step) -> Bool {
      guard left.index == right.index else { return false }
      switch (left.key, right.key) {
      case (nil, nil): return true
      case (let left?, let right?): return left.utf8.elementsEqual(right.utf8)
      default: return false
      }
    }
  }

  package let steps: [Step]

  package init(_ steps: [Step]) { self.steps = steps }
}
