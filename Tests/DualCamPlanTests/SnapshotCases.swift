import DualCamPlan
import DualCamPlanKit

@testable import DualCamConfig

/// Plans whose whole text is compared with a snapshot.
enum SnapshotCase: String, CaseIterable, Sendable {
    /// The shipped example, simulated, on two cores.
    case pip
    /// An MJPG and a YUY2 camera side by side, PulseAudio, x265 for the combined picture, in Matroska.
    case devices
    /// A clip that is passed through and also drawn, its sound with filter and gain, in mp4.
    case clips
    /// One camera, no sound, ProRes.
    case single

    var inputs: PlannedInputs {
        switch self {
        case .pip: Fixture.simulated(Fixture.pip())
        case .devices: devices
        case .clips: clips
        case .single: single
        }
    }

    private var devices: PlannedInputs {
        var pipeline = Fixture.pip()
        pipeline.combined?.layout = .sideBySide
        pipeline.combined?.mixer = .compositor
        pipeline.recording.container = .mkv
        pipeline.encoders.audio.use = .opus
        pipeline.encoders.outputs[.combined] = EncoderOverride(use: "x265")
        let modes = [
            Fixture.mode(.mjpeg, 1920, 1080, [FrameRate(30)]), Fixture.mode(.raw("YUY2"), 1280, 720, [FrameRate(30)]),
        ]
        return PlannedInputs(
            pipeline: pipeline,
            cameras: zip(["back", "front"], modes).enumerated().map { index, pair in
                let device = Fixture.device(index, [pair.1])
                return CameraFacts(name: pair.0, source: .device(device, mode: pair.1, rate: FrameRate(30)))
            },
            microphones: ["microphone": .device(element: "pulsesrc", device: "alsa_input.usb mic")],
            machine: Fixture.large)
    }

    private var clips: PlannedInputs {
        var pipeline = Fixture.pip()
        pipeline.cameras[0].size = FrameSize(width: 1280, height: 720)
        pipeline.cameras[0].rate = FrameRate(25)
        pipeline.cameras[1].zoom = 2
        pipeline.combined?.mixer = .compositor
        pipeline.recording.container = .mp4
        pipeline.microphone?.windFilter = true
        pipeline.microphone?.gain = Decibel(20)
        pipeline.encoders.outputs[OutputName("back")] = EncoderOverride(use: "passthrough")
        var inputs = Fixture.simulated(pipeline)
        inputs.cameras[0].source = .clip(Fixture.clip)
        inputs.microphones = ["microphone": .clip(Fixture.clip)]
        return inputs
    }

    private var single: PlannedInputs {
        var pipeline = Pipeline(cameras: [Fixture.camera("desk", 640, 360)])
        pipeline.cameras[0].rotate = .clockwise90
        pipeline.microphone = nil
        pipeline.recording.segment = nil
        pipeline.recording.duration = .seconds(60)
        pipeline.encoders.standard.quality = .professional
        return Fixture.simulated(pipeline)
    }
}

extension EncoderOverride {
    fileprivate init(use: String) {
        self.init()
        self.use = use
    }
}
