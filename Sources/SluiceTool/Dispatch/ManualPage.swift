/// The manual page, in the macros of man(7), assembled from the commands' own descriptions.
enum ManualPage {
  static var text: String {
    var page = """
      .TH SLUICE 1 "" "sluice \(Tool.version)" "User Commands"
      .SH NAME
      sluice \\- reads JSON feeds, and keeps what you ask for
      .SH SYNOPSIS
      .B sluice
      .I COMMAND
      \\&...
      .SH DESCRIPTION
      FEED and FILE may be \\- for standard input, or a URL: https://..., http://..., s3://bucket/key; and FEED
      may be 's3://bucket/prefix*' or a topic, kafka://BROKER,BROKER/TOPIC. Data goes to standard output, the rest to standard error.
      .SH COMMANDS

      """
    for command in Tool.commands { page += section(command) }
    page += ".SH EXIT STATUS\n"
    for status in ExitStatus.allCases {
      page += ".TP\n.B \(status.rawValue)\n\(escaped(status.meaning)).\n"
    }
    page += """
      .SH ENVIRONMENT
      .TP
      .B NO_COLOR
      disables colours when it is set and not empty; without a terminal there are none, either.
      .TP
      .B PGPASSWORD, PGPASSFILE, PGSERVICE
      and all other variables of libpq, for PostgreSQL targets.
      .TP
      .B AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL_S3
      and other variables of AWS's programs, for s3:// sources; AWS_SKIP_SIGNATURE for public buckets,
      AWS_MAX_ATTEMPTS for all servers.
      .TP
      .B SLUICE_HTTP_HEADERS_FILE, SLUICE_HTTP_HEADERS
      for web servers: a file of headers, or the headers themselves. Each line is the server that gets it, and
      the header: https://HOST Authorization: Bearer TOKEN.
      .TP
      .B CURL_CA_BUNDLE, https_proxy, no_proxy
      for all servers.

      """
    return page
  }

  private static func section(_ command: any Command.Type) -> String {
    var text = ".SS sluice \(command.name)\n"
    text += ".B sluice \(command.name)\n\(escaped(command.synopsis))\n"
    for paragraph in paragraphs(command.discussion) {
      // A table on a terminal becomes a table here.
      let isTable = paragraph.contains { $0.contains("   ") }
      text += isTable ? ".PP\n.nf\n" : ".PP\n"
      for line in paragraph { text += escaped(line) + "\n" }
      if isTable { text += ".fi\n" }
    }
    for flag in command.flags {
      text += ".TP\n.B \(escaped(flag.name))"
      text += (flag.value.map { " \(escaped($0))" } ?? "") + "\n\(escaped(flag.help)).\n"
    }
    text += ".PP\nExample:\n.PP\n.nf\n.RS\n"
    for line in command.example.split(separator: "\n") { text += escaped(String(line)) + "\n" }
    return text + ".RE\n.fi\n"
  }

  private static func paragraphs(_ text: String) -> [[String]] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split { $0.isEmpty }.map { $0.map(String.init) }
  }

  /// Text for roff: a backslash stays one, the first character of a line is not a request, and dashes can
  /// be copied to a shell.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "…": escaped += "..."
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
