import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Foundation
import Testing

@testable import CommandLine
@testable import DualCamCommands
@testable import DualCamProcess

@Suite struct CompletionTests {
    private static let usages = Invocation.commands.map { $0.usage }

    /// Runs a script in bash and returns its output.
    private func bash(_ arguments: [String], script: String) throws -> (status: Int32, output: String) {
        try Self.shell("/bin/bash", arguments, input: script)
    }

    /// Runs text in a shell and returns its output; a program called dualcam is found in `folder`.
    static func shell(
        _ path: String, _ arguments: [String], input text: String, folder: String? = nil
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = TestHome.nowhere.merging(["PATH": "/usr/bin:/bin", "TERM": "dumb"]) { $1 }
        if let folder {
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.environment = ["PATH": folder + ":/usr/bin:/bin", "HOME": folder, "TERM": "dumb"]
        }
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: printed, as: UTF8.self))
    }

    @Test func bashAcceptsItsScript() throws {
        let checked = try bash(
            ["-n"],
            script: CompletionScript.text(for: .bash, program: "dualcam", commands: Self.usages, sources: .dualcam))
        #expect(checked.status == 0)
        #expect(checked.output == "")
    }

    @Test(arguments: [
        ("dualcam ch", "check"),
        ("dualcam run --s", "--simulate --set"),
        ("dualcam plan x --d", "--dot"),
        ("dualcam help enc", "encoders"),
        ("dualcam completions ", "bash zsh fish"),
        (
            "dualcam run --set recording.contain",
            "recording.container=mov recording.container=mp4 recording.container=mkv"
        ),
        ("dualcam run --set recording.container=m", "mov mp4 mkv"),
        ("dualcam run --set=recording.container=mk", "mkv"),
        ("dualcam run x --duration 1", ""),
    ])
    func bashOffersWhatTheDeclarationSays(line: String, offered: String) throws {
        let script = """
            \(CompletionScript.text(for: .bash, program: "dualcam", commands: Self.usages, sources: .dualcam))
            COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}; COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
            _dualcam; echo "${COMPREPLY[*]}"
            """
        #expect(try bash([], script: script).output == offered + "\n")
    }

    @Test(arguments: [
        ("dualcam layout st", "layout", "stacked"),
        ("dualcam control back ", "control back", "pip stacked"),
        ("dualcam zoom back 2 --session p", "zoom back 2 --session", "pip"),
        ("dualcam zoom back --session=st", "zoom back --session", "stacked"),
    ])
    func bashAsksTheRecordingThatRuns(line: String, asked: String, offered: String) throws {
        let script = """
            \(CompletionScript.text(for: .bash, program: "dualcam", commands: Self.usages, sources: .dualcam))
            dualcam() { [[ $* == 'complete -- \(asked)' ]] && echo $'pip\nstacked'; }
            COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}; COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
            _dualcam; echo "${COMPREPLY[*]}"
            """
        #expect(try bash([], script: script).output == offered + "\n")
    }

    @Test(arguments: Shell.allCases)
    func everyCommandAndOptionIsInEveryScript(shell: Shell) {
        let script = CompletionScript.text(for: shell, program: "dualcam", commands: Self.usages, sources: .dualcam)
        for usage in Self.usages {
            #expect(script.contains(usage.name))
            for option in usage.options {
                #expect(script.contains(shell == .fish ? "-l \(option.name)" : "--\(option.name)"))
            }
        }
    }

    @Test func fishEscapesQuotes() {
        let usage = CommandUsage(program: "dualcam", name: "x", summary: "it's \\ odd")
        let script = CompletionScript.text(for: .fish, program: "dualcam", commands: [usage], sources: .dualcam)
        #expect(script.contains(#"-d 'it\'s \\ odd'"#))
    }

    @Test func shippedPipelinesAreListedByName() async {
        let files = FakeFiles([
            "/home/me/Pipelines/b.yaml", "/home/me/Pipelines/a.yaml", "/home/me/Pipelines/readme.md",
        ])
        let run = await TestRun.of(["completions", "--pipelines"], files: files)
        #expect(run.output.text == "a\nb\n")
    }

    /// A shell offers the keys of the pipeline file after `--set`, each once.
    @Test func settingsAreThoseOfTheFile() {
        let keys = SettingCatalogue.entries.map(\.key)
        #expect(Set(keys).count == keys.count && keys.count > 100)
        let words = Dictionary(SettingCatalogue.entries.map { ($0.key, $0.words) }) { first, _ in first }
        let expected: [String: [String]?] = [
            "name": [], "combined.layout": LayoutName.builtInWords,
            "combined.look": LookName.allCases.map(\.rawValue), "combined.look.use": nil, "combined.look.intensity": [],
            "recording.segment": ["off"], "recording.missing-camera": MissingInput.allCases.map(\.rawValue),
            "microphone.mode": SoundMode.allCases.map(\.rawValue),
            "encoders.combined.speed": EncoderSpeed.allCases.map(\.rawValue),
            "hooks.file-finished": [], "budget.enforce": ["on", "off"], "cameras": nil, "encoders": nil,
        ]
        for (key, expected) in expected {
            #expect(words[key] == expected, "\(key)")
        }
        #expect(words["encoders.default.use"]?.starts(with: EncoderCatalog.words) == true)
        #expect(words["combined.inset.position"]?.contains("bottom-right") == true)
    }
}
