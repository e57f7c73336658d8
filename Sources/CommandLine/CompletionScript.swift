/// Generates shell completion scripts from the same declarations that parse the command line.
package struct CompletionScript {
    private let program: String
    private let commands: [CommandUsage]
    private let sources: CompletionSources

    /// Returns the script that completes the commands of a program in a shell.
    package static func text(
        for shell: Shell, program: String, commands: [CommandUsage], sources: CompletionSources
    ) -> String {
        let script = CompletionScript(program: program, commands: commands, sources: sources)
        return switch shell {
        case .bash: script.bash
        case .zsh: script.zsh
        case .fish: script.fish
        }
    }

    /// The shell command that prints names. Its errors are not shown.
    private var names: String { sources.names + " 2>/dev/null" }

    /// Returns the text in single quotes for bash and zsh.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

// MARK: bash
extension CompletionScript {
    /// The completion script for bash, used by `source <(PROGRAM completions bash)`. The script parses the command line
    /// itself, because bash splits words at every `=`. A suggestion must therefore begin after the last `=`.
    private var bash: String {
        """
        # \(program) completion for bash: source <(\(program) completions bash)
        _\(program)() {
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
            _\(program)_offer "$cur" "$prev" "${#words[@]}" "${words[1]-}"
            [[ -n $broken ]] && COMPREPLY=("${COMPREPLY[@]#"$broken"}")
            return 0
        }
        _\(program)_running() {
            local -a before=("${words[@]:1:${#words[@]}-2}")
            [[ $2 == --* && $2 != "${words[-2]-}" ]] && before+=("$2")
            COMPREPLY=($(compgen -W "$(\(sources.answers) "${before[@]}" 2>/dev/null)" -- "$1"))
        }
        _\(program)_offer() {
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
        complete -F _\(program) \(program)

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
        case .fileOrName:
            "compopt -o filenames 2>/dev/null; "
                + "COMPREPLY=($(compgen -W \"$(\(names))\" -- \"$cur\") $(compgen -f -- \"$cur\"));"
        case .words(let list): "COMPREPLY=($(compgen -W \(words(list)) -- \"$cur\"));"
        case .command: "COMPREPLY=($(compgen -W \(words(commands.map(\.name))) -- \"$cur\"));"
        case .answer: "_\(program)_running \"$cur\" \"$prev\";"
        case .assignment:
            "compopt -o nospace 2>/dev/null; "
                + "COMPREPLY=($(compgen -W \(words(sources.keys)) -- \"$cur\"));"
        }
    }

    private func words(_ list: [String]) -> String { Self.quoted(list.joined(separator: " ")) }
}

// MARK: zsh
extension CompletionScript {
    /// The completion script for zsh, to be written as `_PROGRAM` into a folder of `fpath`.
    private var zsh: String {
        """
        #compdef \(program)
        # \(program) completion for zsh: write it as _\(program) into a folder of $fpath
        _\(program)_pipelines() {
            compadd -- ${(f)"$(\(names))"}
            _files -g '*.(yaml|yml)'
        }
        _\(program)_settings() {
            compadd -S '' -- \(sources.keys.map(Self.quoted).joined(separator: " "))
        }
        _\(program)_running() {
            local -a before=("${(@)words[1,CURRENT-1]}")
            [[ $IPREFIX == --*= ]] && before+=("${IPREFIX%=}")
            compadd -- ${(f)"$(\(sources.answers) "${before[@]}" 2>/dev/null)"}
        }
        _\(program)() {
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
        if [[ $funcstack[1] == _\(program) ]]; then _\(program) "$@"; else compdef _\(program) \(program); fi

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
        case .fileOrName: "_\(program)_pipelines"
        case .words(let list): "(\(list.joined(separator: " ")))"
        case .command: "(\(commands.map(\.name).joined(separator: " ")))"
        case .assignment: "_\(program)_settings"
        case .answer: "_\(program)_running"
        }
    }

    /// Escapes colons, brackets and backslashes, which are special characters for zsh's `_arguments` and `_describe`.
    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += (":[]\\".contains($1) ? "\\" : "") + String($1) }
    }
}

// MARK: fish
extension CompletionScript {
    /// The completion script for fish, to be written to `~/.config/fish/completions/PROGRAM.fish`.
    private var fish: String {
        let names = commands.map { command in
            "complete -c \(program) -n __fish_use_subcommand -f -a \(command.name) -d \(fishQuoted(command.summary))"
        }
        let lines =
            ["# \(program) completion for fish: write it to ~/.config/fish/completions/\(program).fish", fishRunning]
            + names
        return (lines + commands.flatMap(lines(for:))).joined(separator: "\n") + "\n"
    }

    /// The fish function that prints the values that are known only at the moment of completion, by calling
    /// `sources.answers`. The current word may contain an option, an equals sign and a value.
    private var fishRunning: String {
        #"""
        function __\#(program)_running
            set -l before (commandline -opc)[2..]
            set -l word (commandline -ct)
            string match -q -- '--*=*' $word; and set -a before (string split -m 1 = -- $word)[1]
            \#(sources.answers) $before 2>/dev/null
        end
        """#
    }

    private func lines(for command: CommandUsage) -> [String] {
        let start = "complete -c \(program) -n '__fish_seen_subcommand_from \(command.name)'"
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
        case .fileOrName: " -F -a '(\(names))'"
        case .words(let list): " -f -a \(fishQuoted(list.joined(separator: " ")))"
        case .command: " -f -a \(fishQuoted(commands.map(\.name).joined(separator: " ")))"
        case .answer: " -f -a '(__\(program)_running)'"
        case .assignment: " -f -a \(fishQuoted(sources.keys.joined(separator: " ")))"
        }
    }

    /// Returns the text in single quotes for fish. Within them, fish interprets `\'` and `\\`.
    private func fishQuoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += ("'\\".contains($1) ? "\\" : "") + String($1) } + "'"
    }
}
