@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: inputs and outputs that come and go")
struct SessionRepairTests {
    private static let frontInput = InputName("front")
    private static let deviceGone = GraphFailure(.deviceMissing, input: frontInput, message: "front went away.")

    private static func lost(_ idle: Duration? = nil) -> SessionInput {
        .reading(inputs: [
            .init(name: InputName("back"), isLost: false, idle: .zero),
            .init(name: frontInput, isLost: true, idle: idle),
        ])
    }

    /// Returns a bench whose camera front was lost at running time 4 s (5 s of the session).
    private func withoutFront(_ settings: SessionSettings = SessionSettings(outputs: [back, front])) throws -> Bench {
        var bench = try Bench.running(settings)
        bench.feed(.graph(.failed(Self.deviceGone)), at: .seconds(5))
        bench.feed(.graph(.inputLost(Self.frontInput, at: .seconds(4))), at: .seconds(5))
        bench.finish(front, at: .seconds(5))
        return bench
    }

    @Test func `a camera that fails is taken out, and its file ends well`() throws {
        let bench = try withoutFront()
        #expect(bench.deeds == ["lose front", "digest take_front.mov"])
        #expect(bench.entries.map(\.kind) == [.warning, .inputLost, .fileFinished])
        #expect(
            bench.entries[1].fields == [
                .init("input", "front"), .init("at", .time(.seconds(4))), .init("reason", "failed"),
            ])
        #expect(bench.events.map(\.name) == ["warning", "input-lost", "file-finished"])
        #expect(bench.state.failures.isEmpty)
    }

    @Test func `a camera that is back has a new file in a moment, with a number of its own`() throws {
        var bench = try withoutFront()
        bench.feed(Self.lost(), at: .milliseconds(5_250))
        bench.deeds = []
        bench.entries = []
        bench.feed(.graph(.inputReturned(Self.frontInput, at: .seconds(6))), at: .seconds(7))
        #expect(bench.deeds == ["open take_front_001.mov at 6.3"])
        #expect(
            bench.entries.map { JSONValue.object($0.fields).line } == [
                #"{"input":"front","at":6.0,"away":2.0,"attempts":1}"#,
                #"{"segment":1,"at":6.3,"reason":"input-returned","files":[{"output":"front","file":"take_front_001.mov","segment":1}]}"#,
            ])
        #expect(bench.state.inputs.absences.map(\.to) == [.seconds(6)])
    }

    @Test func `refusals are said once, not at every attempt`() throws {
        var bench = try withoutFront()
        bench.events = []
        let refusal = GraphFailure(.deviceMissing, input: Self.frontInput, message: "No device.")
        for second in 6...40 {
            bench.feed(Self.lost(), at: .seconds(second))
            bench.feed(.applyFailed(.reopenInput(Self.frontInput), refusal), at: .seconds(second))
        }
        #expect(bench.messages == ["No device."])
        #expect(bench.deeds.filter { $0 == "reopen front" }.count > 5)
    }

    @Test func `the boundary goes on without a lost camera, and keeps to the common grid`() throws {
        var bench = try withoutFront(SessionSettings(outputs: [back, front], segment: .seconds(60)))
        bench.deeds = []
        bench.feed(.graph(.inputReturned(Self.frontInput, at: .seconds(6))), at: .seconds(7))
        bench.feed(.deadline(.segment), at: .seconds(59))
        #expect(
            bench.deeds == [
                "open take_front_001.mov at 6.3", "open take_back_002.mov take_front_002.mov at 61.0",
                "arm segment 119.0",
            ])
    }

    @Test(arguments: [
        (59_500, ["open take_front_002.mov at 58.8", "open take_front_003.mov at 61.0"]),
        (61_000, ["open take_front_002.mov at 61.0"]), (62_000, ["open take_front_002.mov at 61.3"]),
    ])
    func `a camera that returns about a boundary is cut with the others`(milliseconds: Int, deeds: [String]) throws {
        var bench = try withoutFront(SessionSettings(outputs: [back, front], segment: .seconds(60)))
        bench.feed(.deadline(.segment), at: .seconds(59))
        #expect(bench.deeds.suffix(2).first == "open take_back_001.mov at 61.0")
        bench.deeds = []
        bench.feed(
            .graph(.inputReturned(Self.frontInput, at: .seconds(57))), at: .milliseconds(milliseconds))
        #expect(bench.deeds == deeds)
    }

    @Test func `all cameras may be out: the session waits`() throws {
        var bench = try withoutFront()
        bench.feed(.graph(.inputLost(InputName("back"), at: .seconds(5))), at: .seconds(6))
        bench.finish(back, at: .seconds(6))
        for second in 7...200 { bench.feed(Self.lost(), at: .seconds(second)) }
        #expect(bench.state.phase == .running)
        let status = try #require(bench.statuses.last)
        #expect(!status.isFlowing)
        #expect(status.lost.map(\.rawValue).sorted() == ["back", "front"])
    }

    @Test func `a lost microphone has no file to open when it is back`() throws {
        var bench = try Bench.running()
        bench.feed(.graph(.inputLost(.microphone, at: .seconds(4))), at: .seconds(5))
        bench.feed(.graph(.inputReturned(.microphone, at: .seconds(6))), at: .seconds(7))
        #expect(bench.deeds == [])
        #expect(bench.events.map(\.name) == ["input-lost", "input-returned"])
    }

    @Test(arguments: [
        (MissingInput.fail, Phase.finishing, false), (.wait, .finishing, false), (.continue, .preparing, true),
    ])
    func `what a camera that fails before recording costs`(rule: MissingInput, phase: Phase, isTaken: Bool) throws {
        var settings = SessionSettings(outputs: [back, front])
        settings.recording.missingCamera = rule
        var bench = try Bench(settings)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.graph(.failed(Self.deviceGone)), at: .seconds(1))
        #expect(bench.state.phase == phase)
        #expect(bench.deeds.contains("lose front") == isTaken)
        #expect(bench.state.outcome.exit == (isTaken ? .finished : .unavailable))
    }

    /// The rule for missing cameras does not apply to microphones.
    @Test(arguments: [
        (MissingInput.continue, MissingInput.fail, Phase.finishing), (.continue, .wait, .finishing),
        (.fail, .continue, .preparing),
    ])
    func `what a microphone that fails before recording costs`(
        cameras: MissingInput, microphones: MissingInput, phase: Phase
    ) throws {
        var settings = SessionSettings(outputs: [back, front])
        (settings.recording.missingCamera, settings.recording.missingMicrophone) = (cameras, microphones)
        var bench = try Bench(settings)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        let gone = GraphFailure(.deviceMissing, input: .microphone, message: "The microphone went away.")
        bench.feed(.graph(.failed(gone)), at: .seconds(1))
        #expect(bench.state.phase == phase)
        #expect(bench.deeds.contains("lose microphone") == (phase == .preparing))
    }

    @Test func `a session begins without the cameras that are absent`() throws {
        var settings = SessionSettings(outputs: [back, front])
        settings.recording.missingCamera = .continue
        var bench = try Bench(settings, absent: [Self.frontInput])
        bench.feed(.begin(freeBytes: nil), at: .zero)
        #expect(bench.deeds.first == "start take_back.mov")
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: 0, clock: "c")), at: .seconds(1))
        #expect(bench.events.map(\.name) == ["started", "recording", "input-lost"])
        bench.feed(Self.lost(), at: .milliseconds(1_250))
        #expect(bench.deeds.last == "reopen front")
    }

    @Test(arguments: [
        (MissingInput.fail, [String](), Phase.finishing), (.wait, ["arm start 20.0"], .preparing),
        (.continue, ["arm start 20.0", "lose front"], .preparing),
    ])
    func `an input that delivers nothing at the start`(rule: MissingInput, deeds: [String], phase: Phase) throws {
        var settings = SessionSettings(outputs: [back, front])
        settings.recording.missingCamera = rule
        var bench = try Bench(settings)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(
            .reading(inputs: [.init(name: Self.frontInput, isLost: false, idle: nil)]), at: .seconds(1))
        bench.deeds = []
        bench.feed(.deadline(.start), at: .seconds(10))
        #expect(bench.state.phase == phase)
        #expect(bench.deeds.prefix(deeds.count) == deeds[...])
    }

    @Test func `a failed output goes on in a new file`() throws {
        var bench = try Bench.running()
        bench.feed(.graph(.failed(.encoder(of: front))), at: .seconds(3))
        bench.feed(.reading(), at: .seconds(4))
        #expect(bench.deeds == ["drop front", "restore front"])
        bench.entries = []
        bench.feed(.applied(.restoreOutput(front)), at: .seconds(4))
        #expect(bench.deeds.last == "open take_front_001.mov at 3.3")
        #expect(
            bench.entries.map { JSONValue.object($0.fields).line } == [
                #"{"output":"front","file":"take_front_001.mov","at":3.3,"files":[{"output":"front","file":"take_front_001.mov","segment":1}]}"#
            ])
        bench.feed(.stop(.interrupt), at: .seconds(9))
        #expect(bench.state.files.awaited.map(\.path) == ["/r/take/take_back.mov", "/r/take/take_front_001.mov"])
    }

    @Test func `after a failure of the disk it goes on in the other place`() throws {
        var settings = SessionSettings(outputs: [back, front])
        settings.recording.fallback = "/spare"
        var bench = try Bench.running(settings)
        bench.feed(.graph(.failed(GraphFailure(.diskFull, output: front, message: "Full."))), at: .seconds(3))
        bench.feed(.reading(), at: .seconds(4))
        bench.feed(.folderMade("/spare/take", for: front, nil), at: .seconds(4))
        bench.feed(.applied(.restoreOutput(front)), at: .seconds(4))
        #expect(
            bench.deeds == [
                "drop front", "make /spare/take for front", "restore front",
                "open /spare/take/take_front_001.mov at 3.3",
            ])
        #expect(bench.entries.last?.fields[1] == .init("file", "/spare/take/take_front_001.mov"))
    }

    @Test func `a place that cannot be made is a failed attempt`() throws {
        var settings = SessionSettings(outputs: [back, front])
        settings.recording.fallback = "/spare"
        var bench = try Bench.running(settings)
        bench.feed(.graph(.failed(GraphFailure(.diskFailed, output: front, message: "EIO."))), at: .seconds(3))
        bench.feed(.reading(), at: .seconds(4))
        bench.feed(
            .folderMade("/spare/take", for: front, FolderFailure(.createFolder, path: "/spare/take", errorNumber: 30)),
            at: .seconds(4))
        bench.deeds = []
        bench.feed(.reading(), at: .seconds(6))
        #expect(bench.deeds == ["restore front"])
        #expect(bench.state.phase == .running)
    }

    @Test func `a session in which nothing can record for a minute ends as its first failure says`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.graph(.failed(.encoder(of: back))), at: .seconds(3))
        let refusal = GraphFailure(.encoderFailed, output: back, message: "No encoder.")
        for second in 4...63 {
            bench.feed(.reading(), at: .seconds(second))
            bench.feed(.applyFailed(.restoreOutput(back), refusal), at: .seconds(second))
        }
        #expect(bench.state.phase == .running)
        bench.feed(.reading(), at: .seconds(64))
        #expect(bench.deeds.contains("stop now"))
        #expect(bench.state.life.reason == .failure)
        #expect(bench.state.outcome.exit == .unavailable)
    }

    @Test func `an encoder that only another process can replace executor the session on, whatever failed before`()
        throws
    {
        var settings = SessionSettings(outputs: [back, front])
        settings.isSupervised = true
        var bench = try Bench.running(settings)
        bench.feed(.graph(.failed(.encoder(of: back))), at: .seconds(3))
        bench.feed(.reading(), at: .seconds(4))
        bench.feed(.applyFailed(.restoreOutput(back), GraphFailure(.fault, message: "It hangs.")), at: .seconds(6))
        #expect(bench.deeds.contains("stop now"))
        #expect(bench.state.outcome.isHandedOn)
    }
}

extension Bench {
    var statuses: [SessionEvent.Status] {
        events.compactMap { event in
            if case .status(let status) = event.kind { status } else { nil }
        }
    }
}
