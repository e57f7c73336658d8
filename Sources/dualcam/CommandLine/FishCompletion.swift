/// `dualcam completions fish > ~/.config/fish/completions/dualcam.fish`
struct FishCompletion {
    var commands: [CommandUsage]

    var text: String {
        let names = commands.map { command in
            "complete -c dualcam -n __fish_use_subcommand -f -a \(command.name) -d \(quoted(command.summary))"
        }
        let lines =
            ["# dualcam completion for fish: write it to ~/.config/fish/completions/dualcam.fish", Self.running] + names
        return (lines + commands.flatMap(lines(for:))).joined(separator: "\n") + "\n"
    }

    /// The word that is being written may have an option before its equals sign.
    private static let running = #"""
        function __dualcam_running
            set -l before (commandline -opc)[2..]
            set -l word (commandline -ct)
            string match -q -- '--*=*' $word; and set -a before (string split -m 1 = -- $word)[1]
            \#(CompletionScript.running) $before 2>/dev/null
        end
        """#

    private func lines(for command: CommandUsage) -> [String] {
        let start = "complete -c dualcam -n '__fish_seen_subcommand_from \(command.name)'"
        let parameters = command.parameters.map { start + arguments($0.completion) }.reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let options = command.options.map { option in
            let value = option.placeholder == nil ? "" : " -r" + arguments(option.completion)
            return start + " -l \(option.name)\(value) -d \(quoted(option.summary))"
        }
        return parameters + options + [start + " -l help -s h -d \(quoted("print this page"))"]
    }

    private func arguments(_ completion: Completion) -> String {
        switch completion {
        case .nothing: " -f"
        case .directory: " -f -a '(__fish_complete_directories)'"
        case .pipeline: " -F -a '(\(CompletionScript.pipelines))'"
        case .words(let list): " -f -a \(quoted(list.joined(separator: " ")))"
        case .command: " -f -a \(quoted(commands.map(\.name).joined(separator: " ")))"
        case .running: " -f -a '(__dualcam_running)'"
        case .setting: " -f -a \(quoted(SettingCatalogue.completions.joined(separator: " ")))"
        }
    }

    /// fish reads `\'` and `\\` within single quotes.
    private func quoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += ("'\\".contains($1) ? "\\" : "") + String($1) } + "'"
    }
}
