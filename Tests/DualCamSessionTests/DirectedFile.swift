import DualCamConfig
import DualCamPlan

@testable import DualCamSession

/// A pipeline file whose recording takes commands.
struct DirectedFile: Sendable {
    var text: String
    var context = LoadContext(environment: [:], home: "/home/ada")

    func load(_ overrides: [String] = []) -> Result<Pipeline, ControlRefusal> {
        do throws(PipelineIssues) {
            return .success(
                try PipelineLoader.load(Array(text.utf8), named: "x.yaml", overrides: overrides, context: context)
                    .pipeline)
        } catch {
            return .failure(ControlRefusal(error))
        }
    }

    /// A session that has not begun.
    func bench(_ overrides: [String] = [], _ change: (inout Pipeline) -> Void = { _ in }) throws -> Bench {
        var bench = try Bench.running(SessionSettings(outputs: [back, front, .combined]))
        var pipeline = try load(overrides).get()
        change(&pipeline)
        var order = bench.state.order
        (order.pipeline, order.redirect) = (pipeline, { load(overrides + $0.map(\.override)) })
        bench.state = SessionMachine(
            order: order, folder: "/r/take", wallStart: Bench.wallStart, calendar: { WallTime.utc($0) })
        return bench
    }
}

extension Bench {
    /// The keys that a command set and its answer once the picture is shown, or why it was refused.
    mutating func outcome(of command: @autoclosure () throws -> ControlCommand) throws -> String {
        try ask(1, command(), at: .seconds(3))
        if let picture = state.direction.current?.pipeline.flatMap(PictureDirection.init) {
            feed(.directed(.picture(picture), .success(.seconds(4))), at: .seconds(4))
        }
        switch answers[1] {
        case .success(let answer):
            let keys = state.direction.settings.map(\.override).joined(separator: " ")
            return keys + " -> " + answer.json.line
        case .failure(let refusal):
            return "\(refusal.code.rawValue): " + Wording.sentences(refusal.message, refusal.advice)
        case nil: return "no answer"
        }
    }
}
