import SluiceSystem

/// Completion scripts for shells, made from the commands' own descriptions.
enum Completions {
  private static func flags(of command: any Command.Type) -> [Flag] {
    command.flags + [Flag("--help", nil, "print help")]
  }

  /// A quoted word in bash and zsh; fish has other quotes, see there.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacingBytes(of: "'", with: "'\\''"))'"
  }

  // MARK: bash

  static var bash: String {
    var values = ""
    var words = ""
    for command in Tool.commands {
      var free: [String] = []
      var files: [String] = []
      for flag in flags(of: command) where flag.value != nil {
        let place = "\"\(command.name) \(flag.name)\""
        if !flag.choices.isEmpty {
          values +=
            "    \(place)) _sluice_words \(quoted(flag.choices.joined(separator: " "))) ;;\n"
        } else if flag.takesFile {
          files.append(place)
        } else {
          free.append(place)
        }
      }
      if !files.isEmpty { values += "    \(files.joined(separator: " | "))) _sluice_files ;;\n" }
      if !free.isEmpty { values += "    \(free.joined(separator: " | "))) ;;\n" }
      let names = flags(of: command).map(\.name).joined(separator: " ")
      words += "        \(command.name)) flags=\(quoted(names)) operands=\(operands(command)) ;;\n"
    }
    let commands = Tool.commands.map { $0.name }.joined(separator: " ")
    return """
      # Completes sluice in bash: source <(sluice completions bash)
      _sluice_words() { COMPREPLY=($(compgen -W "$1" -- "$word")); }
      _sluice_files() {
        local IFS=$'\\n'
        compopt -o filenames 2> /dev/null
        COMPREPLY=($(compgen -f -- "$word"))
      }
      _sluice() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
        local command=${COMP_WORDS[1]} flags= operands=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          _sluice_words \(quoted(commands + " --help --version"))
          return
        fi
        # bash takes --flag=value for three words.
        if [ "$word" = = ]; then
          word=
        elif [ "$before" = = ]; then
          before=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        case "$command $before" in
      \(values)    *)
            case "$command" in
      \(words)      esac
            case "$word" in
              -*) _sluice_words "$flags" ;;
              *) if [ "$operands" = -f ]; then _sluice_files; else _sluice_words "$operands"; fi ;;
            esac
            ;;
        esac
      }
      complete -F _sluice sluice

      """
  }

  private static func operands(_ command: any Command.Type) -> String {
    switch command.operands {
    case .none: "''"
    case .files: "-f"
    case .words(let words): quoted(words.joined(separator: " "))
    }
  }

  // MARK: zsh

  static var zsh: String {
    var cases = ""
    for command in Tool.commands {
      var specs = flags(of: command).map { flag in
        let times = flag.repeats ? "*" : ""
        let help = flag.help.replacingBytes(of: "\\", with: "\\\\").replacingBytes(
          of: "[", with: "\\["
        )
        .replacingBytes(of: "]", with: "\\]")
        guard let value = flag.value else { return "\(times)\(flag.name)[\(help)]" }
        let action =
          !flag.choices.isEmpty
          ? "(\(flag.choices.joined(separator: " ")))" : flag.takesFile ? "_files" : " "
        return
          "\(times)\(flag.name)=[\(help)]:\(value.replacingBytes(of: ":", with: "\\:")):\(action)"
      }
      switch command.operands {
      case .none: break
      case .files: specs.append("*:file:_files")
      case .words(let words): specs.append("1:word:(\(words.joined(separator: " ")))")
      }
      cases += "    \(command.name))\n      _arguments -s \\\n"
      cases += specs.map { "        \(quoted($0))" }.joined(separator: " \\\n") + "\n      ;;\n"
    }
    let commands = Tool.commands.map {
      "    \(quoted("\($0.name):\($0.summary.replacingBytes(of: ":", with: "\\:"))"))\n"
    }.joined()
    return """
      #compdef sluice
      # Completes sluice in zsh: sluice completions zsh > "${fpath[1]}/_sluice"
      _sluice() {
        local -a commands
        commands=(
      \(commands)  )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)  esac
      }
      if [ "$funcstack[1]" = _sluice ]; then _sluice "$@"; else compdef _sluice sluice; fi

      """
  }

  // MARK: fish

  static var fish: String {
    // In fish's quotes a backslash escapes itself and the quote.
    func quoted(_ text: String) -> String {
      "'\(text.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "'", with: "\\'"))'"
    }
    var text = """
      # Completes sluice in fish: sluice completions fish > ~/.config/fish/completions/sluice.fish
      complete -c sluice -f

      """
    for command in Tool.commands {
      text += "complete -c sluice -n __fish_use_subcommand -a \(command.name)"
      text += " -d \(quoted(command.summary))\n"
      let here = "complete -c sluice -n '__fish_seen_subcommand_from \(command.name)'"
      switch command.operands {
      case .none: break
      case .files: text += "\(here) -F\n"
      case .words(let words): text += "\(here) -a \(quoted(words.joined(separator: " ")))\n"
      }
      for flag in flags(of: command) {
        text += "\(here) -l \(flag.name.dropFirst(2)) -d \(quoted(flag.help))"
        if !flag.choices.isEmpty {
          text += " -x -a \(quoted(flag.choices.joined(separator: " ")))"
        } else if flag.takesFile {
          text += " -r -F"
        } else if flag.value != nil {
          text += " -x"
        }
        text += "\n"
      }
    }
    return text
  }
}
