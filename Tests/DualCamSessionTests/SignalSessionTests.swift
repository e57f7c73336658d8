@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Reports about inputs that are silent, dark or frozen.
@Suite struct SignalSessionTests {
    private static let silent = SoundLevels(peak: [-91, -91], rms: [-91, -91])
    private static let loud = SoundLevels(peak: [-12, -14], rms: [-20, -22])

    private static func time(_ tenths: Int) -> RunningTime {
        RunningTime(nanoseconds: Int64(tenths) * 100_000_000)
    }

    /// Feeds sound levels between two tenths of a second of media time.
    private static func hear(_ levels: SoundLevels, _ tenths: ClosedRange<Int>, _ bench: inout Bench) {
        for tenth in tenths { bench.feed(.graph(.levels(levels, at: time(tenth))), at: .seconds(3)) }
    }

    private static func line(_ entry: LedgerEntry?) -> String {
        entry.map { JSONValue.object($0.fields).line } ?? ""
    }

    private static let warning =
        #"{"code":"microphone-silent","branch":"audio.source","message":"Microphone has been silent for 10 s, below "#
        + #"-60 dBFS. Look at its switch, its plug and its level. If that is meant, write microphone.expect: [silent].","#
        + #""input":"microphone","from":1.0}"#

    @Test func silenceIsInLedgerEventsStatusAndSessionFile() throws {
        var bench = try Bench.running()
        Self.hear(Self.silent, 11...270, &bench)
        #expect(bench.entries.map(\.kind) == [.warning] && bench.events.map(\.name) == ["warning"])
        #expect(Self.line(bench.entries.first) == Self.warning)
        bench.feed(.reading(), at: .seconds(4))
        guard case .status(let status)? = bench.events.last?.kind else { throw Missing() }
        #expect(status.signals.faults.map(\.fault) == [.silent])
        #expect(status.signals.faults.map(\.lasting) == [.seconds(26)] && status.signals.peaks == [.microphone: -91])
        #expect(
            JSONValue.object(status.members)["signals"]?.line
                == #"[{"input":"microphone","code":"microphone-silent","lasting":26.0}]"#)
        Self.hear(Self.loud, 271...272, &bench)
        #expect(
            Self.line(bench.entries.last)
                == #"{"code":"microphone-silent","input":"microphone","from":1.0,"to":27.0,"lasted":26.0}"#)
        #expect(bench.events.last?.name == "signal-restored")
        let told = bench.state.manifest(.finished)["signals"]?["microphone"]?.list?.first
        #expect(told?["code"]?.text == "microphone-silent" && told?["end"]?["running-time"]?.number == 27)
        #expect(bench.state.exit == .finished)
        bench.feed(.reading(), at: .seconds(5))
        guard case .status(let next)? = bench.events.last?.kind else { throw Missing() }
        #expect(next.signals.faults.isEmpty && JSONValue.object(next.members)["signals"] == nil)
    }

    /// The status reports the highest peak since the previous status.
    @Test func theLoudestMomentOfASecondIsTold() throws {
        var bench = try Bench.running()
        Self.hear(Self.loud, 11...12, &bench)
        Self.hear(SoundLevels(peak: [-30, -33], rms: [-40, -40]), 13...20, &bench)
        var peaks: [Double?] = []
        for second in 4...5 {
            bench.feed(.reading(), at: .seconds(second))
            guard case .status(let status)? = bench.events.last?.kind else { throw Missing() }
            peaks.append(status.signals.peaks[.microphone])
            Self.hear(SoundLevels(peak: [-30, -33], rms: [-40, -40]), 21...30, &bench)
        }
        #expect(peaks == [-12, -30])
    }

    @Test func aSessionWithoutAFaultSaysNothing() throws {
        var bench = try Bench.running()
        Self.hear(Self.loud, 11...200, &bench)
        #expect(bench.entries.isEmpty && bench.state.manifest(.finished)["signals"] == nil)
    }

    @Test(arguments: [Set<String>(), ["microphone"]])
    func aMutedMicrophoneIsNotSilent(muted: Set<String>) throws {
        var bench = try Bench.running()
        Self.hear(Self.silent, 11...80, &bench)
        bench.state.direction.muted = muted
        Self.hear(Self.silent, 81...300, &bench)
        #expect(bench.entries.map(\.kind) == (muted.isEmpty ? [.warning] : []))
    }

    @Test func aPauseAndALossEndIt() throws {
        let camera = InputName("back")
        let black = PictureSample(
            of: camera, digest: 1, colours: .init(darkest: 0, brightest: 0, mean: 0, spread: 0, tint: 0))
        var bench = try Bench.running()
        for second in 2...20 { bench.feed(.graph(.picture(black, at: .seconds(Int64(second)))), at: .seconds(3)) }
        #expect(bench.entries.map { $0["code"]?.text } == ["camera-black"])
        bench.feed(.graph(.inputLost(camera, at: .seconds(21))), at: .seconds(22))
        #expect(bench.entries.map(\.kind) == [.warning, .signalRestored, .inputLost])
        #expect(bench.entries[1]["to"]?.time == .seconds(20))
        Self.hear(Self.silent, 110...230, &bench)
        bench.state.paused(at: .seconds(24))
        Self.hear(Self.silent, 240...400, &bench)
        #expect(bench.state.signals.spells.map(\.to) == [.seconds(20), Self.time(230)])
    }

    /// A take that begins while a camera is frozen has its own warning, from its start on.
    @Test func aTakeIsToldOfWhatWasBefore() throws {
        var signals = SignalMonitor()
        let still = PictureSample(of: InputName("back"), digest: 1, colours: nil)
        let early = (0...20).flatMap { signals.see(still, of: nil, at: .seconds($0), part: nil) }
        #expect(early.isEmpty && signals.spells.isEmpty, "standby: \(early.words)")
        #expect(signals.read().faults.map(\.fault) == [.frozen])
        let told = signals.begin(at: .seconds(30), part: 0)
        #expect(told.count == 2 && signals.spells.map(\.from) == [.seconds(30)], "\(told.words)")
        var camera = Camera(name: "back")
        camera.expect = [.frozen]
        let ended = signals.see(still, of: camera, at: .seconds(31), part: 0)
        #expect(ended.count == 2 && signals.spells.map(\.to) == [.seconds(31)], "what is meant is not a fault any more")
    }

    /// A silence between the command and the first frame is known as well.
    @Test func aSilenceBeforeTheBeginningIsToldWithIt() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        Self.hear(Self.silent, 1...120, &bench)
        #expect(!bench.entries.contains { $0.kind == .warning })
        bench.feed(
            .graph(.recording(at: .seconds(12), wallClock: Bench.wallStart, clock: "test")), at: .seconds(3))
        let told = try #require(bench.entries.last)
        #expect(told.kind == .warning && told["from"]?.time == .seconds(12), "\(told)")
        #expect(told["message"]?.text?.hasPrefix("Microphone has been silent for 12 s") == true, "\(told)")
    }

    // MARK: The ledger
    @Test func theLedgerTellsHowLong() {
        let entry = { (kind: LedgerEntry.Kind, code: String, input: String, more: [JSONValue.Member]) in
            Line.entry(kind, at: 20, Line.fields(("code", .string(code)), ("input", .string(input))) + more)
        }
        let history = SessionHistory(
            ledger: [
                Line.recording(1, [("back", "b.mov")]),
                entry(.warning, "microphone-silent", "microphone", Line.fields(("from", Line.time(2)))),
                entry(.signalRestored, "microphone-silent", "microphone", Line.fields(("to", Line.time(15)))),
                entry(
                    .warning, "microphone-dead-channel", "microphone.room",
                    Line.fields(("from", Line.time(3)), ("channel", .count(2)))),
                entry(.warning, "sensor", "microphone", Line.fields(("from", Line.time(3)))),
                entry(.warning, "camera-frozen", "back", []),
                entry(.signalRestored, "camera-black", "back", Line.fields(("to", Line.time(15)))),
                entry(.warning, "microphone-silent", "microphone", Line.fields(("from", Line.time(16)))),
                entry(.signalRestored, "microphone-silent", "microphone", Line.fields(("to", Line.time(29)))),
                Line.entry(.stopping, at: 30, Line.fields(("at", Line.time(30)))),
            ], in: "/r/take")
        #expect(
            history.signalSums.map { "\($0.fault.text(of: $0.input)) \($0.length.components.seconds)" } == [
                "microphone silent 26", "right channel of microphone room dead 27",
            ])
    }

    private struct Missing: Error {}
}
