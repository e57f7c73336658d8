import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The change of a picture that follows from a command and the pipeline file together.
@Suite struct PictureChangeTests {
    private static let moves = ["combined.motion.duration=300ms", "combined.motion.easing=spring"]
    private static let wipes = ["kind=wipe", "duration=2s", "direction=up", "easing=linear"].map {
        "combined.transition.\($0)"
    }

    static let changes: [(String, String, [String], String)] = [
        ("layout", #"{"layout":"grid"}"#, [], "at once"),
        ("layout", #"{"layout":"grid"}"#, moves, "over 300ms easing spring"),
        ("layout", #"{"layout":"grid","over":"off"}"#, moves, "at once"),
        ("zoom", #"{"camera":"back","factor":2,"over":"1s"}"#, [], "over 1s easing ease-in-out"),
        ("inset", #"{"size":"40%","over":"1s","easing":"linear"}"#, moves, "over 1s easing linear"),
        (
            "layout", #"{"layout":"grid","easing":"linear"}"#, [],
            "bad-value: 'easing' means nothing to a change at once. Send over as well, as in 500ms."
        ),
        (
            "layout", #"{"layout":"grid","over":"11s"}"#, [],
            "bad-value: '11s' is out of range. Send 40ms ... 10s, or off."
        ),
        (
            "layout", #"{"layout":"grid","over":"1"}"#, [],
            "bad-value: '1' has no unit. Write ms, s, min, h or d, as in 10min."
        ),
        ("main", #"{"camera":"side"}"#, moves, "at once"),
        ("main", #"{"camera":"side"}"#, wipes, "over 2s easing linear transition wipe direction up"),
        ("main", #"{"camera":"side","over":"1s"}"#, [], "over 1s easing ease-in-out"),
        ("main", #"{"camera":"side","over":"off"}"#, wipes, "at once"),
        ("main", #"{"camera":"side","transition":"cut"}"#, wipes, "at once"),
        (
            "main", #"{"camera":"side","transition":"dissolve"}"#, [],
            "over 500ms easing ease-in-out transition dissolve"
        ),
        ("main", #"{"camera":"side","transition":"move"}"#, wipes, "over 2s easing linear"),
        (
            "main", #"{"camera":"side","transition":"slide","direction":"down","over":"40ms"}"#, [],
            "over 40ms easing ease-in-out transition slide direction down"
        ),
        (
            "main", #"{"camera":"side","transition":"cut","over":"1s"}"#, [],
            "bad-value: 'over' means nothing to a cut. Send another transition, or leave over out."
        ),
        (
            "main", #"{"camera":"side","direction":"up"}"#, [],
            "bad-value: 'direction' means nothing to the transition 'cut'. Send slide, wipe or flip as transition."
        ),
        ("swap", "{}", moves + wipes, "over 300ms easing spring"),
        ("swap", "{}", wipes, "over 2s easing linear transition wipe direction up"),
        (
            "swap", #"{"transition":"flip"}"#, moves,
            "over 500ms easing ease-in-out transition flip direction left"
        ),
        (
            "main", #"{"camera":"side","transition":"dissolve"}"#, ["combined.mixer=compositor"],
            "unsupported: The mixer 'compositor' changes the picture at once only. "
                + "Leave over and transition out, or write combined.mixer: dualcam into the pipeline file."
        ),
        ("layout", #"{"layout":"grid","over":"off"}"#, ["combined.mixer=compositor"], "at once"),
    ]

    @Test(arguments: changes)
    func comesSo(_ name: String, _ arguments: String, _ overrides: [String], _ expected: String) throws {
        let pipeline = try DirectedPictureTests.load(overrides).get()
        let (combined, arguments) = (try #require(pipeline.combined), try JSONValue(parsing: arguments))
        var said = ""
        do throws(ControlRefusal) {
            let request = try ControlCommand(named: name, arguments).request as? any PictureRequest
            let members = try request?.style(of: combined, in: pipeline).members ?? []
            said = members.map { "\($0.key) \($0.value.text ?? "")" }.joined(separator: " ")
            if said.isEmpty { said = "at once" }
        } catch {
            said = "\(error.code.rawValue): " + Sentence.joined(error.message, error.advice)
        }
        #expect(said == expected)
    }

    /// The graph gets the kind of the change, and ledger, event and answer have its duration.
    @Test func aMotionIsDirectedAndTold() throws {
        var bench = try DirectedPictureTests.bench()
        let command = try ControlCommand(
            named: "inset", try JSONValue(parsing: #"{"over":"500ms","position":{"x":"60%","y":"10%"}}"#))
        bench.feed(.command(CommandNumber(value: 1), command), at: .seconds(3))
        let wanted = try DirectedPictureTests.load([
            "combined.inset.position.x=60%", "combined.inset.position.y=10%",
        ]).get()
        var picture = try #require(PictureDirection(wanted))
        picture.change = .motion(.milliseconds(500), .easeInOut)
        #expect(bench.deeds.last == "direct \(Direction.picture(picture))")
        bench.feed(.directed(.picture(picture), .success(.seconds(4))), at: .seconds(4))
        let members: [JSONValue.Member] = [
            .init("position", ["x": "60%", "y": "10%"]), .init("over", "500ms"), .init("easing", "ease-in-out"),
        ]
        #expect(bench.answers == [1: .success(ControlAnswer(at: .seconds(4), members))])
        #expect(bench.entries.last?.fields == [.init("command", "inset")] + members)
        #expect(bench.events.last?.kind == .directed(.inset, members))
    }

    @Test func onlyHowIsNotEnough() throws {
        var bench = try DirectedPictureTests.bench()
        let command = try ControlCommand(named: "inset", try JSONValue(parsing: #"{"over":"500ms"}"#))
        bench.feed(.command(CommandNumber(value: 1), command), at: .seconds(3))
        #expect(
            bench.answers[1]
                == .failure(
                    ControlRefusal(
                        .badRequest, "inset needs at least one of its arguments.",
                        advice: #"Send one, as in {"position":"top-left"}."#)))
    }
}
