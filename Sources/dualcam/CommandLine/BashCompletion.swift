/// `source <(dualcam completions bash)`
struct BashCompletion {
    var commands: [CommandUsage]

    /// Reads the words from the line itself: bash would break them at every `=`, and what is offered must then begin
    /// behind the last one.
    var text: String {
        """
        # dualcam completion for bash: source <(dualcam completions bash)
        _dualcam() {
            local line=${COMP_LINE:0:COMP_POINT} words cur prev broken=
            read -ra words <<<"$line"
            [[ $line == *[[:space:]] ]] && words+=("")
            cur=${words[-1]} prev=${words[-2]-}
            if [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]]; then broken=${cur%=*}=; fi
            if [[ $cur == --*=* ]]; then
                prev=${cur%%=*}
                broken=${broken#"$prev="}
                cur=${cur#*=}
            fi
            COMPREPLY=()
            _dualcam_offer "$cur" "$prev" "${#words[@]}" "${words[1]-}"
            [[ -n $broken ]] && COMPREPLY=("${COMPREPLY[@]#"$broken"}")
            return 0
        }
        _dualcam_running() {
            local -a before=("${words[@]:1:${#words[@]}-2}")
            [[ $2 == --* && $2 != "${words[-2]-}" ]] && before+=("$2")
            COMPREPLY=($(compgen -W "$(\(CompletionScript.running) "${before[@]}" 2>/dev/null)" -- "$1"))
        }
        _dualcam_offer() {
            local cur=$1 prev=$2
            if [[ $3 -le 2 ]]; then
                COMPREPLY=($(compgen -W \(words(commands.map(\.name) + ["--help", "--version"])) -- "$cur"))
                return
            fi
            case "$4:$prev" in
        \(valueCases.joined(separator: "\n"))
            esac
            if [[ $cur == -* ]]; then
                case "$4" in
        \(optionCases.joined(separator: "\n"))
                esac
                return
            fi
            case "$4" in
        \(parameterCases.joined(separator: "\n"))
            esac
        }
        complete -F _dualcam dualcam

        """
    }

    private var valueCases: [String] {
        commands.flatMap { command in
            command.options.filter { $0.placeholder != nil }.map { option in
                "        \(command.name):--\(option.name)) \(reply(option.completion)) return ;;"
            }
        }
    }

    private var optionCases: [String] {
        commands.map { command in
            let names = command.options.map { "--" + $0.name } + ["--help"]
            return "            \(command.name)) COMPREPLY=($(compgen -W \(words(names)) -- \"$cur\")) ;;"
        }
    }

    private var parameterCases: [String] {
        commands.compactMap { command in
            command.parameters.first.map { "        \(command.name)) \(reply($0.completion)) ;;" }
        }
    }

    private func reply(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ""
        case .directory: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$cur\"));"
        case .pipeline:
            "compopt -o filenames 2>/dev/null; "
                + "COMPREPLY=($(compgen -W \"$(\(CompletionScript.pipelines))\" -- \"$cur\") $(compgen -f -- \"$cur\"));"
        case .words(let list): "COMPREPLY=($(compgen -W \(words(list)) -- \"$cur\"));"
        case .command: "COMPREPLY=($(compgen -W \(words(commands.map(\.name))) -- \"$cur\"));"
        case .running: "_dualcam_running \"$cur\" \"$prev\";"
        case .setting:
            "compopt -o nospace 2>/dev/null; "
                + "COMPREPLY=($(compgen -W \(words(SettingCatalogue.completions)) -- \"$cur\"));"
        }
    }

    private func words(_ list: [String]) -> String { CompletionScript.quoted(list.joined(separator: " ")) }
}
