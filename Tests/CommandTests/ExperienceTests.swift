import DualCamPlan
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

@Suite struct ExperienceTests {
    private static let machine = MachineIdentity(
        host: "box", processor: "Acme 3000", cores: 4, gstreamer: "GStreamer 1.22.0")
    private static let experience = Experience([
        "back test:smpte": Experience.Entry(cores: 0.25, seconds: 9, date: "2026-11-21T14:05:03Z")
    ])

    private static func read(_ text: String?, machine: MachineIdentity = machine) -> (Experience, String?) {
        var files = FakeFiles([])
        if let text { files.contents["/home/me/.cache/dualcam/experience-box.json"] = Array(text.utf8) }
        let place = ProcessEnvironment(
            output: CapturedText(), errors: CapturedText(), errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } }, environment: ["HOME": "/home/me"], files: files, executable: nil,
            workingDirectory: "/home/me")
        let read = CalibrationStore(place).experience(of: machine)
        return (read.experience, read.note)
    }

    @Test func whatWasSeenIsReadAgainOnTheSameMachineAlone() throws {
        let text = try JSONText.line(ExperienceFile(Self.experience, of: Self.machine))
        #expect(Self.read(text) == (Self.experience, nil))
        var other = Self.machine
        other.gstreamer = "GStreamer 1.24.0"
        #expect(Self.read(text, machine: other) == (Experience(), nil))
        #expect(Self.read(nil) == (Experience(), nil))
    }

    @Test(arguments: ["", "{", #"{"format":1,"machine":{},"recordings":{}}"#])
    func damageIsSaid(_ text: String) {
        let note =
            "/home/me/.cache/dualcam/experience-box.json, the cost of past recordings on this machine, is damaged. The "
            + "next recording replaces it."
        #expect(Self.read(text) == (Experience(), note))
    }

    /// One reading per second; times that were not steady, or too early, do not count.
    @Test(arguments: [
        (Array(repeating: true, count: 8), 0.5 as Double?), (Array(repeating: true, count: 5), nil),
        ([true, true, true, false] + Array(repeating: true, count: 6), 0.5), (Array(repeating: false, count: 20), nil),
    ])
    func onlySteadySecondsCount(_ steady: [Bool], _ cores: Double?) {
        var work = SteadyCPUUsage()
        work.observe(.init(at: .zero, own: 7), isSteady: true)
        work.begin(at: .seconds(1))
        var cpu = 10.0
        for (second, isSteady) in steady.enumerated() {
            // Opening the devices takes much CPU time, and so does a disturbance.
            cpu += second == 0 || !isSteady ? 3 : 0.5
            work.observe(.init(at: .seconds(2 + second), own: cpu), isSteady: isSteady)
        }
        #expect(work.cores == cores)
    }

    /// CPU time that was saved before is not counted again.
    @Test func whatIsForgottenCountsNoMore() {
        var work = SteadyCPUUsage()
        work.begin(at: .zero)
        for second in 0...12 { work.observe(.init(at: .seconds(second), own: Double(second) / 2), isSteady: true) }
        #expect((work.seconds, work.cores) == (9, 0.5))
        work.forget()
        for second in 13...16 { work.observe(.init(at: .seconds(second), own: Double(second)), isSteady: true) }
        #expect((work.seconds, work.cores) == (4, nil))
        for second in 17...18 { work.observe(.init(at: .seconds(second), own: Double(second)), isSteady: true) }
        #expect(work.seconds == 6)
    }

    /// Seconds in which other programs use more than a tenth of two cores do not count; all others do.
    @Test(arguments: [
        ([0, 0, 0, 0, 0, 0, 0, 0], 8.0, 0), ([0.19, 0.19, 0.19, 0.19, 0.19, 0.19, 0.19, 0.19], 8, 0.095),
        ([0.21, 0.21, 0.21, 0.21, 0.21, 0.21, 0.21, 0.21], 0, 0), ([0, 0, 1.5, 1.5, 0, 0.04, 0, 0], 6, 0.0033),
        // By the resolution of ticks, a core may seem to have done less than its processes.
        ([-0.05, 0, 0, -0.05, 0, 0, 0, 0], 8, 0),
    ])
    func secondsOfOthersDoNotCount(_ others: [Double], _ seconds: Double, _ disturbance: Double) {
        var work = SteadyCPUUsage()
        work.begin(at: .zero)
        var (own, idle) = (0.0, 0.0)
        for second in 3...(3 + others.count) {
            let reading = ProcessorReading(at: .seconds(second), own: own, machine: .init(cores: 2, idle: idle))
            work.observe(reading, isSteady: true)
            guard second - 3 < others.count else { break }
            (own, idle) = (own + 0.5, idle + 1.5 - others[second - 3])
        }
        #expect(work.seconds == seconds && work.cores == (seconds > 0 ? 0.5 : nil))
        #expect(abs(work.disturbance - disturbance) < 0.0001)
    }

    @Test(arguments: [
        (
            "cpu  10 20 30 400 50 6 7 8 0 0\ncpu0 5 10 15 200 25 3 3 4 0 0\ncpu1 5 10 15 200 25 3 4 4 0 0\nintr 5 6\n",
            2, 4.5
        ),
        ("cpu  1 2 3 100 0\ncpu0 1 2 3 100 0\n", 1, 1), ("cpu  1 2 3 100 0\nintr 5\n", nil, nil),
        ("cpu  1 2 3 x 0\ncpu0 1 2 3 100 0\n", nil, nil), ("intr 5\n", nil, nil), ("", nil, nil),
    ])
    func idleTimeIsReadOfAllCores(_ text: String, _ cores: Int?, _ idle: Double?) {
        let machine = ProcessorReading.Machine(text)
        #expect(machine?.cores == cores && machine?.idle == idle)
    }

    /// The value is unknown if the system does not report it, if the number of cores changed, or if no time has passed.
    @Test(
        arguments: [
            (nil, 2, 1, nil), (2, nil, 1, nil), (2, 4, 1, nil), (2, 2, 0, nil), (2, 2, 1, 0.25), (2, 2, 2, 0.625),
        ] as [(Int?, Int?, Int, Double?)])
    func whatOthersTookIsKnownBetweenTwoReadings(_ old: Int?, _ new: Int?, _ seconds: Int, _ share: Double?) {
        let earlier = ProcessorReading(at: .zero, own: 1, machine: old.map { .init(cores: $0, idle: 5) })
        let now = ProcessorReading(at: .seconds(seconds), own: 1.5, machine: new.map { .init(cores: $0, idle: 6) })
        #expect(now.others(since: earlier) == share)
    }
}
