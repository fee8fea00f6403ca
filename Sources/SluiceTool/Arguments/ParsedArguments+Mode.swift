import SluiceImport

extension ParsedArguments {
  /// What `--mode` and `--key` say.
  func writeMode() throws(UsageError) -> WriteMode {
    let key = value("--key").map { $0.split(separator: ",").map(String.init) }
    let mode = value("--mode") ?? "append"
    guard mode == "upsert" || key == nil else {
      throw UsageError("--key is for --mode upsert, found --mode \(mode)")
    }
    switch mode {
    case "append": return .append
    case "replace": return .replace
    case "upsert":
      guard let key, !key.isEmpty else {
        throw UsageError("--mode upsert needs --key: the columns that tell rows apart")
      }
      return .upsert(key: key)
    default:
      throw UsageError("--mode takes append, replace or upsert, found \"\(mode)\"")
    }
  }
}
