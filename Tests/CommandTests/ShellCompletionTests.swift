import DualCamTestKit
import Foundation
import Testing

@testable import CommandLine
@testable import DualCamCommands
@testable import DualCamProcess

/// The completions of zsh and fish, run in these shells.
@Suite struct ShellCompletionTests {
    private static let usages = Invocation.commands.map { $0.usage }

    /// A program that answers as a recording would, word by word.
    private static let program = """
        #!/bin/sh
        case "$#:$*" in
          "3:complete -- layout") printf 'pip\\nstacked\\n' ;;
          "4:complete -- control back") printf 'gain\\nbrightness\\n' ;;
          "5:complete -- zoom back --session") printf 'pip\\nstudio\\n' ;;
          "2:completions --pipelines") printf 'talk\\n' ;;
        esac
        """

    private static let offers: [(line: String, words: Set<String>)] = [
        ("dualcam ch", ["check"]), ("dualcam layout st", ["stacked"]), ("dualcam layout ", ["pip", "stacked"]),
        ("dualcam control back ", ["gain", "brightness"]), ("dualcam zoom back --session=st", ["studio"]),
        ("dualcam zoom back --session st", ["studio"]), ("dualcam run --s", ["--simulate", "--set"]),
        ("dualcam completions ", ["bash", "zsh", "fish"]), ("dualcam snapshot back --format p", ["png"]),
        (
            "dualcam run --set recording.contai",
            ["recording.container=mov", "recording.container=mp4", "recording.container=mkv"]
        ),
        ("dualcam run ta", ["talk"]),
    ]

    private static func folder() throws -> TemporaryFolder {
        let folder = try #require(TemporaryFolder())
        folder.write(program, to: "dualcam")
        #expect(chmod(folder.path + "/dualcam", 0o755) == 0)
        folder.write(
            CompletionScript.text(for: .zsh, program: "dualcam", commands: usages, sources: .dualcam), to: "_dualcam")
        folder.write(
            CompletionScript.text(for: .fish, program: "dualcam", commands: usages, sources: .dualcam),
            to: "dualcam.fish")
        return folder
    }

    @Test(arguments: [("/usr/bin/zsh", "_dualcam"), ("/usr/bin/fish", "dualcam.fish")])
    func theShellAcceptsItsScript(shell: String, script: String) throws {
        let folder = try Self.folder()
        let checked = try CompletionTests.shell(shell, ["-n", script], input: "", folder: folder.path)
        #expect(checked.status == 0)
        #expect(checked.output == "")
    }

    @Test func fishOffersWhatThereIs() throws {
        let folder = try Self.folder()
        let script = """
            source dualcam.fish
            while read -l line
                complete -C "$line" | cut -f 1 | string join '|'
            end
            """
        let lines = Self.offers.map { $0.line + "\n" }.joined()
        let told = try CompletionTests.shell(
            "/usr/bin/fish", ["--no-config", "-c", script], input: lines, folder: folder.path)
        // fish offers an option's value together with its option, and from version 4 on also words that contain what
        // was typed.
        let offered = zip(told.output.split(separator: "\n"), Self.offers).map { answer, offer in
            let typed = offer.line.split(omittingEmptySubsequences: false) { " =".contains($0) }.last ?? ""
            let words = answer.split(separator: "|").map { String($0.trimmingPrefix("--session=")) }
            return Set(words.filter { $0.hasPrefix(typed) })
        }
        #expect(offered == Self.offers.map(\.words))
    }

    /// An interactive zsh in its own terminal. Its Tab key is pressed once its line editor reads keys, and `compadd`
    /// receives the offered words.
    private static let terminal = """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "PS1= PROMPT_SP=; fpath=($PWD \\$fpath); autoload -Uz compinit; compinit -u -D; bindkey -e
        compadd() { local -a hits; builtin compadd -O hits \\"\\$@\\"
        (( \\$#hits )) && print -rn -- \\"<\\${(j:|:)hits}>\\"; builtin compadd \\"\\$@\\" }
        offered() { print -rn -- '=O''K='; comppostfuncs=(offered) }; comppostfuncs=(offered)
        zle-line-init() { print -rn -- RE''ADY }; zle -N zle-line-init"
        zpty -r shell told '*READY*'
        while IFS= read -r line; do
            zpty -w -n shell "$line"$'\\t'
            zpty -r shell told '*=OK=*'
            print -r -- "==$told"
            zpty -w -n shell $'\\C-u'
        done
        zpty -d shell
        """

    @Test func zshOffersWhatThereIs() throws {
        let folder = try Self.folder()
        let lines = Self.offers.map { $0.line + "\n" }.joined()
        let told = try CompletionTests.shell(
            "/usr/bin/zsh", ["-f", "-c", Self.terminal], input: lines, folder: folder.path)
        let offered = told.output.components(separatedBy: "=OK=").dropLast().map { answer in
            Set(answer.matches(of: /<([^<>]+)>/).flatMap { $0.1.split(separator: "|").map(String.init) })
        }
        #expect(offered == Self.offers.map(\.words))
    }
}
