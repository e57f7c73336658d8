/// `dualcam completions zsh > ~/.zfunc/_dualcam`, with that folder in `fpath`.
struct ZshCompletion {
    var commands: [CommandUsage]

    var text: String {
        """
        #compdef dualcam
        # dualcam completion for zsh: write it as _dualcam into a folder of $fpath
        _dualcam_pipelines() {
            compadd -- ${(f)"$(\(CompletionScript.pipelines))"}
            _files -g '*.(yaml|yml)'
        }
        _dualcam_settings() {
            compadd -S '' -- \(SettingCatalogue.completions.map(CompletionScript.quoted).joined(separator: " "))
        }
        _dualcam_running() {
            local -a before=("${(@)words[1,CURRENT-1]}")
            [[ $IPREFIX == --*= ]] && before+=("${IPREFIX%=}")
            compadd -- ${(f)"$(\(CompletionScript.running) "${before[@]}" 2>/dev/null)"}
        }
        _dualcam() {
            if (( CURRENT == 2 )); then
                local -a commands=(
        \(commandRows.joined(separator: "\n"))
                )
                _describe command commands
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(commands.map(section).joined(separator: "\n"))
            esac
        }
        if [[ $funcstack[1] == _dualcam ]]; then _dualcam "$@"; else compdef _dualcam dualcam; fi

        """
    }

    private var commandRows: [String] {
        commands.map { "            " + CompletionScript.quoted("\($0.name):\(escaped($0.summary))") }
    }

    private func section(_ command: CommandUsage) -> String {
        let options = command.options.map { option in
            let value = option.placeholder.map { ":\($0):\(action(option.completion))" } ?? ""
            let name = (option.repeats ? "*" : "") + "--" + option.name + (option.placeholder == nil ? "" : "=")
            return CompletionScript.quoted("\(name)[\(escaped(option.summary))]\(value)")
        }
        let parameters = command.parameters.map { CompletionScript.quoted(":\($0.name):\(action($0.completion))") }
        let rows = options + [CompletionScript.quoted("--help[print this page]")] + parameters
        return "        \(command.name)) _arguments \(rows.joined(separator: " ")) ;;"
    }

    private func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing: " "
        case .directory: "_directories"
        case .pipeline: "_dualcam_pipelines"
        case .words(let list): "(\(list.joined(separator: " ")))"
        case .command: "(\(commands.map(\.name).joined(separator: " ")))"
        case .setting: "_dualcam_settings"
        case .running: "_dualcam_running"
        }
    }

    /// Colons and brackets mean something to `_arguments` and `_describe`.
    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += (":[]\\".contains($1) ? "\\" : "") + String($1) }
    }
}
