import SluiceImport
import SluiceSystem

/// A command's words, separated into flags with their values, and operands.
///
/// `--name value` and `--name=value` are the same. After `--` all words are operands; `-` alone is one,
/// too.
struct ParsedArguments {
  private(set) var operands: [String] = []
  /// The flags with their values, in the order in which they are given.
  private(set) var flagsInOrder: [(name: String, value: String)] = []
  private var values: [String: [String]] = [:]
  /// The second values of flags that take a pair.
  private var seconds: [String: [String]] = [:]
  let command: any Command.Type

  init(_ words: [String], of command: any Command.Type) throws(UsageError) {
    self.command = command
    var next = 0
    while next < words.count {
      let word = words[next]
      next += 1
      if word == "--" {
        operands.append(contentsOf: words[next...])
        break
      }
      guard word.starts(withText: "-"), word != "-" else {
        operands.append(word)
        continue
      }
      let halves = word.halves(at: "=")
      let name = halves.map { String($0.head) } ?? word
      guard let flag = command.flags.first(where: { $0.name == name }) else {
        let known = command.flags.map(\.name) + ["--help"]
        throw UsageError(
          "sluice \(command.name) has no flag \(name)"
            + "\(Nearest.suggestion(for: name, among: known)); see sluice \(command.name) --help")
      }
      var value = ""
      if let placeholder = flag.value {
        if let halves {
          value = String(halves.rest)
        } else if next < words.count {
          value = words[next]
          next += 1
        } else {
          throw UsageError("\(name) needs a value: \(name) \(placeholder)")
        }
        if flag.takesPair {
          guard next < words.count else {
            throw UsageError("\(name) needs two values: \(name) \(placeholder)")
          }
          seconds[name, default: []].append(words[next])
          next += 1
        }
      } else if halves != nil {
        throw UsageError("\(name) takes no value")
      }
      guard flag.repeats || values[name] == nil else {
        throw UsageError("\(name) is given twice")
      }
      values[name, default: []].append(value)
      flagsInOrder.append((name, value))
    }
  }

  /// Whether `--help` is among the words, and isn't a flag's value.
  static func askForHelp(_ words: [String], flags: [Flag]) -> Bool {
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if word == "--" {
        return false
      } else if word == "--help" || word == "-h" {
        return true
      } else {
        isValue = flags.contains { $0.name == word && $0.value != nil }
      }
    }
    return false
  }

  func has(_ flag: String) -> Bool { values[flag] != nil }

  func value(_ flag: String) -> String? { values[flag]?.first }

  func allValues(_ flag: String) -> [String] { values[flag] ?? [] }

  /// The values of a flag that takes two words.
  func pairs(_ flag: String) -> [(String, String)] {
    Array(zip(values[flag] ?? [], seconds[flag] ?? []))
  }

  func required(_ flag: String) throws(UsageError) -> String {
    if let value = value(flag), !value.isEmpty { return value }
    throw UsageError(
      "sluice \(command.name) needs \(flag): sluice \(command.name) \(command.synopsis)")
  }

  /// The only operand.
  func operand(_ name: String) throws(UsageError) -> String {
    if operands.count == 1 { return operands[0] }
    throw UsageError(
      operands.isEmpty
        ? "sluice \(command.name) needs \(name): sluice \(command.name) \(command.synopsis)"
        : "sluice \(command.name) takes one \(name), found also \"\(operands[1])\"")
  }

  func noOperands() throws(UsageError) {
    guard let first = operands.first else { return }
    throw UsageError("sluice \(command.name) takes flags only, found \"\(first)\"")
  }

  /// One or more operands.
  func someOperands(_ name: String) throws(UsageError) -> [String] {
    if !operands.isEmpty { return operands }
    throw UsageError(
      "sluice \(command.name) needs \(name): sluice \(command.name) \(command.synopsis)")
  }

  /// A whole number in a range; K, M and G multiply by powers of 1024.
  func number(_ flag: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(flag) else { return nil }
    let shift =
      switch text.last {
      case "K", "k": 10
      case "M", "m": 20
      case "G", "g": 30
      default: 0
      }
    let digits = shift == 0 ? text : String(text.dropLast())
    guard let number = Int(digits),
      case let scaled = number.multipliedReportingOverflow(by: 1 << shift),
      !scaled.overflow, range.contains(scaled.partialValue)
    else {
      throw UsageError(
        "\(flag) takes a number from \(range.lowerBound) to \(range.upperBound), found \"\(text)\"")
    }
    return scaled.partialValue
  }

  /// A word from a list.
  func choice(_ flag: String, among words: [String]) throws(UsageError) -> String {
    let text = value(flag) ?? ""
    if words.contains(text) { return text }
    throw UsageError(
      "\(flag) takes \(Self.alternatives(words)), found \"\(text)\""
        + Nearest.suggestion(for: text, among: words))
  }

  /// A word from an enumeration; nil when the flag is not given.
  func choice<T: RawRepresentable & CaseIterable>(
    _ flag: String, as type: T.Type
  ) throws(UsageError) -> T? where T.RawValue == String {
    guard has(flag) else { return nil }
    return T(rawValue: try choice(flag, among: T.allCases.map(\.rawValue)))
  }

  /// `append, replace or upsert`.
  private static func alternatives(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
