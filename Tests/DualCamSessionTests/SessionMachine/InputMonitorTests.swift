@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: cameras and microphones")
struct InputMonitorTests {
    private static let camera = InputName("back")

    private static func input(_ name: String, idle: Duration?, isLost: Bool = false) -> GraphStatistics.Input {
        .init(name: InputName(name), isLost: isLost, idle: idle)
    }

    @Test func `what is wrong is said once, and the input is taken out`() {
        var inputs = InputMonitor()
        let fail = { (inputs: inout InputMonitor, second: Int) in
            inputs.observe(.failed(Self.camera), of: Self.camera, nil, "It broke.", at: .seconds(second)).words
        }
        #expect(fail(&inputs, 20) == ["warn input: It broke.", "lose back"])
        #expect(inputs.isAway(Self.camera) && inputs.away == [Self.camera])
        #expect(fail(&inputs, 21) == [])
        #expect(
            inputs.lost(Self.camera, at: .seconds(20), in: .at(21)).words == [
                #"record input-lost {"input":"back","at":20.0,"reason":"failed"}"#, "emit input-lost",
            ])
        #expect(inputs.lost(Self.camera, at: .seconds(22), in: .at(22)) == [], "it is out already")
        #expect(
            inputs.returned(Self.camera, at: .seconds(30), now: .seconds(31)).words == [
                #"record input-returned {"input":"back","at":30.0,"away":10.0,"attempts":0}"#, "emit input-returned",
            ])
        #expect(
            !inputs.isAway(Self.camera) && inputs.wasAway(Self.camera, in: 0) && !inputs.wasAway(Self.camera, in: 1))
        #expect(inputs.absences.map(\.to) == [.seconds(30)])
        #expect(fail(&inputs, 40).first == "warn input: It broke.", "it was well in between")
    }

    /// The camera returned before recording began, and this is reported later: an absence must not end before it
    /// begins.
    @Test func `an absence is never shorter than nothing`() {
        var inputs = InputMonitor()
        _ = inputs.lost(Self.camera, at: .seconds(20), in: .at(20))
        let words = inputs.returned(Self.camera, at: .seconds(15), now: .seconds(21)).words
        #expect(words.first == #"record input-returned {"input":"back","at":20.0,"away":0.0,"attempts":0}"#)
        #expect(inputs.absences.map(\.to) == [.seconds(20)])
    }

    /// With a loose plug, each absence is reported, and each has its own end.
    @Test func `an input that is lost again and again is told of each time`() {
        var inputs = InputMonitor()
        for round in 0..<4 {
            let second = 20 + 20 * round
            let lost = inputs.lost(Self.camera, at: .seconds(Int64(second)), in: .at(second))
            #expect(lost.words.last == "emit input-lost", "round \(round)")
            _ = inputs.returned(Self.camera, at: .seconds(Int64(second + 10)), now: .seconds(second + 10))
        }
        #expect(inputs.absences.map(\.from) == [20, 40, 60, 80].map { .seconds($0) })
        #expect(inputs.absences.map(\.to) == [30, 50, 70, 90].map { .seconds($0) })
    }

    @Test func `inputs that were never there are told of when recording begins, and looked for`() {
        var inputs = InputMonitor(absent: [Self.camera])
        #expect(inputs.tellLosses(at: nil).words == ["emit input-lost"])
        #expect(inputs.absences.isEmpty, "nothing is recorded")
        #expect(
            inputs.tellLosses(at: .seconds(1), part: 0).words == [
                #"record input-lost {"input":"back","at":1.0,"reason":"missing"}"#, "emit input-lost",
            ])
        #expect(inputs.judge(isLive: false, at: .seconds(3)) == [])
        #expect(inputs.judge(isLive: true, at: .seconds(3)).words == ["reopen back"])
    }

    /// Recording waits for the first frame of a slow camera, but not as long for a fast one that is dead. Previously,
    /// it did not wait for the slow one.
    @Test func `recording waits for the first frame of a slow camera`() {
        let slow = FrameTimeouts(slowest: [FrameRate(1, 20)])
        let start = { (inputs: inout InputMonitor, read: [GraphStatistics.Input], second: Int) in
            inputs.read(read)
            return inputs.startTimedOut(in: .at(second)).words
        }
        let back = GraphStatistics.Input(name: Self.camera, isLost: false, idle: nil, timeouts: slow)
        var inputs = InputMonitor()
        for second in [10, 20, 30, 40] { #expect(start(&inputs, [back], second) == ["arm start \(second + 10).0"]) }
        #expect(start(&inputs, [back], 50).first?.hasPrefix("fail start-timeout") == true)
        var others = InputMonitor()
        #expect(
            start(&others, [back, Self.input("front", idle: nil)], 10).first?.hasPrefix("fail start-timeout") == true)
    }

    /// A bad cable damages every picture from the start.
    @Test func `a camera whose pictures all arrive damaged is told as that`() {
        var (inputs, back) = (InputMonitor(), Self.input("back", idle: nil))
        back.damaged = 290
        inputs.read([back])
        guard case .fail(let failure)? = inputs.startTimedOut(in: .at(10)).first else {
            Issue.record("it goes on")
            return
        }
        #expect(
            failure.message
                == "Recording did not begin within 10 s: only damaged pictures have come, 290 of camera back.")
        #expect(failure.exit == .unavailable)
        for advice in ["cable", "hub", "cameras.back.damaged: keep"] { #expect(failure.advice.contains(advice)) }
    }

    @Test(arguments: [
        ([] as [GraphStatistics.Input], true), ([input("back", idle: .zero)], true),
        ([input("back", idle: nil)], false), ([input("back", idle: .seconds(1))], false),
        ([input("front", idle: .zero)], false), ([input("back", idle: nil), input("side", idle: .zero)], true),
    ])
    func `files grow while something comes from an input that is there`(read: [GraphStatistics.Input], expected: Bool) {
        var inputs = InputMonitor(absent: [InputName("front")])
        inputs.read(read)
        #expect(inputs.deliver == expected)
    }

    @Test(arguments: [
        (MissingInput.fail, input("back", idle: nil), ["fail start-timeout"]),
        (
            .fail, input("back", idle: .zero),
            [
                "arm start 20.0",
                "warn input: Every input delivers, but recording has not begun yet: the machine is too slow.",
            ]
        ),
        (
            .wait, input("back", idle: nil),
            ["arm start 20.0", "warn input: Nothing has come from camera back for 10 s; recording waits for it."]
        ),
        (
            .continue, input("back", idle: nil),
            [
                "arm start 20.0", "warn input: Nothing has come from camera back; recording begins without it.",
                "lose back",
            ]
        ),
    ])
    func `a recording that does not begin`(rule: MissingInput, read: GraphStatistics.Input, expected: [String]) {
        var settings = SessionSettings(outputs: [back, front])
        settings.recording.missingCamera = rule
        var inputs = InputMonitor()
        inputs.read([read])
        #expect(inputs.startTimedOut(in: .at(10, .preparing, settings)).words == expected)
    }

    /// Previously, the recording ended with exit code 70 and "not every input delivers", and no microphone was named.
    @Test func `every input from which nothing came is named, with what to do`() {
        var inputs = InputMonitor()
        inputs.read([
            Self.input("back", idle: .zero), Self.input("front", idle: nil), Self.input("microphone", idle: nil),
            Self.input("microphone.room", idle: nil),
        ])
        guard case .fail(let failure) = inputs.startTimedOut(in: .at(10, .preparing)).first else {
            Issue.record("no failure")
            return
        }
        let silent = "nothing came from camera front, the microphone and microphone room."
        #expect(failure.message == "Recording did not begin within 10 s: \(silent)")
        #expect(failure.exit == .unavailable)
        #expect(failure.advice.contains("'dualcam devices --microphones'"), "\(failure.advice)")
        #expect(failure.advice.contains("recording.missing-microphone"), "\(failure.advice)")
    }

    @Test func `an input that is waited for is named again after twice the time`() {
        var settings = SessionSettings(outputs: [back])
        settings.recording.missingMicrophone = .wait
        var inputs = InputMonitor()
        inputs.read([Self.input("microphone", idle: nil)])
        let warned = [10, 20, 30, 40, 50].map { second in
            inputs.startTimedOut(in: .at(second, .preparing, settings)).words.dropFirst().joined()
        }
        #expect(
            warned
                == [10, 20, nil, 40, nil].map { length in
                    length.map {
                        "warn input: Nothing has come from the microphone for \($0) s; recording waits for it."
                    } ?? ""
                })
    }

    /// Previously, an input that delivered after a long wait failed as too slow.
    @Test func `an input that comes after a long wait gets as much time as any other`() {
        var settings = SessionSettings(outputs: [back])
        settings.recording.missingCamera = .wait
        var inputs = InputMonitor()
        inputs.read([Self.input("back", idle: nil)])
        for second in 1...100 { _ = inputs.startTimedOut(in: .at(second * 10, .preparing, settings)) }
        inputs.read([Self.input("back", idle: .zero)])
        for second in 101...105 {
            let words = inputs.startTimedOut(in: .at(second * 10, .preparing, settings)).words
            #expect(words.first == "arm start \(second * 10 + 10).0")
        }
        #expect(inputs.startTimedOut(in: .at(1060, .preparing, settings)).words == ["fail start-timeout"])
    }

    /// Previously, only the damaged camera was named, and not the silent microphone.
    @Test func `damaged pictures hide no other input from which nothing came`() {
        var settings = SessionSettings(outputs: [back])
        (settings.recording.missingCamera, settings.recording.missingMicrophone) = (.wait, .wait)
        var (inputs, back) = (InputMonitor(), Self.input("back", idle: nil))
        back.damaged = 3
        inputs.read([back, Self.input("microphone", idle: nil)])
        #expect(
            inputs.startTimedOut(in: .at(10, .preparing, settings)).words.last
                == "warn input: Only damaged pictures have come, 3 of camera back, and nothing from the microphone "
                + "for 10 s; recording waits for them.")
    }

    /// Previously, the camera was called slow, was not searched for, and the recording ended after a minute.
    @Test(arguments: [MissingInput.continue, .wait])
    func `a lone camera that is lost before the start is looked for as long as it takes`(rule: MissingInput) {
        var settings = SessionSettings(outputs: [back])
        settings.recording.missingCamera = rule
        var inputs = InputMonitor()
        let start = { (inputs: inout InputMonitor, second: Int) in
            inputs.startTimedOut(in: .at(second, .preparing, settings)).words
        }
        _ = inputs.observe(.failed(Self.camera), of: Self.camera, nil, "It broke.", at: .seconds(1))
        _ = inputs.lost(Self.camera, at: .seconds(1), in: .at(1))
        inputs.read([Self.input("back", idle: .seconds(9), isLost: true)])
        #expect(inputs.judge(isLive: false, at: .seconds(9)) == [], "the start may still open it")
        #expect(
            start(&inputs, 10) == [
                "arm start 20.0",
                "warn input: Camera back is lost; recording begins when it can be recorded again.",
            ])
        #expect(inputs.judge(isLive: false, at: .seconds(11)).words == ["reopen back"])
        for round in 2...100 { #expect(start(&inputs, round * 10) == ["arm start \(round * 10 + 10).0"]) }
        _ = inputs.returned(Self.camera, at: .seconds(1009), now: .seconds(1009))
        inputs.read([Self.input("back", idle: .zero)])
        #expect(start(&inputs, 1010) == ["arm start 1020.0"], "it has just come back")
    }

    @Test func `a lone camera that has to be there and is lost before the start ends the recording`() {
        var inputs = InputMonitor()
        _ = inputs.lost(Self.camera, at: .seconds(1), in: .at(1))
        inputs.read([Self.input("back", idle: .seconds(9), isLost: true)])
        guard case .fail(let failure) = inputs.startTimedOut(in: .at(10, .preparing)).first else {
            Issue.record("no failure")
            return
        }
        #expect(failure.message == "Recording did not begin within 10 s: camera back was lost before.")
        #expect(failure.exit == .unavailable)
    }

    /// Previously, a recording on a busy machine ended with exit code 70 before it had begun.
    @Test func `a slow machine gets a minute to begin`() {
        var inputs = InputMonitor()
        inputs.read([Self.input("back", idle: .zero)])
        for second in [10, 20, 30, 40, 50] {
            #expect(inputs.startTimedOut(in: .at(second, .preparing)).words.first == "arm start \(second + 10).0")
        }
        #expect(inputs.startTimedOut(in: .at(60, .preparing)).words == ["fail start-timeout"])
    }

    @Test func `a recording that does not begin names what the graph has warned of`() throws {
        var inputs = InputMonitor()
        inputs.warned(of: BranchID(ledger: "back.source"))
        inputs.warned(of: BranchID(ledger: "back.encoder"))
        inputs.warned(of: BranchID(ledger: "back.source"))
        guard case .fail(let failure) = inputs.startTimedOut(in: .at(10, .preparing)).first else {
            Issue.record("no failure")
            return
        }
        #expect(failure.message == "Recording did not begin within 10 s: nothing came from camera back.")
        #expect(failure.exit == .unavailable)
    }

    @Test func `a take begins without absences`() {
        var inputs = InputMonitor(absent: [Self.camera])
        _ = inputs.tellLosses(at: .seconds(1), part: 0)
        inputs.restart()
        #expect(inputs.absences.isEmpty && inputs.isAway(Self.camera))
    }
}
