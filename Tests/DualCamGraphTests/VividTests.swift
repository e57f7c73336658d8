@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Foundation
import GStreamer
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

private enum Guest {
    static let folder = ProcessInfo.processInfo.environment["DUALCAM_VIVID"]
}

/// Tests that run in the emulated machine of `Tests/Tools/v4l2-vm`; the recorded files are checked outside it.
///
/// `DUALCAM_VIVID` names the folder for the files.
@Suite(.serialized, .enabled(if: Guest.folder != nil), .tags(.emulatedMachine)) struct VividTests {
    private static let back = InputName("back")

    private static func inputs() throws -> PlannedInputs {
        try MachineProbe.prepare()
        var pipeline = Pipeline(cameras: [Camera(name: "back")])
        pipeline.cameras[0].device = .path("/dev/video0")
        pipeline.cameras[0].size = FrameSize(width: 320, height: 180)
        pipeline.cameras[0].rate = FrameRate(15)
        pipeline.cameras[0].controls = [CameraControl(name: "brightness", value: .whole(60))]
        (pipeline.microphone, pipeline.recording.outputs) = (nil, [OutputName("back")])
        pipeline.encoders.standard.use = "x264"
        pipeline.encoders.standard.preset = "ultrafast"
        let found = try MachineProbe.resolve(pipeline)
        return PlannedInputs(
            pipeline: pipeline, cameras: found.cameras, microphones: [:], machine: MachineProbe.facts())
    }

    private static func set(_ controls: (String, ControlValue)...) -> Direction {
        .controls([
            DirectedControls(
                camera: back, controls: controls.map { CameraControl(name: $0.0, value: $0.1) })
        ])
    }

    private static func values(_ graph: RecordingPipeline, _ names: [String]) async -> [String: String] {
        let facts = await graph.controls()[back] ?? []
        return facts.filter { names.contains($0.name) }
            .reduce(into: [:]) { $0[$1.name] = $1.value.map($1.text(of:)) ?? "" }
    }

    private static let names = ["brightness", "gain_automatic", "gain", "boolean", "menu", "bitmask"]
    private static let wanted = [
        "brightness": "220", "gain_automatic": "off", "gain": "123", "boolean": "off", "menu": "menu_item_4",
        "bitmask": "16",
    ]

    @Test func controlsAreSetLiveReadBackAndRestored() async throws {
        let folder = try #require(Guest.folder)
        let inputs = try Self.inputs()
        let plan = try Planner.plan(inputs)
        let search = CameraSearch(inputs, plan)
        let graph = try RecordingPipeline(plan: plan) { try search.plan(for: $0) }
        var events = graph.events.makeAsyncIterator()
        func event<Found>(_ pick: (GraphEvent) -> Found?) async -> Found? {
            while let event = await events.next() { if let found = pick(event) { return found } }
            return nil
        }
        let request = FileRequest(output: OutputName("back"), segment: 0, path: "\(folder)/live.mov")
        try await graph.start(files: [request])
        let start = try #require(
            await event { if case .recording(let at, _, _, _) = $0 { at } else { nil as RunningTime? } })
        let at = try await Self.direct(graph, from: start)
        try await Self.replug(graph)
        let file = try #require(
            await event { if case .fileFinished(let file) = $0 { file } else { nil as FileSummary? } })
        try await graph.close(within: .seconds(20))
        let seconds = Double((at - file.start).wholeNanoseconds) / 1e9
        try "\(seconds)\n".write(toFile: "\(folder)/live.at", atomically: true, encoding: .utf8)
    }

    /// - Returns: The running time at which the picture becomes bright.
    private static func direct(_ graph: RecordingPipeline, from start: RunningTime) async throws -> RunningTime {
        #expect(await values(graph, ["brightness"]) == ["brightness": "60"])
        // One change per frame, so that there are frames before and after the change of brightness.
        var first = start
        for _ in 0..<8 {
            first = try #require(await graph.direct(set(("brightness", .whole(60)))))
            #expect(first > start)
        }
        let at = try #require(await graph.direct(set(("brightness", .whole(220)))))
        #expect(at > first)
        for _ in 0..<6 { _ = try await graph.direct(set(("gain", .whole(123)), ("boolean", .flag(false)))) }
        _ = try await graph.direct(set(("menu", .word("menu_item_4")), ("bitmask", .whole(16))))
        #expect(await values(graph, names) == wanted)
        let refusal = await #expect(throws: GraphFailure.self) {
            _ = try await graph.direct(set(("brightness", .whole(256))))
        }
        #expect(refusal?.message == "camera back, brightness: '256' is out of range")
        #expect(refusal?.advice == "accepted: 0 ... 255")
        return at
    }

    /// Unplugs the camera, which then forgets its settings, and plugs it in again.
    private static func replug(_ graph: RecordingPipeline) async throws {
        try await graph.apply(.loseInput(back))
        let away = await #expect(throws: GraphFailure.self) {
            _ = try await graph.direct(set(("brightness", .whole(1))))
        }
        #expect(away?.message == "camera back is not there, and its controls cannot be set")
        let device = try VideoControls(path: "/dev/video0")
        for control in device.list() where names.contains(ControlFacts.word(control.name)) {
            try device.set(control.number, to: control.standard)
        }
        try await graph.apply(.reopenInput(back))
        #expect(await values(graph, names) == wanted)
    }
}
