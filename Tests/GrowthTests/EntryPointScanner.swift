/// Finds the public functions, initialisers and subscripts in a formatted source that take text or a collection.
///
/// Taking them means one of:
/// - a parameter names a type of `growing`, or is an array, a dictionary or a list of any length; what the functions that are
///   passed take doesn't count, as they are called with what comes from elsewhere;
/// - a parameter's type is a generic one without a bound, or whose bound says that it is encoded, or a type's `Value`: it may
///   be a collection;
/// - it belongs to a type of `holders`, which hold a document or text, so that it may walk that. (Properties don't count.)
///
/// A declaration starts on a line of its own, and what belongs to a type stands deeper than it: `scripts/format` sees to that.
struct EntryPointScanner {
  static let growing: Set<String> = [
    "String", "StringProtocol", "Substring", "ByteName", "Data", "Span", "RawSpan",
    "UnsafeBufferPointer", "UnsafeRawBufferPointer", "PaddedBytes", "Sequence", "Collection",
    "AsyncSequence", "Chunks", "Set", "Any", "JSON", "JSONObject", "JSONArray", "JSONDocument",
    "JSONView", "JSONCursor", "JSONString", "JSONNumber", "LooseJSON", "JSONPatch", "JSONPointer",
    "JSONPath", "JSONKeyPath", "JSONLeafValue", "JSONSource", "JSONFeed", "FeedSource", "ImportRow",
    "ColumnBatch", "TallyResult",
    "Decoder", "Encoder", "Value", "V", "T",
  ]
  static let holders: Set<String> = [
    "String", "Data", "JSON", "JSONObject", "JSONArray", "JSONDocument", "JSONView", "JSONCursor",
    "JSONString", "JSONNumber", "JSONElements", "JSONFields", "JSONMatches", "LooseJSON",
    "PaddedBytes", "JSONEditor", "JSONFeed", "AsyncJSONFeed", "JSONTokenizer", "RejectReplay",
    "ByteChunks", "JSONMembers", "SchemaEntity", "JSONWriter", "Reject", "ReferenceScope",
    "RuleError", "SchemaEncodable", "InferenceReport", "TallyResult", "ColumnBatch", "ColumnStream",
    "ImportJob", "ImportJobFile",
  ]

  private static let modifiers: Set<String> = [
    "public", "open", "package", "internal", "private", "fileprivate", "final", "static",
    "mutating", "nonmutating", "borrowing", "consuming", "indirect", "nonisolated", "convenience",
    "required", "override", "prefix", "postfix",
  ]
  private static let types: Set<String> = [
    "extension", "struct", "class", "enum", "protocol", "actor",
  ]

  /// A type, or an extension of one, that a line may be in.
  private struct Scope {
    let indentation: Int
    let name: String
    let isPublicExtension: Bool
  }

  static func entryPoints(in text: String) -> [EntryPoint] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var scopes: [Scope] = []
    var found: [EntryPoint] = []
    for (number, line) in lines.enumerated() {
      let words = line.split(separator: " ")
      let before = words.prefix { $0.hasPrefix("@") || modifiers.contains(String($0)) }
      guard before.count < words.count else { continue }
      let keyword = words[before.count].prefix { $0.isLetter }
      let isType = types.contains(String(keyword))
      guard isType || ["func", "init", "subscript"].contains(keyword) else { continue }
      let indentation = line.prefix { $0 == " " }.count
      scopes.removeAll { $0.indentation >= indentation }
      if isType, before.count + 1 < words.count {
        scopes.append(
          Scope(
            indentation: indentation,
            name: String(
              words[before.count + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." }),
            isPublicExtension: keyword == "extension" && before.contains("public")))
      } else if before.contains("public") || before.contains("open")
        || (scopes.last?.isPublicExtension == true
          && before.allSatisfy { !$0.hasSuffix("private") && $0 != "internal" && $0 != "package" }),
        number == 0 || !lines[number - 1].contains("deprecated")
      {
        let declaration = words[before.count...].joined(separator: " ")
        let entryPoint = EntryPoint(
          owner: scopes.map(\.name).joined(separator: "."),
          signature: EntryPoint.signature([declaration[...]] + lines[(number + 1)...]))
        if entryPoint.takesMuch { found.append(entryPoint) }
      }
    }
    return found
  }
}
