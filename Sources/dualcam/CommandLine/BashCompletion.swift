/// `source <(dualcam completions bash)`
struct BashCompletion {
    var commands: [CommandUsage]

    var text: String {
        """
        # dualcam completion for bash: source <(dualcam completions bash)
        _dualcam() {
            local cur prev words cword
            if declare -F _init_completion >/dev/null; then
                _init_completion -n = || return
            else
                cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
            fi
            COMPREPLY=()
            if [[ $cword -eq 1 ]]; then
                COMPREPLY=($(compgen -W \(words(commands.map(\.name) + ["--help", "--version"])) -- "$cur"))
                return
            fi
            case "${words[1]}:$prev" in
        \(valueCases.joined(separator: "\n"))
            esac
            if [[ $cur == -* ]]; then
                case "${words[1]}" in
        \(optionCases.joined(separator: "\n"))
                esac
                return
            fi
            case "${words[1]}" in
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
        case .directory: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$cur\"));"
        case .pipeline:
            "compopt -o filenames; "
                + "COMPREPLY=($(compgen -W \"$(\(CompletionScript.pipelines))\" -- \"$cur\") $(compgen -f -- \"$cur\"));"
        case .words(let list): "COMPREPLY=($(compgen -W \(words(list)) -- \"$cur\"));"
        case .command: "COMPREPLY=($(compgen -W \(words(commands.map(\.name))) -- \"$cur\"));"
        case .setting:
            "compopt -o nospace; COMPREPLY=($(compgen -W \(words(SettingCatalogue.completions)) -- \"$cur\"));"
        }
    }

    private func words(_ list: [String]) -> String { CompletionScript.quoted(list.joined(separator: " ")) }
}
