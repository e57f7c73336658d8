import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The results of the command `overlay`.
@Suite struct DirectedOverlayTests {
    private static let file = """
        cameras: {back: {device: test}, front: {device: test}}
        combined: {overlays: {title: {text: Hello}, clock: {clock: "%H:%M"}, tc: {timecode: on, show: off}}}
        """

    private static func load(_ overrides: [String]) -> Result<Pipeline, ControlRefusal> {
        do throws(PipelineIssues) {
            return .success(
                try PipelineLoader.load(
                    Array(file.utf8), named: "x.yaml", overrides: overrides,
                    context: LoadContext(environment: [:], home: "/home/ada")
                ).pipeline)
        } catch {
            return .failure(ControlRefusal(error))
        }
    }

    private func bench(_ change: (inout Pipeline) -> Void = { _ in }) throws -> Bench {
        var bench = try Bench.running(SessionSettings(outputs: [back, front, .combined]))
        var pipeline = try Self.load([]).get()
        change(&pipeline)
        var order = bench.state.order
        order.pipeline = pipeline
        bench.state = SessionMachine(
            order: order, folder: "/r/take", wallStart: Bench.wallStart, calendar: { WallTime.utc($0) })
        return bench
    }

    /// Returns the keys that were set and the answer, or the reason of the refusal.
    private func outcome(_ arguments: String, _ change: (inout Pipeline) -> Void = { _ in }) throws -> String {
        var bench = try bench(change)
        let command = try ControlCommand(named: "overlay", try JSONValue(parsing: arguments))
        bench.feed(.command(CommandNumber(value: 1), command), at: .seconds(3))
        if let picture = bench.state.direction.current?.pipeline.flatMap(PictureDirection.init) {
            bench.feed(.directed(.picture(picture), .success(.seconds(4))), at: .seconds(4))
        }
        switch bench.answers[1] {
        case .success(let answer):
            return try bench.directed { try Self.load($0).get() }.joined(separator: " ") + " -> " + answer.json.line
        case .failure(let refusal):
            return "\(refusal.code.rawValue): " + Sentence.joined(refusal.message, refusal.advice)
        case nil: return "no answer"
        }
    }

    @Test(arguments: [
        (
            #"{"overlay":"title","text":"Now: [1]"}"#,
            #"combined.overlays.title.text=Now: [1] -> {"at":4.0,"overlay":"title","text":"Now: [1]"}"#
        ),
        (
            #"{"overlay":"title","text":"","on":true}"#,
            #"combined.overlays.title.text= combined.overlays.title.show=on -> {"at":4.0,"overlay":"title","text":"","on":true}"#
        ),
        (#"{"overlay":"tc","on":true}"#, #"combined.overlays.tc.show=on -> {"at":4.0,"overlay":"tc","on":true}"#),
        (
            #"{"overlay":"clock","on":false}"#,
            #"combined.overlays.clock.show=off -> {"at":4.0,"overlay":"clock","on":false}"#
        ),
        (
            #"{"overlay":"tilte","on":true}"#,
            "bad-value: There is no overlay called 'tilte'. Did you mean 'title'?"
        ),
        (
            #"{"overlay":"clock","text":"x"}"#,
            "bad-value: Overlay clock is a clock and takes no text. Show or hide it, or write an overlay with a text into the pipeline file."
        ),
        (
            #"{"overlay":"title"}"#,
            #"bad-request: overlay needs a text, or whether it is shown. Send it as in {"overlay":"title","on":false}."#
        ),
        (
            #"{"overlay":"title","text":"${HOME}"}"#,
            "bad-value: A text names a variable of the environment. Send the value itself."
        ),
    ])
    func outcomes(_ arguments: String, _ expected: String) throws {
        let outcome = try outcome(arguments)
        #expect(outcome == expected)
    }

    @Test func withoutOverlaysNothingIsShown() throws {
        let refused = try outcome(#"{"overlay":"title","on":true}"#) { $0.combined?.overlays = [] }
        #expect(
            refused
                == "unsupported: This recording has no overlays. Write them into the pipeline file, under combined.overlays."
        )
        let none = try outcome(#"{"overlay":"title","on":true}"#) { $0.combined = nil }
        #expect(none.hasPrefix("unsupported: "))
    }

    @Test func theStateSaysWhatIsShown() throws {
        let settings = try bench().state.overlaySettings(try Self.load([]).get())
        #expect(settings.map(\.name) == ["overlay.title", "overlay.title.text", "overlay.clock", "overlay.tc"])
        #expect(settings.map(\.value) == [.bool(true), .string("Hello"), .bool(true), .bool(false)])
    }
}
