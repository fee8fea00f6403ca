/// The help texts, assembled from the commands' own descriptions.
enum Help {
  static var overview: String {
    var text = """
      sluice \(Tool.version): reads JSON feeds, and keeps what you ask for

      usage: sluice COMMAND …

      """
    let width = Tool.commands.map { $0.name.count }.max() ?? 0
    for command in Tool.commands {
      text += "  \(padded(command.name, to: width))  \(command.summary)\n"
    }
    return text + """

      sluice help COMMAND explains one and shows examples; --version prints the version.
      FEED and FILE may be - for standard input, or a URL: https://…, http://…, s3://bucket/key; and
      FEED may be 's3://bucket/prefix*' or a topic, kafka://BROKER,BROKER/TOPIC. Credentials for S3
      are found where AWS's programs find them (AWS_ACCESS_KEY_ID, AWS_PROFILE, …);
      AWS_ENDPOINT_URL_S3 names another store. SLUICE_HTTP_HEADERS_FILE names a file of headers for
      web servers: lines such as https://HOST Authorization: Bearer TOKEN. CURL_CA_BUNDLE names a file
      of certificates to trust.
      Data goes to standard output, the rest to standard error.

      exit status:
      \(statuses)
      """
  }

  private static var statuses: String {
    ExitStatus.allCases.map { status in
      wrapped(status.meaning, to: 90).enumerated().map { i, line in
        "  \(padded(i == 0 ? "\(status.rawValue)" : "", to: 3))  \(line)\n"
      }.joined()
    }.joined()
  }

  static func text(for command: any Command.Type) -> String {
    var text = "usage: sluice \(command.name) \(command.synopsis)\n\n\(command.discussion)\n"
    let flags = command.flags + [Flag("--help", nil, "print this")]
    let heads = flags.map { flag in flag.name + (flag.value.map { " \($0)" } ?? "") }
    text += "\n"
    let width = min(heads.map(\.count).max() ?? 0, 26)
    for (flag, head) in zip(flags, heads) {
      let lines = wrapped(flag.help, to: 90 - width)
      // A text that is too long for its column gets its own line.
      if head.count > width {
        text += "  \(head)\n"
        text += lines.map { "  \(padded("", to: width))  \($0)\n" }.joined()
        continue
      }
      for (i, line) in lines.enumerated() {
        text += "  \(padded(i == 0 ? head : "", to: width))  \(line)\n"
      }
    }
    text += "\nexample:\n"
    for line in command.example.split(separator: "\n") { text += "  \(line)\n" }
    return text
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
