import DualCamConfig
import DualCamPlan
import DualCamRecordings
@testable import DualCamSession
import Systemd
import Testing

@testable import DualCamSupervisorPolicy
@testable import DualCamCommands
@testable import DualCamWorker
@testable import DualCamSupervisor

@Suite struct ServiceReportTests {
    private static func reading(
        _ stage: WorkerStage?, flows: Bool = true, beats: Int, bytes: Int64, stopping: Bool = false, lost: [String] = []
    ) -> ServiceReport.Reading {
        let beat = stage.map { stage in
            var beat = Heartbeat()
            (beat.stage, beat.isFlowing, beat.lostInputs) = (stage, flows, lost)
            return beat
        }
        return .init(beat: beat, heartbeats: beats, bytes: bytes, isStopping: stopping)
    }

    @Test func saysWhatIsLeftOut() {
        var beat = Heartbeat()
        beat.stage = .recording
        beat.apply(.init(load: 0.5))
        #expect(beat.workload == "")
        beat.apply(.init(load: 0.5, sheds: [Shed(.combined, share: nil, reason: .load)]))
        var report = ServiceReport()
        let told = report.observe(.init(beat: beat, heartbeats: 1, bytes: 0, isStopping: false))
        #expect(told.contains(.status("recording since 0 min, 0 B, dropped 0, load 50 %, shed: no combined")))
    }

    @Test func saysWhatIsFaultyAndWhatStandsStill() {
        var beat = Heartbeat()
        beat.stage = .recording
        beat.signals = [.init(input: "microphone", code: "microphone-silent", text: "microphone silent")]
        beat.stillOutputs = ["combined"]
        var report = ServiceReport()
        let told = report.observe(.init(beat: beat, heartbeats: 1, bytes: 0, isStopping: false))
        let line = "recording since 0 min, 0 B, dropped 0, microphone silent, no frames of combined"
        #expect(told.contains(.status(line)))
    }

    /// The service is ready once the cameras are open, and alive as long as the worker sends heartbeats.
    @Test func followsATakeLoop() {
        let steps: [(reading: ServiceReport.Reading, told: [InitSystem.Message])] = [
            (Self.reading(.standby, flows: false, beats: 1, bytes: 0), [.ready, .status("standing by"), .alive]),
            (Self.reading(.standby, flows: false, beats: 1, bytes: 0), []),
            (
                Self.reading(.standby, flows: false, beats: 2, bytes: 0, lost: ["back"]),
                [.status("standing by, lost: back"), .alive]
            ),
        ]
        var report = ServiceReport()
        for step in steps {
            let told = report.observe(step.reading)
            #expect(told == step.told)
        }
    }

    /// Previously, the service manager's watchdog ended the service between two frames of a slow camera.
    @Test func aSlowCameraIsAliveBetweenItsFrames() {
        var beat = Heartbeat()
        (beat.stage, beat.isFlowing, beat.frameSeconds) = (.recording, true, 60)
        var report = ServiceReport()
        for second in 1...3 {
            let told = report.observe(.init(beat: beat, heartbeats: second, bytes: 9, isStopping: false))
            #expect(told.contains(.alive))
        }
        #expect(!report.observe(.init(beat: beat, heartbeats: 3, bytes: 9, isStopping: false)).contains(.alive))
    }

    /// The service is ready once; it is alive by growing files while frames are due, and by heartbeats otherwise.
    @Test func followsARecording() {
        let steps: [(reading: ServiceReport.Reading, told: [InitSystem.Message])] = [
            (Self.reading(nil, beats: 0, bytes: 0), [.status("starting the process that records")]),
            (Self.reading(.waiting, flows: false, beats: 1, bytes: 0), [.status("waiting for a device"), .alive]),
            (Self.reading(.waiting, flows: false, beats: 1, bytes: 0), []),
            (
                Self.reading(.recording, beats: 2, bytes: 9),
                [.ready, .status("recording since 0 min, 0 B, dropped 0"), .alive]
            ),
            (Self.reading(.recording, beats: 3, bytes: 9), []),
            (Self.reading(.recording, beats: 4, bytes: 10), [.alive]),
            (
                Self.reading(.recording, flows: false, beats: 5, bytes: 10, lost: ["back"]),
                [.status("recording since 0 min, 0 B, dropped 0, lost: back"), .alive]
            ),
            (Self.reading(.recording, flows: false, beats: 5, bytes: 10, lost: ["back"]), []),
            (Self.reading(nil, beats: 0, bytes: 10), [.status("starting the process that records")]),
            (
                Self.reading(.recording, beats: 1, bytes: 11),
                [.status("recording since 0 min, 0 B, dropped 0"), .alive]
            ),
            (
                Self.reading(.finishing, flows: false, beats: 2, bytes: 11, stopping: true),
                [.stopping, .status("finishing the files"), .alive]
            ),
        ]
        var report = ServiceReport()
        for (number, step) in steps.enumerated() {
            #expect(report.observe(step.reading) == step.told, "step \(number)")
        }
    }
}
