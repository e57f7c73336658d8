import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamConfig
@testable import DualCamRecordings
@testable import DualCamSession

/// A session that stands by, tested by its inputs and actions.
@Suite struct StandbyTests {
    private static let record = CommandNumber(value: 7)

    private func bench(
        _ change: (inout SessionSettings) -> Void = { _ in }, absent: Set<InputName> = []
    ) throws -> Bench {
        var settings = SessionSettings(outputs: [back, front])
        change(&settings)
        var bench = try Bench(
            settings, template: "take_{time}_{output}", absent: absent, standsBy: true,
            pipeline: Pipeline(cameras: [Camera(name: "back"), Camera(name: "front")]))
        bench.feed(.begin(freeBytes: nil), at: .zero)
        return bench
    }

    private func command(_ name: ControlCommand.Name, _ arguments: JSONValue.Member...) throws -> ControlCommand {
        try ControlCommand(name, arguments)
    }

    /// Nothing is written or started before there is a folder.
    @Test func aTakeBeginsWhenItIsAskedFor() throws {
        var bench = try bench()
        #expect(bench.deeds == ["stand by"])
        #expect(bench.state.controlState.phase == .preparing)
        bench.feed(.standing(nil), at: .seconds(1))
        #expect(bench.events.map(\.name) == ["standby"])
        #expect(bench.state.controlState.phase == .standby)
        #expect(bench.state.controlState.folder == nil)
        bench.feed(.reading(now: .seconds(60)), at: .seconds(61))
        bench.feed(.reading(now: .seconds(60)), at: .milliseconds(61_500))
        #expect(bench.events.map(\.name) == ["standby", "status"])
        bench.feed(.command(Self.record, try command(.record, .init("duration", "5s"))), at: .seconds(62))
        #expect(bench.deeds == ["stand by", "make session"])
        #expect(bench.entries.isEmpty && bench.answers.isEmpty)
        // The wall clock was set meanwhile and does not matter.
        let wall = Bench.wallStart + 3_600_000_000_000
        bench.feed(.sessionMade("/r/take_150503", unixNanoseconds: wall, nil), at: .seconds(62))
        #expect(
            bench.deeds.suffix(2) == [
                "start /r/take_150503/take_150503_back.mov /r/take_150503/take_150503_front.mov", "arm start 72.0",
            ])
        #expect(bench.entries.map(\.kind) == [.started])
        #expect(bench.entries.first?.unixNanoseconds == wall)
        #expect(bench.manifests.last?["overrides"] == .array(["cameras.back.rate=15", "recording.duration=5s"]))
        bench.feed(.graph(.recording(at: .seconds(63), wallClock: wall, clock: "test")), at: .milliseconds(62_100))
        #expect(bench.answers[7]?.line == #"{"at":63.0,"folder":"/r/take_150503"}"#)
        #expect(bench.deeds.contains("stop at 68.0"))
    }

    @Test func whatIsAskedForBeforeTheDevicesAreOpenWaitsForThem() throws {
        var bench = try bench()
        bench.feed(.command(Self.record, try command(.record)), at: .milliseconds(10))
        #expect(bench.deeds == ["stand by"])
        bench.feed(.standing(nil), at: .seconds(1))
        #expect(bench.deeds == ["stand by", "make session"])
        bench.feed(.command(CommandNumber(value: 8), try command(.record)), at: .seconds(1))
        #expect(bench.answers[8]?.line == "It is recording already. Stop the take first.")
    }

    /// The levels are shown before a take, and gain and other settings can be changed then too.
    @Test func theSoundIsSetBeforeATake() throws {
        var bench = try bench()
        bench.state.direction.pipeline?.microphones = [Microphone()]
        let gain = try command(.gain, .init("gain", "3dB"))
        bench.feed(.command(CommandNumber(value: 1), gain), at: .milliseconds(10))
        #expect(bench.answers[1]?.line == "The devices are being opened. Try again when it is recording.")
        bench.feed(.standing(nil), at: .seconds(1))
        bench.feed(.command(CommandNumber(value: 2), gain), at: .seconds(1))
        #expect(bench.answers[2] == nil && bench.deeds.count == 2, "\(bench.deeds)")
        #expect(bench.state.controlState.settings.first { $0.name == "mute" }?.obstacle == nil)
    }

    @Test func whatCannotBeginLeavesItStandingBy() throws {
        var bench = try bench(absent: [InputName("front")])
        bench.feed(.standing(nil), at: .seconds(1))
        #expect(bench.events.map(\.name) == ["standby", "input-lost"])
        bench.feed(.command(Self.record, try command(.record)), at: .seconds(2))
        #expect(
            bench.answers[7]?.line
                == "There is no signal from front. Wait until it is back, or set recording.missing-camera: continue to record what is there."
        )
        bench.feed(.graph(.inputReturned(InputName("front"), at: .seconds(3))), at: .seconds(3))
        let pipeline = bench.state.direction.pipeline
        bench.state.direction.pipeline = nil
        bench.feed(.command(Self.record, try command(.record, .init("duration", "6s"))), at: .seconds(4))
        #expect(bench.answers[7]?.line == "This recording takes no directions.")
        bench.state.direction.pipeline = pipeline
        bench.feed(.command(Self.record, try command(.record)), at: .seconds(5))
        let refusal = SessionFailure(.outputNotCreated, exit: .outputNotCreated, message: "No room.", advice: "")
        bench.feed(.sessionMade("/r", unixNanoseconds: 0, refusal), at: .seconds(6))
        #expect(bench.answers[7]?.line == "No room.")
        bench.feed(.command(CommandNumber(value: 9), try command(.stop)), at: .seconds(7))
        #expect(bench.answers[9]?.line == "Nothing is being recorded. Begin a take with 'record'.")
        #expect(bench.state.phase == .standby && bench.entries.isEmpty)
        #expect(!bench.deeds.contains { $0.hasPrefix("start") })
    }

    private static let closed = SessionFailure(
        .outputNotCreated, exit: .outputNotCreated, message: "The folder is closed.", advice: "Use --output DIR.",
        remoteAdvice: "Open it.")

    private func warnings(_ bench: Bench) -> [String] {
        bench.events.compactMap { event in
            guard case .warning(let code, _, let message) = event.kind else { return nil }
            return "\(code.rawValue): \(message)"
        }
    }

    /// An obstacle to a take is reported once, and again when it is gone. Remote clients get no advice about options.
    @Test func whatStandsInTheWayOfATakeIsKnownBefore() throws {
        var bench = try bench()
        bench.feed(.standing(nil), at: .seconds(1))
        bench.feed(.obstacle(nil), at: .seconds(1))
        #expect(warnings(bench) == [] && bench.state.life.standby.obstacle == nil)
        bench.feed(.obstacle(Self.closed), at: .seconds(60))
        bench.feed(.obstacle(Self.closed), at: .seconds(120))
        #expect(warnings(bench) == ["standby: No take can begin now: The folder is closed. Open it."])
        bench.feed(.reading(now: .seconds(121)), at: .seconds(121))
        let status = try #require(bench.state.controlState.status)
        #expect(status.obstacle == Self.closed)
        #expect(
            JSONValue.object(status.members)["obstacle"]?.line
                == #"{"code":"output-not-created","exit-code":73,"message":"The folder is closed.","advice":"Open it."}"#
        )
        bench.feed(.obstacle(nil), at: .seconds(180))
        #expect(warnings(bench).dropFirst() == ["standby: A take can begin again."])
    }

    /// Free space is read every second and need not wait for the next check.
    @Test func spaceThatComesAndGoes() throws {
        var bench = try bench { $0.storage.keepFree = ByteCount(bytes: 1_000_000_000) }
        bench.feed(.standing(nil), at: .seconds(1))
        bench.feed(.space(999_000_000), at: .seconds(2))
        bench.feed(.space(998_000_000), at: .seconds(3))
        #expect(warnings(bench).count == 1 && bench.state.life.standby.obstacle?.code == .diskFull)
        // A little more space does not remove the obstacle, so that the report does not change every second.
        bench.feed(.space(1_000_000_001), at: .seconds(4))
        #expect(bench.state.life.standby.obstacle != nil)
        bench.feed(.space(1_200_000_000), at: .seconds(5))
        #expect(warnings(bench).count == 2 && bench.state.life.standby.obstacle == nil)
    }

    /// A full disk is not an obstacle if old sessions may be deleted to make room.
    @Test func spaceThatOldSessionsWouldMakeIsNoObstacle() throws {
        var bench = try bench { $0.storage.whenFull = .deleteOldest }
        bench.feed(.standing(nil), at: .seconds(1))
        bench.feed(.space(1), at: .seconds(2))
        #expect(warnings(bench) == [] && bench.state.life.standby.obstacle == nil)
    }

    /// Space that was freed within the last second counts: the reading that comes with the new folder is newer.
    @Test func roomThatHasJustBeenMadeIsEnough() throws {
        var bench = try bench { $0.storage.keepFree = ByteCount(bytes: 1_000_000_000) }
        bench.feed(.standing(nil), at: .seconds(1))
        bench.feed(.space(1), at: .seconds(2))
        bench.feed(.command(Self.record, try command(.record)), at: .seconds(2))
        bench.feed(.space(5_000_000_000), at: .seconds(2))
        bench.feed(.sessionMade("/r/take", unixNanoseconds: Bench.wallStart, nil), at: .seconds(2))
        #expect(bench.deeds.contains { $0.hasPrefix("start") })
    }

    /// The log has what was refused to clients, with the reason; the answer has the exit code of `run`.
    @Test func aRefusedTakeLeavesALine() throws {
        var bench = try bench()
        bench.feed(.standing(nil), at: .seconds(1))
        bench.feed(.command(Self.record, try command(.record, .init("last", "10s"))), at: .seconds(2))
        bench.feed(.command(Self.record, try command(.record)), at: .seconds(3))
        bench.feed(.sessionMade("/r", unixNanoseconds: 0, Self.closed), at: .seconds(3))
        #expect(
            warnings(bench) == [
                "take: The take could not begin: Nothing of the past is kept. Write a longer recording.pre-roll into the pipeline file.",
                "standby: No take can begin now: The folder is closed. Open it.",
                "take: The take could not begin: The folder is closed. Open it.",
            ])
        #expect(bench.answers[7]?.line == "The folder is closed. Open it.")
    }

    @Test(arguments: [
        (SessionFailure.Code.diskFull, ExitCode.diskFailed, ControlCode.diskFull),
        (.diskFailed, .diskFailed, .diskFailed), (.outputNotCreated, .outputNotCreated, .outputNotCreated),
        (.deviceMissing, .unavailable, .unavailable), (.tooHot, .heat, .tooHot), (.fault, .fault, .failed),
    ])
    func theAnswerHasTheReasonOfRun(code: SessionFailure.Code, exit: ExitCode, told: ControlCode) {
        #expect(ControlRefusal(SessionFailure(code, exit: exit, message: "M.", advice: "A.")).code == told)
    }

    /// Lost cameras are searched for as in a recording; an encoder that fails only matters for the next take.
    @Test func camerasComeAndGo() throws {
        var bench = try bench { $0.recording.missingCamera = .continue }
        bench.feed(.standing(nil), at: .seconds(1))
        let failure = GraphFailure(.deviceMissing, input: InputName("back"), message: "Gone.")
        bench.feed(.graph(.failed(failure)), at: .seconds(2))
        bench.feed(.graph(.inputLost(InputName("back"), at: .seconds(2))), at: .seconds(2))
        bench.feed(.reading(now: .seconds(3)), at: .seconds(3))
        bench.feed(.graph(.failed(GraphFailure(.encoderFailed, output: front, message: "Out."))), at: .seconds(3))
        #expect(bench.deeds == ["stand by", "lose back", "reopen back"])
        #expect(bench.state.phase == .standby)
        bench.feed(.command(Self.record, try command(.record)), at: .seconds(4))
        bench.feed(.sessionMade("/r/take", unixNanoseconds: Bench.wallStart, nil), at: .seconds(4))
        #expect(bench.deeds.contains { $0.hasPrefix("start") && !$0.contains("back") })
        bench.feed(.graph(.recording(at: .seconds(5), wallClock: 0, clock: "test")), at: .seconds(5))
        #expect(bench.entries.map(\.kind) == [.started, .recording, .inputLost])
        #expect(bench.state.failures.isEmpty)
    }

    /// Previously, a camera that returned between the record command and the first frame had no file for the whole
    /// take.
    @Test(arguments: [false, true])
    func aCameraThatComesBackMeanwhileIsRecorded(_ isToldLater: Bool) throws {
        var bench = try bench({ $0.recording.missingCamera = .continue }, absent: [InputName("front")])
        bench.feed(.standing(nil), at: .seconds(1))
        bench.feed(.command(Self.record, try command(.record)), at: .seconds(2))
        bench.feed(.sessionMade("/r/take", unixNanoseconds: Bench.wallStart, nil), at: .seconds(2))
        bench.feed(.reading(now: .seconds(2)), at: .seconds(2))
        let events: [GraphEvent] = [
            .inputReturned(InputName("front"), at: .seconds(2)),
            .recording(at: .seconds(3), wallClock: Bench.wallStart, clock: "test"),
        ]
        for event in isToldLater ? events.reversed() : events { bench.feed(.graph(event), at: .seconds(3)) }
        let segments = bench.entries.filter { $0.kind == .segment }
        #expect(segments.map { $0["reason"]?.text } == ["input-returned"])
        #expect(segments.first?["files"]?.list?.map { $0["output"]?.text } == ["front"])
        let told = bench.entries.filter { [.inputLost, .inputReturned].contains($0.kind) }.suffix(2)
        #expect(told.map { $0["at"]?.time } == [.seconds(3), .seconds(3)])
    }

    @Test(arguments: [
        (SessionInput.stop(.interrupt), StopReason.interrupt, ExitCode.finished),
        (.stop(.reload), .reload, .finished),
        (.graph(.closed), .failure, .fault),
        (.standing(GraphFailure(.deviceBusy, message: "Busy.")), .failure, .unavailable),
    ])
    func endsWithoutATrace(input: SessionInput, reason: StopReason, exit: ExitCode) throws {
        var bench = try bench()
        if case .standing = input {} else { bench.feed(.standing(nil), at: .seconds(1)) }
        bench.feed(input, at: .seconds(2))
        bench.feed(.graphClosed(nil), at: .seconds(3))
        bench.feed(.saved(nil), at: .seconds(3))
        #expect(bench.state.phase == .finished)
        #expect(bench.state.outcome.reason == reason && bench.state.outcome.exit == exit)
        #expect(bench.state.outcome.folder == nil && !bench.state.outcome.isHandedOn && bench.entries.isEmpty)
        #expect(
            bench.deeds == [
                "stand by", "close 5.0", "arm close 8.0", "disarm close", "discard 0", "arm save 8.0", "disarm save",
            ])
    }

    /// A folder that is created after the end was requested is removed again.
    @Test func aFolderThatComesTooLateGoesAgain() throws {
        var bench = try bench()
        bench.feed(.standing(nil), at: .seconds(1))
        bench.feed(.command(Self.record, try command(.record)), at: .seconds(1))
        bench.feed(.stop(.terminate), at: .seconds(1))
        bench.feed(.graphClosed(nil), at: .seconds(2))
        #expect(!bench.deeds.contains("discard 0"))
        bench.feed(.sessionMade("/r/take", unixNanoseconds: 0, nil), at: .seconds(3))
        bench.feed(.saved(nil), at: .seconds(3))
        #expect(bench.deeds.contains("discard 0"))
        #expect(bench.state.phase == .finished)
        #expect(bench.answers[7]?.line == "The recording is over. Start dualcam again.")
    }

    /// A changed pipeline file does not end a running take.
    @Test func aReloadWaitsForTheTake() throws {
        var bench = try bench()
        bench.feed(.standing(nil), at: .seconds(1))
        bench.feed(.command(Self.record, try command(.record)), at: .seconds(1))
        bench.feed(.stop(.reload), at: .seconds(1))
        bench.feed(.sessionMade("/r/take", unixNanoseconds: 0, nil), at: .seconds(1))
        bench.feed(.stop(.reload), at: .seconds(1))
        #expect(bench.state.phase == .preparing)
    }
}

extension Result<ControlAnswer, ControlRefusal> {
    var line: String {
        switch self {
        case .success(let answer): answer.json.line
        case .failure(let refusal): Sentence.joined(refusal.message, refusal.advice)
        }
    }
}
