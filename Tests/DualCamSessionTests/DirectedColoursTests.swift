import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The results of commands for looks and sliders.
@Suite struct DirectedColoursTests {
    private static let file = """
        cameras: {back: {device: test}, front: {device: test}}
        combined: {mixer: dualcam, look: {use: noir, intensity: 80%}}
        """

    /// A context in which `/p/film.cube` is a colour table.
    private static let context = LoadContext(
        environment: [:], home: "/home/ada", folder: "/p", workingFolder: "/p",
        colourTable: { path in
            let values: [Float] = [0, 0, 0, 1, 1, 1]
            guard path == "/p/film.cube",
                var table = ColourTable(.curves(2), domain: [0...1, 0...1, 0...1], values: values)
            else { return .failure(.unreadable(Refusal("there is no file '\(path)'"))) }
            table.digest = "d1"
            return .success(table)
        })

    private static func load(_ overrides: [String]) -> Result<Pipeline, ControlRefusal> {
        do throws(PipelineIssues) {
            return .success(
                try PipelineLoader.load(Array(file.utf8), named: "x.yaml", overrides: overrides, context: context)
                    .pipeline)
        } catch {
            return .failure(ControlRefusal(error))
        }
    }

    private func bench(_ overrides: [String] = []) throws -> Bench {
        var bench = try Bench.running(SessionSettings(outputs: [back, front, .combined]))
        let pipeline = try Self.load(overrides).get()
        var order = bench.state.order
        order.pipeline = pipeline
        bench.state = SessionMachine(
            order: order, folder: "/r/take", wallStart: Bench.wallStart, calendar: { WallTime.utc($0) })
        return bench
    }

    /// Returns a command whose file has been read.
    private func command(_ name: String, _ arguments: String) throws -> ControlCommand {
        var command = try ControlCommand(named: name, try JSONValue(parsing: arguments))
        if case .colourTable(let word)? = command.file,
            case .success(var table) = Self.context.colourTable("/p/" + word)
        {
            (table.written, table.path) = (word, "/p/" + word)
            command.accept(.colourTable(table))
        }
        return command
    }

    /// Returns the keys that were set and the answer, or the reason of the refusal.
    private func outcome(_ name: String, _ arguments: String, _ overrides: [String]) throws -> String {
        var bench = try bench(overrides)
        try bench.ask(1, command(name, arguments), at: .seconds(3))
        if let picture = bench.state.direction.current?.pipeline.flatMap(PictureDirection.init) {
            bench.feed(.directed(.picture(picture), .success(.seconds(4))), at: .seconds(4))
        }
        switch bench.answers[1] {
        case .success(let answer):
            return try bench.directed { try Self.load(overrides + $0).get() }.joined(separator: " ") + " -> "
                + answer.json.line
        case .failure(let refusal):
            return "\(refusal.code.rawValue): " + Sentence.joined(refusal.message, refusal.advice)
        case nil: return "no answer"
        }
    }

    static let outcomes: [(String, String, [String], String)] = [
        (
            "look", #"{"look":"vivid"}"#, [],
            #"combined.look=vivid -> {"at":4.0,"look":"vivid","intensity":"100%"}"#
        ),
        (
            "look", #"{"look":"mono","camera":"back","intensity":"60%"}"#, [],
            "cameras.back.look=mono cameras.back.look.intensity=60% -> "
                + #"{"at":4.0,"camera":"back","look":"mono","intensity":"60%"}"#
        ),
        (
            "look", #"{"intensity":"10%","camera":"combined"}"#, [],
            #"combined.look.intensity=10% -> {"at":4.0,"look":"noir","intensity":"10%"}"#
        ),
        (
            "look", #"{"look":"film.cube"}"#, [],
            "combined.look=film.cube -> "
                + #"{"at":4.0,"look":"film.cube","intensity":"100%","file":"/p/film.cube","digest":"d1"}"#
        ),
        (
            "look", #"{"look":"no.cube"}"#, [],
            "bad-value: 'no.cube' was not read. Write it into the pipeline file."
        ),
        (
            "look", #"{"camera":"back","intensity":"10%"}"#, [],
            "bad-value: Is the intensity of no look. Write use: too, as in {use: vivid, intensity: 80%}."
        ),
        ("look", #"{"look":"vivd"}"#, [], "bad-value: Unknown look 'vivd'. Did you mean 'vivid'?"),
        (
            "look", #"{"look":"mono","intensity":"x"}"#, [],
            "bad-value: 'x' is not a share. Write it as in 25%."
        ),
        (
            "look", #"{"look":"mono","camera":"frnt"}"#, [],
            "bad-value: There is no camera called 'frnt'. Did you mean 'front'?"
        ),
        (
            "look", #"{"camera":"back"}"#, [],
            #"bad-request: look needs something to set. Send it as in {"look":"vivid"}."#
        ),
        (
            "look", #"{"look":"mono"}"#, ["combined.mixer=compositor", "combined.look=none"],
            "unsupported: The mixer 'compositor' draws no looks. "
                + "Begin a recording with a combined picture and its mixer 'dualcam'."
        ),
        (
            "look", #"{"look":"mono","camera":"back"}"#,
            ["combined.mixer=compositor", "combined.look=none", "cameras.back.look-applies-to=both"],
            #"cameras.back.look=mono -> {"at":4.0,"camera":"back","look":"mono","intensity":"100%"}"#
        ),
        (
            "adjust", #"{"contrast":"10%","exposure":-0.5,"temperature":20}"#, [],
            "combined.adjust.exposure=-0.5 combined.adjust.contrast=10% combined.adjust.temperature=20 -> "
                + #"{"at":4.0,"contrast":"10%","exposure":-0.5,"temperature":20}"#
        ),
        (
            "adjust", #"{"saturation":"-100%","camera":"front"}"#, [],
            #"cameras.front.adjust.saturation=-100% -> {"at":4.0,"saturation":"-100%","camera":"front"}"#
        ),
        (
            "adjust", #"{"contrast":"120%"}"#, [],
            "bad-value: '120%' is out of range. Accepted: -100% ... 100%."
        ),
        (
            "adjust", "{}", [],
            #"bad-request: adjust needs something to set. Send it as in {"contrast":"10%"}."#
        ),
    ]

    @Test(arguments: outcomes)
    func comesTo(_ name: String, _ arguments: String, _ overrides: [String], _ expected: String) throws {
        #expect(try outcome(name, arguments, overrides) == expected)
    }

    @Test func everythingThatCanBeSetIsTold() throws {
        let settings = try bench(["cameras.back.look=film.cube"]).state.controlState.settings
        let told = { (name: String) in settings.first { $0.name == name } }
        #expect(told("look.combined")?.value == "noir" && told("look.combined.intensity")?.value == "80%")
        #expect(told("look.combined")?.range == .choice(LookName.allCases.map(\.rawValue)))
        #expect(told("look.back")?.range == .choice(LookName.allCases.map(\.rawValue) + ["film.cube"]))
        #expect(told("look.front.intensity")?.obstacle == "There is no look.")
        #expect(told("adjust.combined.exposure")?.range == .number(-4...4, step: 0.1, unit: ""))
        #expect(told("adjust.front.contrast")?.value == "0%")
        #expect(settings.filter { $0.command == .look || $0.command == .adjust }.count == 18)
    }

    /// `session.json` lists each .cube file that was used, with its digest then.
    @Test func colourTablesAreListed() throws {
        var bench = try bench()
        bench.feed(.command(CommandNumber(value: 1), try command("look", #"{"look":"film.cube"}"#)), at: .seconds(3))
        let pipeline = try #require(bench.state.direction.current?.pipeline)
        _ = bench.state.life.begin()
        let direction = Direction.picture(try #require(PictureDirection(pipeline)))
        bench.feed(.directed(direction, .success(.seconds(4))), at: .seconds(4))
        bench.feed(.command(CommandNumber(value: 2), try command("look", #"{"look":"none"}"#)), at: .seconds(5))
        let text = try JSONValue(parsing: bench.state.manifest(.recording).text(ledger: []))
        #expect(text["colour-tables"]?.line == #"[{"file":"/p/film.cube","digest":"d1"}]"#)
    }
}
