import DualCamTestKit
import Foundation
import Testing

/// Heat and battery as the kernel's own files report them. The emulated machine's battery has a thermal zone and a
/// charge that a script sets.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct HeatMachineTests {
    static let machine = CameraFaults.shared.part("heat")
    static let part = CameraMachine.Part(name: "heat", pipeline: pipeline, script: script)

    private static let pipeline = """
        cameras: { front: { device: /dev/video0, size: 320x180, rate: 15 } }
        microphone: none
        encoders: { default: { use: x264, preset: ultrafast, bitrate: 500kbps } }
        recording: { segment: off, duration: 60s }
        storage: { keep-free: 1MB, warn-at: [] }
        budget: { enforce: off, shed: [] }
        """

    /// The script. `says NAME WORDS` waits until a recording has printed these words, or has ended.
    private static let script = """
        vm-battery
        says() { tail -n +1 -F -s 0.2 --pid=$! $folder/$1.out 2>/dev/null | grep -qE "$2"; }
        vm-sensor temp 50 capacity 80
        record hot &
        reaches hot 2
        vm-sensor temp 85
        says hot '"event":"heat".*"level":"serious"'
        vm-sensor temp 104
        wait $!
        vm-sensor temp 50
        record drained &
        reaches drained 2
        vm-sensor capacity 19
        says drained '"code":"battery"'
        vm-sensor capacity 4
        wait $!
        record flat
        """

    @Test func heatSlowsAndThenEndsTheRecording() throws {
        let machine = try Self.machine.get()
        let attempt = try machine.attempt("hot")
        #expect(attempt.code == 75, "\(attempt.errors)")
        let heat = try attempt.events("heat")
        #expect(heat.compactMap { $0["level"] as? String } == ["serious", "shutdown"])
        // The driver reports tenths of a Kelvin.
        #expect(heat.compactMap { $0["celsius"] as? Double }.map { $0.rounded() } == [85, 104])
        #expect(Set(heat.compactMap { $0["zone"] as? String }).count == 1)
        #expect(try machine.allFiles("hot").map(\.errors) == [[]])
    }

    @Test func anEmptyBatteryIsAWarningAndThenTheEnd() throws {
        let machine = try Self.machine.get()
        let attempt = try machine.attempt("drained")
        #expect(attempt.code == 75, "\(attempt.errors)")
        #expect(
            try attempt.events("power").compactMap { $0["state"] as? String } == ["battery", "low", "empty"])
        #expect(try attempt.events("stopping").compactMap { $0["reason"] as? String } == ["battery"])
        #expect(try machine.allFiles("drained").map(\.errors) == [[]])
    }

    @Test func aFlatBatteryIsNoStart() throws {
        let attempt = try Self.machine.get().attempt("flat")
        #expect(attempt.code == 75)
        #expect(attempt.errors.contains("dualcam: error: The battery is at 4%, below battery.stop (5%)."))
        #expect(try attempt.events("recording").isEmpty)
    }
}
