import DualCamConfig
import DualCamRecordings
import Testing

@testable import CommandLine
@testable import DualCamCommands
@testable import DualCamProcess

@Suite struct ParsingTests {
    private func run(_ words: [String]) throws -> RunCommand {
        try #require(try Invocation.parse(words) as? RunCommand)
    }

    @Test func everyOptionOfRunArrives() throws {
        let command = try run([
            "run", "--set", "cameras.back.rate=15", "pip.yaml", "--set=encoders.default.use=x264", "--output",
            "/tmp/a b",
            "--duration=10s", "--simulate", "--json", "--quiet",
        ])
        #expect(command.file == "pip.yaml")
        #expect(
            command.options.settings == [Setting("cameras.back.rate", "15"), Setting("encoders.default.use", "x264")])
        #expect(command.options.output?.path == "/tmp/a b")
        #expect(command.options.duration?.text == "10s")
        #expect(command.options.simulate && command.options.json && command.options.quiet)
    }

    @Test func shortFormsBecomeOverridesAfterSet() throws {
        let command = try run(["run", "pip", "--duration", "10s", "--output", "D", "--set", "recording.duration=1s"])
        #expect(
            command.options.overrides == [
                Setting("recording.duration", "1s"), Setting("recording.directory", "D"),
                Setting("recording.duration", "10s"),
            ])
    }

    @Test func valuesMayHoldEqualsSignsAndDashes() throws {
        #expect(try run(["run", "f", "--set", "name=a=b"]).options.settings == [Setting("name", "a=b")])
        #expect(
            try run(["run", "f", "--set", "microphone.gain=-3dB"]).options.settings == [
                Setting("microphone.gain", "-3dB")
            ])
        #expect(try run(["run", "f", "--output=-odd"]).options.output?.path == "-odd")
        #expect(try run(["run", "f", "--set", "name="]).options.settings == [Setting("name", "")])
    }

    @Test func afterTwoDashesEverythingIsAnArgument() throws {
        #expect(try run(["run", "--", "--help"]).file == "--help")
        #expect(try run(["run", "-"]).file == "-")
    }

    @Test(
        arguments: [
            (["help"], nil), (["-h"], nil), (["--help"], nil), (["help", "run"], "run"), (["run", "--help"], "run"),
            (["plan", "x", "--json", "-h"], "plan"), (["run", "--nonsense", "--help"], "run"),
        ] as [([String], String?)])
    func helpIsAskedForInManyWays(words: [String], topic: String?) throws {
        #expect(try #require(try Invocation.parse(words) as? HelpCommand).topic == topic)
    }

    @Test func versionIsAlsoAnOption() throws {
        #expect(try Invocation.parse(["--version"]) is VersionCommand)
    }
}

/// The whole text of every error about a command line.
@Suite struct UsageErrorTests {
    static let table: [(words: String, text: String)] = [
        ("", "no command was given. Start with 'dualcam run FILE', or see 'dualcam help'."),
        ("rnu pip", "there is no command 'rnu'. Did you mean 'run'?"),
        ("Check pip", "there is no command 'Check'. Did you mean 'check'?"),
        ("record pip", "'dualcam record' takes no argument, but 'pip' was given. See 'dualcam help record'."),
        ("pip.yaml", "there is no command 'pip.yaml'. Did you mean 'dualcam run pip.yaml'?"),
        (
            "--json devices",
            "'--json' comes before the command. Options follow their command: dualcam COMMAND --json. See 'dualcam help'."
        ),
        ("run", "'dualcam run' needs FILE, the pipeline file. See 'dualcam help run'."),
        ("run a b", "'dualcam run' takes FILE only, but 'b' was given. See 'dualcam help run'."),
        ("devices x", "'dualcam devices' takes no argument, but 'x' was given. See 'dualcam help devices'."),
        ("run a --simlate", "'dualcam run' has no option --simlate. Did you mean --simulate?"),
        ("run a --dur=1s", "'dualcam run' has no option --dur. Did you mean --duration?"),
        ("check a --watch", "'dualcam check' has no option --watch. See 'dualcam help check'."),
        ("run a -x", "'dualcam run' has no option -x. See 'dualcam help run'."),
        ("run a --set", "--set needs a value. Write --set KEY=VALUE."),
        (
            "run a --output --json",
            "--output needs a value, but '--json' follows. Write --output=DIR if the value begins with a dash."
        ),
        ("run a --json=yes", "--json does not take a value. Write --json alone."),
        ("run a --output b --output c", "--output was given twice. Give it only once."),
        ("run a --output=", "--output: the path is empty. Give the folder to record into."),
        (
            "run a --set rate",
            "--set: 'rate' has no '='. "
                + "Write a key of the pipeline file and its value: --set cameras.back.rate=15."
        ),
        (
            "run a --set =1",
            "--set: '=1' does not name a key. Write the key's path with dots: --set cameras.back.rate=15."
        ),
        (
            "run a --set cameras..rate=1",
            "--set: 'cameras..rate=1' does not name a key. "
                + "Write the key's path with dots: --set cameras.back.rate=15."
        ),
        ("run a --duration 10", "--duration: '10' has no unit. Write ms, s, min, h or d, as in 10min."),
        (
            "run a --duration=10m",
            "--duration: 'm' is not a unit of a length of time. Write ms, s, min, h or d, as in 10min."
        ),
        ("completions tcsh", "SHELL: 'tcsh' is not a shell that dualcam supports. Choose bash, zsh or fish."),
    ]

    @Test(arguments: table)
    func tellsWhatIsWrongAndWhatToDo(words: String, text: String) throws {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try Invocation.parse(words.split(separator: " ").map(String.init))
        }
        #expect(failure == CommandFailure(.usage, verbatim: "dualcam: error: " + text))
    }

    @Test func exitCodesAreThoseOfTheContract() {
        #expect(ExitCode.allCases.filter { $0 != .handedOver }.map(\.rawValue) == [0, 64, 65, 69, 70, 73, 74, 75])
    }

    @Test(
        arguments: [
            ("run --simulate", nil), ("piq", "pip"), ("stakced", "stacked"), ("SIDE", "side-by-side"), ("x", nil),
        ] as [(String, String?)])
    func nearestNameIsALikelyOne(word: String, name: String?) {
        #expect(word.likelyMeaning(among: ["pip", "stacked", "side-by-side"]) == name)
    }
}
