import Foundation
import TestSupport
import Testing

@Suite("Help, the manual page and completions")
struct HelpTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func has(_ program: String) throws -> Bool {
    try BuiltTool.shell("command -v \(program) > /dev/null", in: folder).status == 0
  }

  @Test("explain exit statuses, and the flags of each command")
  func overview() throws {
    let overview = try BuiltTool.run(["help"], in: folder)
    #expect(overview.status == 0 && overview.errors.isEmpty)
    for status in ["0", "1", "2", "3", "4", "5", "6", "130"] {
      #expect(overview.output.contains(try Regex("(?m)^  \(status) +\\w")), "\(status)")
    }
    let wrong = try BuiltTool.run(["help", "imprt"], in: folder)
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean import?"))
  }

  @Test("the manual page has every command, flag and exit status, and man renders it")
  func manual() throws {
    let page = try BuiltTool.run(["help", "--man"], in: folder)
    #expect(page.status == 0 && page.output.hasPrefix(".TH SLUICE 1"))
    // No line that roff would mistake for another request.
    let requests = Set(
      page.output.split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
        .map { $0.prefix { $0 != " " } })
    #expect(
      requests.isSubset(of: [
        ".TH", ".SH", ".SS", ".B", ".I", ".PP", ".TP", ".nf", ".fi", ".RS", ".RE",
      ]), "\(requests)")
    guard try has("groff") else {
      print("skipped: there is no groff to render the page with")
      return
    }
    let rendered = try BuiltTool.shell(
      "sluice help --man | groff -man -Tascii -ww -rLL=200n -P-cbou", in: folder)
    #expect(rendered.status == 0 && rendered.errors.isEmpty, "\(rendered.errors)")
    let text = rendered.output.replacing(/\s+/, with: " ")
    for command in UsageTests.commands {
      #expect(text.contains("sluice \(command)"))
      let help = try BuiltTool.run(["help", command], in: folder).output
      for flag in help.matches(of: /(?m)^  (--[a-z-]+)/).map({ String($0.output.1) })
      where flag != "--help" {
        #expect(text.contains("\(flag) "), "\(command) \(flag)")
      }
    }
    #expect(text.contains("EXIT STATUS 0 all went well. 1 records were rejected"))
    #expect(text.contains("NO_COLOR"))
    // What examples show can be copied.
    #expect(text.contains("--column 'id:int=id'"), "quotes and dashes are those of ASCII")
  }

  /// What bash would propose for the last of some words.
  private func completed(_ words: [String]) throws -> [String] {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    try folder.write(
      """
      eval "$('\(try BuiltTool.path)' completions bash)" || exit 3
      complete -p sluice > /dev/null || exit 4
      COMP_WORDS=(sluice \(quoted)); COMP_CWORD=\(words.count)
      _sluice
      printf '%s\\n' "${COMPREPLY[@]}"
      """, to: "complete.bash")
    let result = try BuiltTool.shell("bash complete.bash", in: folder)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init).sorted()
  }

  @Test("bash completes commands, flags, values and files")
  func bash() throws {
    guard try has("bash") else {
      print("skipped: there is no bash")
      return
    }
    try folder.write("", to: "events one.ndjson")
    try folder.write("", to: "events.ndjson")
    #expect(try completed(["im"]) == ["import"])
    #expect(try completed([""]).filter { !$0.hasPrefix("-") } == UsageTests.commands.sorted())
    #expect(try completed(["import", "--pro"]) == ["--progress"])
    #expect(try completed(["import", "--progress", ""]) == ["bar", "json", "none"])
    #expect(try completed(["import", "--progress", "=", "j"]) == ["json"])
    #expect(try completed(["import", "--progress", "="]) == ["bar", "json", "none"])
    #expect(try completed(["count", "--check", "a"]) == ["accessed"])
    #expect(try completed(["import", "ev"]) == ["events one.ndjson", "events.ndjson"])
    #expect(try completed(["import", "--job", "events."]) == ["events.ndjson"])
    #expect(try completed(["import", "--table", "ev"]).isEmpty)
    #expect(try completed(["completions", ""]) == ["bash", "fish", "zsh"])
    #expect(try completed(["help", "pl"]) == ["plan"])
    #expect(try completed(["sample", "ev"]).isEmpty)
  }

  @Test("zsh and fish take their scripts", arguments: ["zsh", "fish"])
  func others(shell: String) throws {
    let script = try BuiltTool.run(["completions", shell], in: folder)
    #expect(script.status == 0)
    for word in ["import", "max-record", "accessed"] { #expect(script.output.contains(word)) }
    guard try has(shell) else {
      print("skipped: there is no \(shell) to parse its completions with")
      return
    }
    try folder.write(script.output, to: "script")
    let parsed = try BuiltTool.shell("\(shell) -n script", in: folder)
    #expect(parsed.status == 0 && parsed.errors.isEmpty, "\(parsed.errors)")
  }

  @Test("an unknown shell is an error that lists the known ones")
  func unknownShell() throws {
    let result = try BuiltTool.run(["completions", "csh"], in: folder)
    #expect(result.status == 2 && result.errors.contains("takes bash, zsh or fish, found \"csh\""))
  }
}
