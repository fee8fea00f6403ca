/// A public function, initialiser or subscript, as it is declared.
struct EntryPoint: CustomStringConvertible {
  struct Parameter {
    let label: String
    let type: String
  }

  /// The types that it is in, from the outermost on, or nothing.
  let owner: String
  let name: String
  let generics: String
  let parameters: [Parameter]

  /// A declaration from its keyword on, to the end of its parameters.
  static func signature(_ lines: some Sequence<Substring>) -> String {
    var signature = ""
    var (depth, isOpened) = (0, false)
    for line in lines {
      for character in line {
        signature.append(character)
        if character == "(" { (depth, isOpened) = (depth + 1, true) }
        if character == ")" { depth -= 1 }
        if isOpened, depth == 0 { return signature }
      }
      signature.append(" ")
    }
    return signature
  }

  init(owner: String, signature: String) {
    self.owner = owner
    // What ends a generic clause is not what points at a result.
    var text = signature.replacing("->", with: "→")[...]
    let isFunction = text.hasPrefix("func ")
    if isFunction { text = text.dropFirst(5) }
    let isNamed = text.first.map { $0.isLetter || $0 == "_" } ?? false
    let name = text.prefix {
      isNamed ? $0.isLetter || $0.isNumber || $0 == "_" || $0 == "?" : $0 != " " && $0 != "("
    }
    text = text.dropFirst(name.count)
    let generics = Self.parts(text.prefix { $0 != "(" }, at: "(").first ?? ""
    self.name = String(name).replacing("→", with: "->")
    self.generics = generics.trimmingSpaces
    let hasLabels = isNamed && name != "subscript"
    let list = text.dropFirst(generics.count + 1).dropLast()
    parameters = Self.parts(list, at: ",").filter { !$0.trimmingSpaces.isEmpty }.map { parameter in
      let halves = Self.parts(Self.parts(parameter, at: "=")[0], at: ":")
      let names = halves[0].split(separator: " ").filter { !$0.hasPrefix("@") }
      let type = halves.dropFirst().joined(separator: ":").split(separator: " ").filter {
        !$0.hasPrefix("@") && !["inout", "borrowing", "consuming", "sending"].contains($0)
      }
      return Parameter(
        label: names.count == 1 && !hasLabels ? "_" : String(names.first ?? "_"),
        type: type.joined(separator: " ").replacing("→", with: "->").replacing("( ", with: "(")
          .replacing(" )", with: ")"))
    }
  }

  /// The declaration as the list has it, without its generic clause and what it returns.
  var description: String {
    let parameters = parameters.map { "\($0.label): \($0.type)" }.joined(separator: ", ")
    return (owner.isEmpty ? "" : owner + ".") + "\(name)(\(parameters))"
  }

  /// What stands between separators that are in no brackets.
  private static func parts(_ text: Substring, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var (depth, start) = (0, text.startIndex)
    for index in text.indices {
      switch text[index] {
      case separator where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      case "(", "[", "{", "<": depth += 1
      case ")", "]", "}", ">": depth -= 1
      default: break
      }
    }
    return parts + [text[start...]]
  }

  /// Whether it takes text or a collection.
  var takesMuch: Bool {
    let outermost = owner.split(separator: ".").first.map(String.init) ?? ""
    if EntryPointScanner.holders.contains(outermost) { return true }
    let clauses = generics.dropFirst().dropLast().split(separator: ",")
    // Generic types without a bound, or with one that says that they may be collections.
    let generic = clauses.map { $0.split(separator: ":").map { $0.trimmingSpaces } }
      .filter { $0.count == 1 || $0[1].contains("Encodable") || $0[1].contains("Sequence") }
      .map { $0[0] }
    return parameters.contains { parameter in
      guard !parameter.type.contains("->") else { return false }
      return parameter.type.contains("[") || parameter.type.hasSuffix("...")
        || parameter.type.split { !$0.isLetter && !$0.isNumber }.contains {
          EntryPointScanner.growing.contains(String($0)) || generic.contains(String($0))
        } && !parameter.type.hasSuffix(".Type")
    }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
