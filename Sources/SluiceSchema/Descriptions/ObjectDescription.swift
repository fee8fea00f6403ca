import Sluice

/// Builds an object's JSON Schema from its properties: key paths become nested objects, indexes
/// become elements of arrays.
struct ObjectDescription {
  private final class Node {
    var own: JSON?
    var isRequired = false
    var children: [(step: FieldPath.Step, node: Node)] = []
    private var places: [Step: Int] = [:]

    private struct Step: Hashable {
      let key: ByteName?
      let index: Int?
    }

    func child(_ step: FieldPath.Step) -> Node {
      let key = Step(key: step.key.map { ByteName($0) }, index: step.index)
      if let place = places[key] { return children[place].node }
      places[key] = children.count
      let made = Node()
      children.append((step, made))
      return made
    }
  }

  private let root = Node()

  mutating func add(_ name: PropertyName, isRequired: Bool, _ description: JSON) {
    var node = root
    for step in name.path.steps {
      node = node.child(step)
      // Each step on the way to a required property is required.
      if isRequired { node.isRequired = true }
    }
    let taken = isRequired ? description : description.orNull
    if let known = node.own, known != taken {
      node.own = ["allOf": [known, taken]]
    } else {
      node.own = taken
    }
  }

  var json: JSON { ObjectDescription.json(root) }

  private static func json(_ node: Node) -> JSON {
    guard !node.children.isEmpty || node.own == nil else { return node.own ?? true }
    let isArray = node.children.contains { $0.step.index != nil }
    let inside = isArray ? elements(node) : fields(node)
    guard let own = node.own else { return inside }
    return ["allOf": [own, inside]]
  }

  private static func fields(_ node: Node) -> JSON {
    var properties = JSONObject()
    var required: [JSON] = []
    for (step, child) in node.children {
      let key = step.key ?? ""
      properties[key] = nullableUnlessRequired(child)
      if child.isRequired { required.append(.string(key)) }
    }
    var object: JSONObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { object["required"] = .array(required) }
    return .object(object)
  }

  private static func elements(_ node: Node) -> JSON {
    let indexed = node.children.compactMap { step, child in step.index.map { ($0, child) } }
    let count = min((indexed.map(\.0).max() ?? -1) &+ 1, 64)
    let least = indexed.filter(\.1.isRequired).map { $0.0 &+ 1 }.max()
    let items = (0..<count).map { index in
      indexed.first { $0.0 == index }.map { nullableUnlessRequired($0.1) } ?? true
    }
    var object: JSONObject = ["type": "array", "prefixItems": .array(items)]
    if let least { object["minItems"] = JSON(least) }
    return .object(object)
  }

  private static func nullableUnlessRequired(_ node: Node) -> JSON {
    node.isRequired ? json(node) : json(node).orNull
  }
}
