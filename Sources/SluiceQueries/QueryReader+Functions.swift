import Sluice

extension QueryReader {
  /// A literal, a query or a function call.
  mutating func argument() throws(JSONError) -> QueryArgument {
    switch next ?? 0 {
    case UInt8(ascii: "@"), UInt8(ascii: "$"):
      let isRelative = bytes[place] == UInt8(ascii: "@")
      place += 1
      return .path(QueryPath(isRelative: isRelative, segments: try segments()))
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.string(try quoted()))
    case UInt8(ascii: "-"), 0x30...0x39: return .literal(try number())
    case 0x61...0x7A: return try word()
    default:
      throw unexpected("'@', '$', a literal, a function or '('")
    }
  }

  /// `true`, `false`, `null`, or a function call.
  private mutating func word() throws(JSONError) -> QueryArgument {
    let start = place
    while let next,
      (0x61...0x7A).contains(next) || next == UInt8(ascii: "_") || QueryReader.isDigit(next)
    {
      place += 1
    }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    guard consume("(") else {
      switch word {
      case "true": return .literal(.bool(true))
      case "false": return .literal(.bool(false))
      case "null": return .literal(.null)
      case "length", "count", "value", "match", "search":
        throw unexpected("'(' after \(word)")
      default:
        place = start
        throw unexpected("true, false, null or a function", "strings need quotes: '\(word)'")
      }
    }
    try enter()
    let call = try call(word, at: start)
    leave()
    return call
  }

  /// The arguments of a function, and what it is with them.
  private mutating func call(_ name: String, at start: Int) throws(JSONError) -> QueryArgument {
    let parameters =
      switch name {
      case "length", "count", "value": 1
      case "match", "search": 2
      default:
        throw fault(
          "expected length, count, value, match or search at character \(character(at: start)),"
            + " found \(name)", at: start)
      }
    var arguments: [(argument: QueryArgument, place: Int)] = []
    skipBlanks()
    if next != UInt8(ascii: ")") {
      repeat {
        skipBlanks()
        let place = place
        arguments.append((try argument(), place))
        skipBlanks()
      } while consume(",")
    }
    guard consume(")") else { throw unexpected("',' or ')'") }
    guard arguments.count == parameters else {
      throw fault(
        "expected \(parameters) argument\(parameters == 1 ? "" : "s") for \(name) at character"
          + " \(character(at: start)), found \(arguments.count)", at: start)
    }
    let (first, firstPlace) = arguments[0]
    switch name {
    case "length": return .operand(.length(try operand(first, at: firstPlace)))
    case "count": return .operand(.count(try nodes(first, name, at: firstPlace)))
    case "value": return .operand(.value(try nodes(first, name, at: firstPlace)))
    default:
      let text = try operand(first, at: firstPlace)
      let pattern = try pattern(arguments[1].argument, at: arguments[1].place)
      return .test(.matches(text, pattern, isWhole: name == "match"))
    }
  }

  /// An argument that must be a query.
  private func nodes(
    _ argument: QueryArgument, _ name: String, at start: Int
  ) throws(JSONError) -> QueryPath {
    guard case .path(let path) = argument else {
      throw fault(
        "expected a query such as @.* in \(name)(…) at character \(character(at: start)), found a"
          + " value", at: start)
    }
    return path
  }

  private func pattern(_ argument: QueryArgument, at start: Int) throws(JSONError) -> QueryPattern {
    guard case .literal(.string(let text)) = argument else {
      return .operand(try operand(argument, at: start), LastPattern())
    }
    do throws(LinearPattern.Refusal) {
      return .compiled(try LinearPattern(text))
    } catch {
      switch error {
      case .notConforming: return .compiled(nil)
      case .tooLarge:
        throw fault(
          "expected a pattern of at most \(LinearPattern.mostInstructions) steps at character"
            + " \(character(at: start)), found more; use smaller repetitions", at: start)
      }
    }
  }
}
