import Sluice

/// A nested container, or a decoder of a superclass: a step of a coding path that no running `init(from:)` stands for.
final class PathNode {
  let parent: PathNode?
  let key: any CodingKey
  /// The value whose `init(from:)` made the outermost of these steps.
  let anchor: UInt32

  init(parent: PathNode?, key: any CodingKey, anchor: UInt32) {
    self.parent = parent
    self.key = key
    self.anchor = parent?.anchor ?? anchor
  }

  /// The steps, the outermost first.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var node: PathNode? = self
    while let step = node {
      keys.append(step.key)
      node = step.parent
    }
    return keys.reversed()
  }
}
