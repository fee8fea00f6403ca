/// The words of the command line.
enum Words {
  /// The words without the tool's name. Throws for a word that is not UTF-8. Swift's own list repairs such
  /// a word, and a repaired name could mean another file, which an import would make.
  static func ofCommandLine() throws(UsageError) -> [String] {
    var words: [String] = []
    for i in 1..<max(Int(CommandLine.argc), 1) {
      guard let word = unsafe CommandLine.unsafeArgv[i] else { break }
      guard let text = unsafe String(validatingCString: word) else {
        throw UsageError(
          unsafe "argument \(i) is not UTF-8: \"\(String(cString: word))\"; rename the file, or give what is"
            + " in it as standard input")
      }
      words.append(text)
    }
    return words
  }
}
