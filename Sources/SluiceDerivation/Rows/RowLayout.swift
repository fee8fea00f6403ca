import Sluice
import SluiceDecoding
import SluiceRows

/// The members of a row's type, and the column of each: a tree, whose root is the row.
struct RowLayout: Sendable {
  struct Node: Sendable {
    /// The key as the type spells it.
    let key: String
    let parent: Int
    /// The column that takes the value; -1: only its members have some, or none.
    var column = -1
    /// Whether the column takes the value as JSON.
    var takesJSON = false
    var members = 0..<0
  }

  private(set) var nodes: [Node] = [Node(key: "", parent: -1)]
  /// Whether each member that was recorded has a column, so that one without was not seen.
  let isComplete: Bool

  /// Throws ``DerivationError`` for a column whose path leads to none of the members.
  init(
    of type: any Any.Type, _ row: EncodedMember, _ columns: [ImportColumn], isComplete: Bool
  ) throws(DerivationError) {
    self.isComplete = isComplete
    var wanted: [[String]: Int] = [:]
    for (number, column) in columns.enumerated() {
      guard let path = column.path else { continue }
      guard column.fallbacks.isEmpty else {
        throw DerivationError(
          type, at: "$", "the column \(column.name) has several paths, and a member has one place")
      }
      guard wanted.updateValue(number, forKey: path.steps.map(\.key)) == nil else {
        throw DerivationError(
          type, at: "$", "two columns take \(path): a member has one column")
      }
    }
    add(row, at: 0, [], columns, &wanted)
    if let path = wanted.keys.min(by: { $0.count < $1.count }) {
      throw DerivationError(
        type, at: path.reduce("$") { $0 + PathText.step($1) },
        "the type was not seen to encode this member, or it is a part of one that is JSON; give an"
          + " example in which it has a value, or the column of a member above it")
    }
  }

  private mutating func add(
    _ member: EncodedMember, at place: Int, _ path: [String], _ columns: [ImportColumn],
    _ wanted: inout [[String]: Int]
  ) {
    if let column = wanted.removeValue(forKey: path) {
      nodes[place].column = column
      nodes[place].takesJSON = columns[column].type == .json
    }
    guard case .object = member.form else { return }
    let first = nodes.count
    nodes[place].members = first..<first + member.fields.count
    for field in member.fields { nodes.append(Node(key: field.key, parent: place)) }
    for (number, field) in member.fields.enumerated() {
      add(field.member, at: first + number, path + [field.name], columns, &wanted)
    }
  }

  /// The member of a node with that key. `next`: the one that is probably asked for.
  @inline(__always)
  func member(_ key: String, of node: Int, next: inout Int) -> Int? {
    let members = nodes[node].members
    let guess = members.lowerBound + next
    if guess < members.upperBound, haveSameUTF8(nodes[guess].key, key) {
      next += 1
      return guess
    }
    guard let found = members.first(where: { haveSameUTF8(nodes[$0].key, key) }) else { return nil }
    next = found - members.lowerBound + 1
    return found
  }

  func path(_ node: Int) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var node = node
    while node > 0 {
      keys.append(DocumentKey(stringValue: nodes[node].key))
      node = nodes[node].parent
    }
    return keys.reversed()
  }
}

extension Array where Element == ImportColumn {
  /// The columns of the members that a type encodes.
  init(of type: any Any.Type, _ row: EncodedMember) throws(DerivationError) {
    var columns = MemberColumns(type: type)
    try columns.add(row, [], isRequired: true)
    self = columns.columns
  }
}

private struct MemberColumns {
  let type: any Any.Type
  var columns: [ImportColumn] = []
  private var names = ColumnNames()

  init(type: any Any.Type) { self.type = type }

  mutating func add(
    _ member: EncodedMember, _ path: [String], isRequired: Bool
  ) throws(DerivationError) {
    switch member.form {
    case .object:
      for field in member.fields {
        try add(field.member, path + [field.name], isRequired: isRequired && field.isRequired)
      }
    case .leaf(let type): try add(type, path, isRequired)
    case .json, .nothing: try add(.json, path, isRequired)
    }
  }

  private mutating func add(
    _ column: ColumnType, _ path: [String], _ isRequired: Bool
  ) throws(DerivationError) {
    do throws(ImportError) {
      columns.append(
        try ImportColumn(
          name: names.name(for: path), type: column, keys: path,
          contract: ColumnContract(isRequired: isRequired)))
    } catch {
      throw DerivationError(type, at: path.reduce("$") { $0 + PathText.step($1) }, error.message)
    }
  }
}
