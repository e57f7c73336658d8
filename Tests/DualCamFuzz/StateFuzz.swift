@testable import DualCamConfig
@testable import DualCamPlan

@testable import DualCamRecordings
@testable import DualCamSession

/// The fuzz targets that give the session machine fuzzed inputs: resumed sessions, pipeline files and commands.
enum StateFuzz {
    private static let wall: Int64 = 1_795_269_903_250_000_000

    private static let file = """
        cameras: {back: {device: test}, front: {device: test}, side: {device: test}}
        microphone: test
        combined: {layout: pip, overlays: {title: {text: Day one}}}
        layouts: {desk: {back: {x: 0%, y: 0%, width: 50%, height: 100%}}}
        recording: {duration: 1h, segment: 10min, until: "17:30"}
        """

    private static func load(_ overrides: [String]) -> Pipeline? {
        let context = LoadContext(environment: [:], home: "/home/ada")
        return try? PipelineLoader.load(Array(file.utf8), named: "x.yaml", overrides: overrides, context: context)
            .pipeline
    }

    private static let plain = load([])

    private static func order(_ pipeline: Pipeline) -> SessionOrder? {
        let description = SessionDescription(version: "0.1", name: pipeline.name, host: "desk", pipeline: "")
        var order = try? SessionOrder(pipeline, longestFile: nil, description: description, time: WallTime.utc(wall))
        order?.pipeline = pipeline
        return order
    }

    private static func begin(_ order: SessionOrder) -> SessionMachine {
        var state = SessionMachine(order: order, folder: "/r/take", wallStart: wall, calendar: { WallTime.utc($0) })
        _ = state.observe(.begin(freeBytes: 1 << 40), at: .zero)
        let start = GraphEvent.recording(
            at: RunningTime(nanoseconds: 1_000_000_000), wallClock: wall +| 2_000_000_000, clock: "test")
        _ = state.observe(.graph(start), at: .seconds(2))
        return state
    }

    static func resume(_ history: SessionHistory) {
        guard let pipeline = plain, var order = order(pipeline) else { return }
        order.resuming = SessionOrder.Resumption(folder: "/r/take", history: history)
        end(begin(order))
    }

    static func run(_ pipeline: Pipeline) {
        guard let order = order(pipeline) else { return }
        var state = begin(order)
        let reading = GraphStatistics(
            now: RunningTime(nanoseconds: 5_000_000_000),
            outputs: pipeline.outputs.map { .init(name: $0, frames: 90, dropped: 3, bytes: 1 << 30) })
        for second in 3...6 {
            _ = state.observe(.reading(reading, ClockReading(wall: wall, uptime: 0, boottime: 0)), at: .seconds(second))
            _ = state.observe(.space(1 << 20), at: .seconds(second))
        }
        end(state)
    }

    private static func end(_ begun: SessionMachine) {
        var state = begun
        for deadline in [Deadline.segment, .switching, .end] {
            _ = state.observe(.deadline(deadline), at: .seconds(20))
        }
        _ = state.observe(.stop(.request), at: .seconds(30))
        _ = state.observe(.deadline(.finish), at: .seconds(60))
        for action in state.observe(.graphClosed(nil), at: .seconds(61)) {
            if case .save(let manifest) = action { _ = manifest.text(ledger: []) }
        }
    }

    static func run(commands bytes: [UInt8]) {
        guard let pipeline = plain, let order = order(pipeline) else { return }
        var state = begin(order)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        for (index, line) in lines.prefix(30).enumerated() {
            guard let message = try? JSONValue(parsing: String(line)) else { continue }
            let word = message["command"]?.text ?? ""
            do throws(ControlRefusal) {
                let command = try ControlCommand(named: word, message["arguments"] ?? .object([]))
                carryOut(command, index, &state)
                // Settings that are remembered can be read again.
                precondition(load(state.direction.settings.map(\.override)) != nil)
            } catch {
                _ = error.json.line
            }
        }
    }

    private static func carryOut(_ command: ControlCommand, _ index: Int, _ state: inout SessionMachine) {
        let now = Duration.seconds(3 + index)
        var inputs: [SessionInput] = [.stateAsked, .command(CommandNumber(value: index), command)]
        var steps = 0
        while let input = inputs.popLast(), steps < 50 {
            steps += 1
            for action in state.observe(input, at: now) {
                switch action {
                case .direct(let direction):
                    let time = RunningTime(nanoseconds: Int64(2 + index) * 1_000_000_000)
                    inputs.append(.directed(direction, .success(time)))
                case .tellState(let told): _ = told.json.line
                case .record(let entry): _ = entry.line
                case .emit(let event): _ = event.line
                case .answer(_, .success(let answer)): _ = answer.json.line
                case .answer(_, .failure(let refusal)): _ = refusal.json.line
                default: break
                }
            }
        }
    }
}
