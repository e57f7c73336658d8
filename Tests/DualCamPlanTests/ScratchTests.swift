import DualCamConfig
import DualCamPlan
import Foundation
import Testing

@Test func scratch() throws {
    func write(_ name: String, _ inputs: PlannedInputs) throws {
        let plan = try Planner.plan(inputs)
        try plan.launchLine.write(toFile: "/tmp/pl/\(name).sh", atomically: true, encoding: .utf8)
        try plan.dot.write(toFile: "/tmp/pl/\(name).dot", atomically: true, encoding: .utf8)
        print(try Planner.summary(inputs).text)
    }
    try write("pip", Fixture.simulated(Fixture.pip()))
    for (c, a, words) in [
        (Container.mov, AudioCodec.aac, ["x264", "openh264", "prores"]), (.mov, .pcm, ["mjpeg", "vp9", "av1"]),
        (.mp4, .aac, ["x265", "vp9", "av1"]), (.mp4, .opus, ["h264", "h264", "h264"]),
        (.mkv, .flac, ["prores", "mjpeg", "x265"]), (.mkv, .opus, ["vp9", "av1", "h264"]),
        (.mkv, .pcm, ["h264", "h264", "h264"]),
    ] {
        var p = Fixture.pip()
        p.cameras[0].size = FrameSize(width: 640, height: 360); p.cameras[1].size = FrameSize(width: 320, height: 240)
        p.combined?.size = FrameSize(width: 640, height: 360)
        p.recording.container = c
        p.encoders.audio.use = a
        for (n, w) in zip(["back", "front", "combined"], words) {
            p.encoders.outputs[OutputName(n)] = {
                var o = EncoderOverride(); o.use = w; return o
            }()
        }
        p.microphone?.windFilter = true
        p.microphone?.gain = Decibel(-3)
        p.cameras[1].rotate = .clockwise90
        p.cameras[0].zoom = 2
        try write("\(c)-\(a)", Fixture.simulated(p))
    }
    for (i, q) in Quality.allCases.enumerated() {
        var p = Fixture.pip()
        p.cameras[0].size = FrameSize(width: 640, height: 360); p.cameras[1].size = FrameSize(width: 320, height: 240)
        p.combined?.size = FrameSize(width: 640, height: 360)
        p.combined?.layout = [.stacked, .sideBySide, .dominant, .grid, .frontPrimary, .backPrimary][i]
        p.encoders.standard.quality = q
        try write("q-\(q)", Fixture.simulated(p))
    }
    var p = Fixture.pip()
    p.cameras[0].size = FrameSize(width: 1280, height: 720)
    p.cameras[1].size = FrameSize(width: 640, height: 360)
    p.cameras[1].rate = FrameRate(15)
    p.encoders.outputs[OutputName("back")] = {
        var o = EncoderOverride(); o.use = "passthrough"; return o
    }()
    p.cameras[0].rate = FrameRate(25)
    var clip = Fixture.clip
    clip.path = "/work/shared/media/bigbuckbunny.mp4"
    try write(
        "clip",
        PlannedInputs(
            pipeline: p,
            cameras: [CameraFacts(name: "back", source: .clip(clip)), CameraFacts(name: "front", source: .clip(clip))],
            microphone: .clip(clip), machine: Fixture.machine))
}
