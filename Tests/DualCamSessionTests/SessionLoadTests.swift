import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: what is left out and taken up again")
struct SessionLoadTests {
    /// Reports to the bench that the recording uses this many of two cores, second by second.
    private static func work(
        _ cores: Double, on bench: inout Bench, from: Int, to: Int, total: inout Double, celsius: Double? = nil
    ) {
        let zones = celsius.map { [MachineReading.Zone(name: "cpu", celsius: $0)] } ?? []
        for second in from...to {
            total += cores
            let time = Duration.seconds(total)
            bench.feed(
                .machine(MachineReading(processTime: time, busyTime: time, cores: 2, zones: zones)),
                at: .seconds(second))
            bench.feed(.reading(), at: .seconds(second))
        }
    }

    private static func queue(_ output: OutputName, _ level: Double) -> SessionInput {
        let branch = GraphStatistics.Branch(output: output, framesIn: 0, framesOut: 0, queue: level)
        return .reading(
            GraphStatistics(now: nil, outputs: [], branches: [branch]), ClockReading(wall: 0, uptime: 0, boottime: 0))
    }

    private static func bench(_ shed: ShedStep..., outputs: [OutputName] = [back, .combined]) throws -> Bench {
        var settings = SessionSettings(outputs: outputs)
        settings.budget?.shed = shed
        return try .running(settings)
    }

    @Test func `a step and its way back in the ledger, in events and in the graph`() throws {
        var bench = try Self.bench(.combinedRate)
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 6, total: &total)
        bench.feed(.graph(.rateChanged(.combined, .twoThirds, at: .seconds(5))), at: .seconds(6))
        Self.work(1.7, on: &bench, from: 7, to: 8, total: &total)
        Self.work(1.0, on: &bench, from: 9, to: 19, total: &total)
        bench.feed(.graph(.rateChanged(.combined, .full, at: .seconds(19))), at: .seconds(20))
        #expect(
            bench.deeds == [
                "throttle isolated 1 combined 2/3 bitrate 1.0", "throttle isolated 1 combined 1 bitrate 1.0",
            ])
        #expect(
            bench.entries.map(\.line) == [
                #"{"time":"2026-11-21T14:05:09.250Z","running-time":5.0,"kind":"shed","step":"combined-rate","share":"2/3","reason":"load","load":0.95,"queue":0.0}"#,
                #"{"time":"2026-11-21T14:05:09.250Z","running-time":5.0,"kind":"rate-changed","output":"combined","share":"2/3","at":5.0}"#,
                #"{"time":"2026-11-21T14:05:22.250Z","running-time":18.0,"kind":"restored","step":"combined-rate","share":"1","reason":"load","load":0.5,"queue":0.0}"#,
                #"{"time":"2026-11-21T14:05:23.250Z","running-time":19.0,"kind":"rate-changed","output":"combined","share":"1","at":19.0}"#,
            ])
        #expect(
            bench.events.filter { $0.name != "status" }.map(\.line) == [
                #"{"event":"shed","time":"2026-11-21T14:05:09.250Z","running-time":5.0,"step":"combined-rate","share":"2/3","reason":"load","load":0.95,"queue":0.0}"#,
                #"{"event":"restored","time":"2026-11-21T14:05:22.250Z","running-time":18.0,"step":"combined-rate","share":"1","reason":"load","load":0.5,"queue":0.0}"#,
            ])
        let manifest = bench.state.manifest(.finished)
        #expect(
            manifest["shed"]?.line
                == #"[{"step":"combined-rate","share":"2/3","reason":"load","part":0,"start":{"time":"2026-11-21T14:05:09.250Z","running-time":5.0},"end":{"time":"2026-11-21T14:05:22.250Z","running-time":18.0}}]"#
        )
        #expect(
            manifest["thinned"]?.line
                == #"{"combined":[{"share":"2/3","part":0,"start":{"time":"2026-11-21T14:05:09.250Z","running-time":5.0},"end":{"time":"2026-11-21T14:05:23.250Z","running-time":19.0}}]}"#
        )
    }

    /// Encoders can change their preset only at the start of a file.
    @Test func `another preset means new files of all outputs, there and back`() throws {
        var bench = try Self.bench(.preset)
        bench.state.order.slowedByPreset = [back]
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 6, total: &total)
        let fastest = "throttle isolated 1 combined 1 bitrate 1.0 fastest"
        #expect(bench.deeds == [fastest, "open take_back_001.mov take_combined_001.mov at 5.3"])
        #expect(bench.entries.map { $0["reason"]?.text } == ["load", "preset"])
        bench.deeds = []
        Self.work(1.7, on: &bench, from: 7, to: 8, total: &total)
        Self.work(1.0, on: &bench, from: 9, to: 20, total: &total)
        #expect(
            bench.deeds == [
                "throttle isolated 1 combined 1 bitrate 1.0", "open take_back_002.mov take_combined_002.mov at 18.3",
            ])
    }

    @Test func `without a faster preset there is no such step`() throws {
        var bench = try Self.bench(.preset)
        bench.state.order.slowedByPreset = [front]
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 8, total: &total)
        #expect(bench.deeds == [])
        #expect(bench.messages.count == 1, "nothing is left to leave out")
    }

    /// Files of a boundary that was already announced have the old encoder.
    @Test func `an announced boundary is waited for`() throws {
        var settings = SessionSettings(outputs: [back], segment: .seconds(6))
        settings.budget?.shed = [.preset]
        var bench = try Bench.running(settings)
        bench.state.order.slowedByPreset = [back]
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 3, total: &total)
        bench.feed(.deadline(.segment), at: .seconds(5))
        #expect(bench.deeds.filter { !$0.contains("arm ") } == ["open take_back_001.mov at 7.0"])
        Self.work(1.9, on: &bench, from: 6, to: 9, total: &total)
        #expect(
            bench.deeds.filter { !$0.contains("arm ") } == [
                "open take_back_001.mov at 7.0", "throttle isolated 1 combined 1 bitrate 1.0 fastest",
                "open take_back_002.mov at 7.3",
            ])
    }

    @Test func `the combined output rests, comes back in a new file, and the graph draws it before that`() throws {
        var bench = try Self.bench(.combined)
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 6, total: &total)
        #expect(bench.deeds == ["drop combined", "throttle isolated 1 combined 1 bitrate 1.0 rests"])
        bench.finish(.combined, at: .seconds(6))
        bench.deeds = []
        Self.work(1.7, on: &bench, from: 7, to: 8, total: &total)
        Self.work(0.5, on: &bench, from: 9, to: 20, total: &total)
        bench.feed(.applied(.restoreOutput(.combined)), at: .seconds(21))
        #expect(
            bench.deeds == [
                "throttle isolated 1 combined 1 bitrate 1.0", "restore combined",
                "open take_combined_001.mov at 20.3",
            ])
    }

    @Test func `a combined output that makes room on the disk, too, comes back when there is room for both`() throws {
        var settings = SessionSettings(outputs: [back, .combined], keepFree: 1_000_000_000)
        settings.storage.whenFull = .dropCombined
        settings.budget?.shed = [.combined]
        var bench = try Bench.running(settings)
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 6, total: &total)
        bench.feed(.space(900_000_000), at: .seconds(6))
        Self.work(1.7, on: &bench, from: 7, to: 8, total: &total)
        Self.work(0.5, on: &bench, from: 9, to: 30, total: &total)
        #expect(bench.entries.map(\.kind).contains(.restored))
        #expect(!bench.deeds.contains("restore combined"))
        bench.feed(.space(2_000_000_000), at: .seconds(31))
        bench.feed(.reading(), at: .seconds(31))
        #expect(bench.deeds.filter { $0.hasSuffix(" combined") } == ["drop combined", "restore combined"])
    }

    @Test func `an output that fails while it rests is not tried again before the load allows it`() throws {
        var bench = try Self.bench(.combined)
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 6, total: &total)
        bench.feed(
            .graph(.failed(GraphFailure(.encoderFailed, output: .combined, message: "It broke."))), at: .seconds(6))
        Self.work(1.3, on: &bench, from: 7, to: 15, total: &total)
        #expect(!bench.deeds.contains("restore combined"))
        #expect(bench.state.phase == .running)
    }

    @Test func `a stop while something is left out waits for the files that there are`() throws {
        var bench = try Self.bench(.combined)
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 6, total: &total)
        bench.deeds = []
        bench.feed(.stop(.interrupt), at: .seconds(7))
        Self.work(0.1, on: &bench, from: 8, to: 30, total: &total)
        bench.finish(back, at: .seconds(30))
        bench.finish(.combined, at: .seconds(31))
        #expect(
            bench.deeds.filter { !$0.contains("arm ") } == [
                "stop now", "digest take_back.mov", "digest take_combined.mov", "close 5.0",
            ])
    }

    @Test func `near the end the combined output gets no file any more`() throws {
        var settings = SessionSettings(outputs: [back, .combined], duration: .milliseconds(18_500))
        settings.budget?.shed = [.combined]
        var bench = try Bench.running(settings)
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 6, total: &total)
        bench.finish(.combined, at: .seconds(6))
        Self.work(1.7, on: &bench, from: 7, to: 8, total: &total)
        Self.work(0.5, on: &bench, from: 9, to: 19, total: &total)
        #expect(bench.deeds.last == "restore combined")
        bench.feed(.applied(.restoreOutput(.combined)), at: .milliseconds(19_250))
        bench.feed(.graph(.stopping(at: .seconds(19))), at: .seconds(20))
        bench.finish(back, at: .seconds(21))
        #expect(!bench.deeds.contains { $0.hasPrefix("open") })
        #expect(bench.deeds.contains("close 5.0"))
        #expect(bench.state.failures.isEmpty)
    }

    @Test func `queues count of outputs that record, four times a second`() throws {
        var bench = try Self.bench(.combinedRate, .isolatedRate)
        bench.feed(Self.queue(back, 0.6), at: .seconds(5))
        #expect(bench.deeds == [])
        bench.feed(Self.queue(front, 0.6), at: .milliseconds(5250))
        bench.feed(Self.queue(front, 0.9), at: .milliseconds(5500))
        #expect(bench.deeds == [], "front is none of the outputs")
        bench.feed(Self.queue(back, 0.6), at: .milliseconds(7750))
        bench.feed(Self.queue(back, 0.6), at: .seconds(8))
        #expect(bench.deeds == ["throttle isolated 1 combined 2/3 bitrate 1.0"])
        #expect(
            bench.entries.map { JSONValue.object($0.fields).line } == [
                #"{"step":"combined-rate","share":"2/3","reason":"queue","load":null,"queue":0.6}"#
            ])
    }

    @Test func `load and heat are told apart, and the graph hears of both at once`() throws {
        var bench = try Self.bench(.combinedRate)
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 6, total: &total, celsius: 82)
        #expect(
            bench.deeds == [
                "throttle isolated 2/3 combined 2/3 bitrate 1.0", "throttle isolated 2/3 combined 1/2 bitrate 1.0",
            ])
        bench.feed(.reading(), at: .seconds(7))
        #expect(
            bench.statuses.last?.workload.sheds == [
                Shed(.combinedRate, share: .half, reason: .load), Shed(.combinedRate, share: .twoThirds, reason: .heat),
                Shed(.isolatedRate, share: .twoThirds, reason: .heat),
            ])
        #expect(bench.state.manifest(.recording)["shed"]?.list?.map { $0["reason"]?.text } == ["heat", "heat", "load"])
    }

    @Test func `a new worker begins with everything, and session json keeps what the one before left out`() throws {
        let history = SessionHistory(
            ledger: [
                Line.started(["back", "combined"]), Line.recording(1, [("back", "b0.mov"), ("combined", "c0.mov")]),
                Line.entry(
                    .shed, at: 2,
                    Line.fields(("step", "combined-rate"), ("share", "2/3"), ("reason", "load"), ("load", .null))),
                Line.entry(
                    .rateChanged, at: 2, Line.fields(("output", "combined"), ("share", "2/3"), ("at", Line.time(2)))),
                Line.entry(.workerLost),
            ], in: "/r/take")
        var bench = try Bench.running(SessionSettings(outputs: [back, .combined]), resuming: history)
        bench.feed(.reading(), at: .seconds(4))
        let status = try #require(bench.statuses.last)
        #expect(status.workload.sheds == [])
        #expect(bench.deeds == [])
        let manifest = bench.state.manifest(.recording)
        #expect(
            manifest["thinned"]?.line
                == #"{"combined":[{"share":"2/3","part":0,"start":{"time":"2026-11-21T14:05:05.250Z","running-time":2.0},"end":null}]}"#
        )
    }

    @Test func `what cannot be known or helped is said once`() throws {
        var bench = try Self.bench()
        bench.feed(.machine(MachineReading()), at: .seconds(3))
        bench.feed(.machine(MachineReading()), at: .seconds(4))
        var total = 0.0
        Self.work(1.9, on: &bench, from: 5, to: 12, total: &total)
        #expect(bench.deeds == [])
        #expect(
            bench.messages == [
                "The load of this machine is not known: only the queues before the encoders are watched.",
                "The load (95 %) is over budget.limit (90 %), and budget.shed has nothing more to leave out. End other programs, or record fewer or smaller pictures, before frames are lost.",
            ])
    }

    @Test func `a load that is not to be watched is not`() throws {
        var settings = SessionSettings(outputs: [back, .combined])
        settings.budget = nil
        var bench = try Bench.running(settings)
        var total = 0.0
        Self.work(1.9, on: &bench, from: 3, to: 12, total: &total)
        #expect(bench.deeds == [])
        #expect(bench.entries == [])
        #expect(bench.statuses.last?.workload.load == nil)
    }
}
