import DualCamConfig

@testable import DualCamPlan

/// The fuzz target that loads a pipeline file, plans its graph and begins a session with it.
enum PipelineFuzz {
    private static let elements: Set<String> = [
        "v4l2src", "videotestsrc", "audiotestsrc", "pulsesrc", "alsasrc", "filesrc", "qtdemux", "matroskademux",
        "clocksync", "capssetter", "capsfilter", "tee", "queue", "videoconvert", "videoconvertscale", "videorate",
        "videoflip", "simplevideomark", "jpegdec", "avdec_h264", "avdec_aac", "compositor", "dualcammixer",
        "dualcamview", "dualcamintake", "glvideomixerelement", "glupload", "glcolorconvert", "gldownload",
        "vacompositor", "vapostproc", "audioconvert", "audiorate", "audioresample", "audiocheblimit", "level",
        "volume", "webrtcdsp", "audiomixer", "taginject", "avenc_aac", "opusenc", "flacenc", "aacparse", "opusparse",
        "flacparse", "h264parse", "h265parse", "vp9parse", "av1parse", "x264enc", "openh264enc", "x265enc", "vp9enc",
        "av1enc", "avenc_prores_ks", "jpegenc", "qtmux", "mp4mux", "matroskamux", "filesink", "errorignore",
        "textoverlay",
    ]

    static func run(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let overrides = lines.filter { $0.hasPrefix("#!") }.prefix(20).map { String($0.dropFirst(2)) }
        let context = LoadContext(environment: ["NAME": "value", "N": "4"], home: "/home/ada")
        do throws(PipelineIssues) {
            let loaded = try PipelineLoader.load(bytes, named: "x.yaml", overrides: overrides, context: context)
            _ = loaded.written.changedKeys(since: loaded.written)
            plan(loaded.pipeline)
            StateFuzz.run(loaded.pipeline)
        } catch {
            _ = error.rendered
        }
    }

    private static func plan(_ pipeline: Pipeline) {
        let cameras = pipeline.cameras.enumerated().map {
            CameraFacts(name: $1.name, source: .test($0 == 0 ? .smpte : .ball))
        }
        for cores in [2, 16] {
            let inputs = PlannedInputs(
                pipeline: pipeline, cameras: cameras,
                microphones: .init(
                    pipeline.microphones.map { ($0.name, .test) }, uniquingKeysWith: { first, _ in first }),
                machine: MachineFacts(cores: cores, elements: elements, host: "box"))
            guard let plan = try? Planner.plan(inputs) else { continue }
            _ = plan.launchLine
            _ = plan.dot
            guard let cost = (try? Planner.summary(inputs))?.cost else { continue }
            _ = cost.rows
            _ = cost.verdict
        }
    }
}
