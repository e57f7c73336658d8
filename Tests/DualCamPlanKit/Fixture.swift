package import DualCamPlan

@testable package import DualCamConfig

/// Machines, devices and pipelines that the tests share.
package enum Fixture {
    /// The GStreamer elements of a Debian machine that has all plug-ins that dualcam uses, but no hardware encoder.
    package static let elements: Set<String> = [
        "v4l2src", "videotestsrc", "audiotestsrc", "pulsesrc", "alsasrc", "filesrc", "qtdemux", "matroskademux",
        "clocksync", "capssetter",
        "capsfilter", "tee", "queue", "videoconvert", "videoconvertscale", "videorate", "videoflip", "simplevideomark",
        "jpegdec", "avdec_h264", "avdec_aac", "compositor", "dualcammixer", "dualcamview", "dualcamintake",
        "glvideomixerelement",
        "glupload",
        "glcolorconvert", "gldownload", "vacompositor", "vapostproc", "audioconvert", "audiorate",
        "audioresample", "audiocheblimit", "level", "volume", "webrtcdsp", "audiomixer", "taginject",
        "avenc_aac", "opusenc", "flacenc", "aacparse", "opusparse", "flacparse", "h264parse", "h265parse", "vp9parse",
        "av1parse", "x264enc", "openh264enc", "x265enc", "vp9enc", "av1enc", "avenc_prores_ks", "jpegenc", "qtmux",
        "mp4mux", "matroskamux", "filesink", "errorignore", "textoverlay",
    ]

    package static let machine = MachineFacts(cores: 2, elements: elements, host: "box")
    package static let large = MachineFacts(cores: 16, elements: elements, host: "tower")

    package static func camera(
        _ name: String, _ width: Int = 1920, _ height: Int = 1080, rate: FrameRate = FrameRate(30)
    )
        -> Camera
    {
        var camera = Camera(name: name)
        camera.size = FrameSize(width: width, height: height)
        camera.rate = rate
        return camera
    }

    /// Returns the pipeline `pip`: a back and a front camera, the front one small in the corner.
    package static func pip() -> Pipeline {
        var pipeline = Pipeline(cameras: [camera("back"), camera("front", 1280, 720)])
        pipeline.combined = Combined()
        return pipeline
    }

    package static func mode(_ format: PixelFormat, _ width: Int, _ height: Int, _ rates: [FrameRate]) -> CaptureMode {
        CaptureMode(format: format, size: FrameSize(width: width, height: height), rates: rates)
    }

    package static func device(_ number: Int, _ modes: [CaptureMode], stable: String? = nil, user: ProcessFacts? = nil)
        -> DeviceFacts
    {
        DeviceFacts(
            path: "/dev/video\(number)", stableName: stable ?? "usb-cam-\(number)", card: "Cam \(number)",
            driver: "uvcvideo",
            busName: "usb-\(number)", modes: modes, user: user)
    }

    /// Some of the modes that the `vivid` driver offers.
    package static let vividModes = [
        mode(.raw("YUY2"), 320, 180, [FrameRate(60)]), mode(.raw("YUY2"), 640, 360, [FrameRate(40)]),
        mode(.raw("YUY2"), 1280, 720, [FrameRate(25, 2)]), mode(.raw("NV12"), 640, 360, [FrameRate(40)]),
        mode(.mjpeg, 640, 360, [FrameRate(30), FrameRate(15)]),
    ]

    package static func test(_ pattern: TestPattern = .smpte) -> CameraSource { .test(pattern) }

    package static func simulated(_ pipeline: Pipeline, on machine: MachineFacts = machine) -> PlannedInputs {
        PlannedInputs(
            pipeline: pipeline,
            cameras: pipeline.cameras.enumerated().map {
                CameraFacts(name: $1.name, source: .test($0 == 0 ? .smpte : .ball))
            },
            microphones: .init(uniqueKeysWithValues: pipeline.microphones.map { ($0.name, .test) }), machine: machine)
    }

    package static let clip = ClipFacts(
        path: "/clips/bunny.mp4", demuxer: "qtdemux", length: 9_999_000_000,
        video: ClipFacts.Video(
            decoders: ["h264parse", "avdec_h264"], size: FrameSize(width: 1280, height: 720), rate: FrameRate(25),
            format: "I420", colorimetry: "bt709", pad: "video_%u"),
        audio: ClipFacts.Audio(decoders: ["aacparse", "avdec_aac"], pad: "audio_%u"))
}

extension CustomLayout {
    /// A custom layout of two cameras side by side: the front one in 70 % of the width and height, the back one in 30
    /// %.
    package static let desk = CustomLayout(
        name: "desk",
        rectangles: [
            LayoutRectangle(
                camera: "front", x: .percent(0), y: .percent(0), width: .percent(70), height: .percent(70)),
            LayoutRectangle(
                camera: "back", x: .percent(70), y: .percent(0), width: .percent(30), height: .percent(30)),
        ])
}
