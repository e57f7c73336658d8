import DualCamPlan
import Testing

@testable import dualcam

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
        let read = ExperienceStore(CalibrationStore(place)).read(of: machine)
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
            "/home/me/.cache/dualcam/experience-box.json, what recordings took on this machine, is damaged and is begun "
            + "anew with the next recording."
        #expect(Self.read(text) == (Experience(), note))
    }

    /// Once a second; what was not steady, or comes too early, does not count.
    @Test(arguments: [
        (Array(repeating: true, count: 8), 0.5 as Double?), (Array(repeating: true, count: 5), nil),
        ([true, true, true, false] + Array(repeating: true, count: 6), 0.5), (Array(repeating: false, count: 20), nil),
    ])
    func onlySteadySecondsCount(_ steady: [Bool], _ cores: Double?) {
        var work = SteadyWork()
        work.observe(cpu: 7, isSteady: true, at: .zero)
        work.begin(at: .seconds(1))
        var cpu = 10.0
        for (second, isSteady) in steady.enumerated() {
            // The opening takes much, and so does what disturbs.
            cpu += second == 0 || !isSteady ? 3 : 0.5
            work.observe(cpu: cpu, isSteady: isSteady, at: .seconds(2 + second))
        }
        #expect(work.cores == cores)
    }

    /// What has been kept is not counted again.
    @Test func whatIsForgottenCountsNoMore() {
        var work = SteadyWork()
        work.begin(at: .zero)
        for second in 0...12 { work.observe(cpu: Double(second) / 2, isSteady: true, at: .seconds(second)) }
        #expect((work.seconds, work.cores) == (9, 0.5))
        work.forget()
        for second in 13...16 { work.observe(cpu: Double(second), isSteady: true, at: .seconds(second)) }
        #expect((work.seconds, work.cores) == (4, nil))
        for second in 17...18 { work.observe(cpu: Double(second), isSteady: true, at: .seconds(second)) }
        #expect(work.seconds == 6)
    }
}
