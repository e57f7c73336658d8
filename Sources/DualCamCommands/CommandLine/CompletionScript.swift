/// Generates shell completion scripts from the same declarations that parse the command line.
struct CompletionScript {
    private let commands: [CommandUsage]

    static func text(for shell: Shell, commands: [CommandUsage]) -> String {
        let script = CompletionScript(commands: commands)
        return switch shell {
        case .bash: script.bash
        case .zsh: script.zsh
        case .fish: script.fish
        }
    }

    /// The shell command that prints the names of the pipelines shipped with dualcam.
    private static let pipelines = "dualcam completions --pipelines 2>/dev/null"

    /// The shell command that prints the values that a running recording accepts as the next word of the command line.
    private static let running = "dualcam \(CompleteCommand.name) --"

    /// Returns the text in single quotes for bash and zsh.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

// MARK: bash
extension CompletionScript {
    /// The completion script for bash, used by `source <(dualcam completions bash)`. The script parses the command line
    /// itself, because bash splits words at every `=`. A suggestion must therefore begin after the last `=`.
    private var bash: String {
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
            COMPREPLY=($(compgen -W "$(\(Self.running) "${before[@]}" 2>/dev/null)" -- "$1"))
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
                + "COMPREPLY=($(compgen -W \"$(\(Self.pipelines))\" -- \"$cur\") $(compgen -f -- \"$cur\"));"
        case .words(let list): "COMPREPLY=($(compgen -W \(words(list)) -- \"$cur\"));"
        case .command: "COMPREPLY=($(compgen -W \(words(commands.map(\.name))) -- \"$cur\"));"
        case .running: "_dualcam_running \"$cur\" \"$prev\";"
        case .setting:
            "compopt -o nospace 2>/dev/null; "
                + "COMPREPLY=($(compgen -W \(words(SettingCatalogue.completions)) -- \"$cur\"));"
        }
    }

    private func words(_ list: [String]) -> String { Self.quoted(list.joined(separator: " ")) }
}

// MARK: zsh
extension CompletionScript {
    /// The completion script for zsh, to be written by `dualcam completions zsh > ~/.zfunc/_dualcam` with `~/.zfunc` in
    /// `fpath`.
    private var zsh: String {
        """
        #compdef dualcam
        # dualcam completion for zsh: write it as _dualcam into a folder of $fpath
        _dualcam_pipelines() {
            compadd -- ${(f)"$(\(Self.pipelines))"}
            _files -g '*.(yaml|yml)'
        }
        _dualcam_settings() {
            compadd -S '' -- \(SettingCatalogue.completions.map(Self.quoted).joined(separator: " "))
        }
        _dualcam_running() {
            local -a before=("${(@)words[1,CURRENT-1]}")
            [[ $IPREFIX == --*= ]] && before+=("${IPREFIX%=}")
            compadd -- ${(f)"$(\(Self.running) "${before[@]}" 2>/dev/null)"}
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
        commands.map { "            " + Self.quoted("\($0.name):\(escaped($0.summary))") }
    }

    private func section(_ command: CommandUsage) -> String {
        let options = command.options.map { option in
            let value = option.placeholder.map { ":\($0):\(action(option.completion))" } ?? ""
            let name = (option.repeats ? "*" : "") + "--" + option.name + (option.placeholder == nil ? "" : "=")
            return Self.quoted("\(name)[\(escaped(option.summary))]\(value)")
        }
        let parameters = command.parameters.map {
            Self.quoted("\($0.repeats ? "*" : ""):\($0.name):\(action($0.completion))")
        }
        let rows = options + [Self.quoted("--help[print this page]")] + parameters
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

    /// Escapes colons, brackets and backslashes, which are special characters for zsh's `_arguments` and `_describe`.
    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += (":[]\\".contains($1) ? "\\" : "") + String($1) }
    }
}

// MARK: fish
extension CompletionScript {
    /// The completion script for fish, to be written to `~/.config/fish/completions/dualcam.fish`.
    private var fish: String {
        let names = commands.map { command in
            "complete -c dualcam -n __fish_use_subcommand -f -a \(command.name) -d \(fishQuoted(command.summary))"
        }
        let lines =
            ["# dualcam completion for fish: write it to ~/.config/fish/completions/dualcam.fish", Self.fishRunning]
            + names
        return (lines + commands.flatMap(lines(for:))).joined(separator: "\n") + "\n"
    }

    /// The fish function that asks a running recording for completions. The current word may contain an option, an
    /// equals sign and a value.
    private static let fishRunning = #"""
        function __dualcam_running
            set -l before (commandline -opc)[2..]
            set -l word (commandline -ct)
            string match -q -- '--*=*' $word; and set -a before (string split -m 1 = -- $word)[1]
            \#(Self.running) $before 2>/dev/null
        end
        """#

    private func lines(for command: CommandUsage) -> [String] {
        let start = "complete -c dualcam -n '__fish_seen_subcommand_from \(command.name)'"
        let parameters = command.parameters.map { start + arguments($0.completion) }.reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let options = command.options.map { option in
            let value = option.placeholder == nil ? "" : " -r" + arguments(option.completion)
            return start + " -l \(option.name)\(value) -d \(fishQuoted(option.summary))"
        }
        return parameters + options + [start + " -l help -s h -d \(fishQuoted("print this page"))"]
    }

    private func arguments(_ completion: Completion) -> String {
        switch completion {
        case .nothing: " -f"
        case .directory: " -f -a '(__fish_complete_directories)'"
        case .pipeline: " -F -a '(\(Self.pipelines))'"
        case .words(let list): " -f -a \(fishQuoted(list.joined(separator: " ")))"
        case .command: " -f -a \(fishQuoted(commands.map(\.name).joined(separator: " ")))"
        case .running: " -f -a '(__dualcam_running)'"
        case .setting: " -f -a \(fishQuoted(SettingCatalogue.completions.joined(separator: " ")))"
        }
    }

    /// Returns the text in single quotes for fish. Within them, fish interprets `\'` and `\\`.
    private func fishQuoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += ("'\\".contains($1) ? "\\" : "") + String($1) } + "'"
    }
}
