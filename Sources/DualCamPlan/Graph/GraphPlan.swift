package import DualCamConfig

/// The whole GStreamer graph of a recording as a value: its elements, their properties and their links. A plan does not
/// need GStreamer.
package struct GraphPlan: Sendable, Equatable {
    /// The graph's elements in the order in which they are created: sound first, then cameras, then the combined
    /// picture.
    package var elements: [ElementPlan] = []
    package var links: [LinkPlan] = []
    package var branches: [BranchPlan] = []
    package var outputs: [OutputPlan] = []
    /// The valves of all streams, which open at the common start and close at the common stop.
    package var valves: [ValvePlan] = []
    /// The clips that the graph plays in a loop.
    package var loops: [LoopPlan] = []
    /// The test cameras that draw a frame counter into the picture.
    package var counters: [FrameCounterPlan] = []
    /// The processing of each microphone's sound, in the order of the tracks.
    package var sounds: [SoundPlan] = []
    /// The maximum length of recording that a power cut may destroy; `nil` if the system decides when to write files to
    /// the disk.
    package var maxLoss: Duration?
    /// The time between the moment when every input delivers and the start of recording; `nil` to record at once.
    package var delay: Duration?
    /// The pre-roll that is kept in memory while the graph stands by; `nil` if takes begin without pre-roll.
    package internal(set) var preRoll: PreRollPlan?
    /// The interval at which the recording's files are flushed to their disks; `nil` if they are never flushed
    /// explicitly.
    package var syncPeriod: Duration? { maxLoss.map { $0 / 2 } }
    /// The cameras and microphones of the graph, each in the pipeline file's order.
    package var inputs: [InputPlan] = []
    /// The cameras that the mixer can draw in the combined picture; `nil` without a combined picture.
    package var stage: MixerInputs?
    /// The frame rate of a combined picture that is rendered after the recording; `nil` if none is rendered.
    package internal(set) var laterRate: FrameRate?
    /// The mixer's settings for the combined picture; `nil` without a combined picture.
    package internal(set) var scene: PictureScene?
    /// The arrangement that dualcam's own mixer draws; `nil` with another mixer.
    package var picture: PicturePlan? { scene?.picture }
    /// The views of cameras, by which their own outputs are zoomed or given a look.
    package internal(set) var views: [ViewPlan] = []
    /// The one raw video format that all decoders, the mixer and all encoders share (`I420`).
    package var format = ""
    /// The planner's decisions that a user may want to know, in full sentences.
    package var notes: [String] = []
    /// The plan's notes that are also reported when the recording starts.
    package var notices: [String] = []

    /// All elements that the recording can need, including the ones of files and of slates.
    var everyElement: [ElementPlan] {
        elements + outputs.flatMap(\.elements) + inputs.flatMap { $0.slate?.elements ?? [] }
    }

    /// The factories of all elements that the recording can need, one entry per element.
    package var factories: [String] { everyElement.map(\.factory) }

    /// Returns the times after which a camera counts as late or stalled. For a microphone or a missing camera, returns
    /// the times that apply to sound.
    package func timeouts(of input: InputName) -> FrameTimeouts { timeouts(of: .source(input)) }

    /// Returns the times after which a branch counts as late or stalled.
    package func timeouts(of branch: BranchID) -> FrameTimeouts {
        let own = branches.filter { $0.name == branch }
        let rates = own.compactMap(\.rate) + own.compactMap(\.convertedRate)
        return FrameTimeouts(slowest: rates, isGrabber: own.contains(where: \.isGrabber))
    }

    /// Returns the length of a branch's frames at their rate, in nanoseconds; `nil` if the branch has no rate.
    package func frameLength(of branch: BranchID) -> Int64? {
        branches.first { $0.name == branch }?.rate?.frameNanoseconds
    }

    /// Returns the length in nanoseconds of a camera's pictures as its device delivers them; `nil` if it is not known.
    package func deliveredFrameLength(of camera: InputName) -> Int64? {
        let own = branches.first { $0.name == .source(camera) }
        return (own?.convertedRate ?? own?.rate)?.frameNanoseconds
    }

    /// Returns true if a camera's pictures are converted to another rate, so that its files differ from what it
    /// delivers.
    package func convertsRate(of camera: InputName) -> Bool {
        branches.contains { $0.name == .source(camera) && $0.convertedRate != nil }
    }

    /// The earliest running time in nanoseconds at which the recording may begin and a buffer of sound may enter. Links
    /// move sound earlier to compensate encoders' delays, and no time may fall below 0.
    package var earliestStart: Int64 { max(0, -(links.map(\.offset).min() ?? 0)) }
}

/// A planned GStreamer element: its factory, its name (unique in the plan) and its properties.
package struct ElementPlan: Sendable, Equatable {
    package var name: String
    package var factory: String
    package var branch: BranchID
    package var properties: [Property]

    package init(_ factory: String, name: String, branch: BranchID, _ properties: [Property] = []) {
        self.factory = factory
        self.name = name
        self.branch = branch
        self.properties = properties
    }
}

/// One end of a link: an element and its pad. `pad` is `nil` for an element's only pad of that direction.
///
/// Otherwise it is the name of an always pad, or a request template (`sink_%u`, `audio_%u`) or a sometimes template
/// (`video_%u`).
package struct PadReference: Sendable, Hashable {
    package var element: String
    package var pad: String?

    package init(_ element: String, _ pad: String? = nil) {
        self.element = element
        self.pad = pad
    }
}

package struct LinkPlan: Sendable, Equatable {
    package var from: PadReference
    package var to: PadReference
    /// True when the link is made only once the source pad appears, as with a demuxer.
    package var whenPadAppears: Bool
    /// The properties that are set on the link's sink pad after it was requested, such as a compositor pad's position.
    package var sinkPadProperties: [Property]
    /// The shift in nanoseconds of the running time of buffers on the link (`gst_pad_set_offset`); negative is earlier.
    package var offset: Int64

    package init(
        _ from: PadReference, _ to: PadReference, whenPadAppears: Bool = false, sinkPadProperties: [Property] = [],
        offset: Int64 = 0
    ) {
        self.from = from
        self.to = to
        self.whenPadAppears = whenPadAppears
        self.sinkPadProperties = sinkPadProperties
        self.offset = offset
    }
}

/// A named part of the graph whose frames are counted at its beginning and its end.
package struct BranchPlan: Sendable, Equatable {
    package var name: BranchID
    /// The pad where every buffer that enters the branch's queue is counted.
    package var input: PadReference
    /// The leaky queue whose `overrun` signal means lost frames; `nil` if the branch cannot lose frames.
    package var queue: String?
    /// The output whose file misses the frames that this branch loses; `nil` for a branch that several outputs share,
    /// as a microphone's.
    package var output: OutputName?
    /// The expected frame rate of the branch; `nil` for sound.
    package var rate: FrameRate?
    /// The rate at which a camera's device delivers pictures that are converted to `rate`; `nil` if they keep their
    /// rate.
    package var convertedRate: FrameRate?
    /// True for the branch that receives a capture card's pictures.
    package var isGrabber = false
}

/// The pad where a stream is cut to the session's interval. Raw frames are cut just before their encoder, so that the
/// first one kept is a key frame. A stream that the camera encoded needs a key frame at the cut (`needsKeyFrame`).
package struct ValvePlan: Sendable, Equatable {
    package enum Media: Sendable { case audio, video }

    /// The pad of the valve, which is the source pad of a queue or caps filter.
    package var pad: PadReference
    package var media: Media
    package var needsKeyFrame = false
    /// True when the valve's stream decides when the recording can start, as with cameras and microphones. The combined
    /// picture only follows.
    package var decidesStart = true
    package var branch: BranchID
    /// The maximum duration of one of the stream's buffers in nanoseconds, and so the maximum delay of the end of the
    /// cut.
    package var bufferNanoseconds: Int64
    /// False when the valve cuts nothing and only reports that its stream flows. This applies to a camera that is seen
    /// only in the combined picture, so that the first composed frame contains every camera.
    package var cuts = true
}

/// A clip that is played in a loop: `demuxer` is seeked back to `start` when `length` has been played.
package struct LoopPlan: Sendable, Equatable {
    package var demuxer: String
    /// The time in the clip at which each repetition begins, in nanoseconds.
    package var start: Int64 = 0
    /// The length of one repetition in nanoseconds. A clip's picture and its sound have the same length, so that they
    /// stay together.
    package var length: Int64
    /// The pad at whose end-of-segment event the next repetition begins.
    package var pad: PadReference
    /// The camera that plays the clip and the length of its frames; `nil` for a clip's sound.
    package var picture: Picture?

    /// The picture of a looped clip: its camera and frame length, used to report frames that the clip lacks.
    package struct Picture: Sendable, Equatable {
        package var input: InputName
        /// The length of one of the clip's frames in nanoseconds.
        package var frame: Int64
        /// True when the clip's frames are decoded. Each frame then stands alone, and a single one can be left out.
        package var isDecoded = true
    }
}

/// A `simplevideomark` element whose `pattern-data` is the number of the frame it marks, from 0.
package struct FrameCounterPlan: Sendable, Equatable {
    package var element: String
    package var bits: Int
    /// The test scene that is drawn together with the frame counter; `nil` if the camera shows another pattern.
    package var scene: TestScenePlan?
}

/// One file of an output, or a row of files if it is cut into segments. The writer here is a template, linked again for
/// each segment to the tees of the encoded streams.
package struct OutputPlan: Sendable, Equatable {
    package var name: OutputName
    package var container: Container
    /// The tee behind the output's video encoder.
    package var video: PadReference
    /// The sound tracks of the output, in order.
    package var tracks: [SoundTrackPlan]
    /// The elements of the output's file writer: queues, muxer, file sink. The file sink's `location` is set when a
    /// segment is opened.
    package var elements: [ElementPlan]
    package var links: [LinkPlan]
    /// The name of the writer's element that receives the encoded picture.
    package var videoInput: String
    package var muxer: String
    package var sink: String
    /// The maximum duration of a file, after which its reserved index space is used up; `nil` if there is no limit.
    package var longestFile: Duration?
    /// The tags written into the file: `title` and the device's name.
    package var tags: [Property]
    /// The name of the output's video encoder, which makes a key frame where a segment begins; `nil` if the camera's
    /// own stream is recorded.
    package var videoEncoder: String?
    /// The same encoder at another preset, which can replace the output's encoder when a new file begins; `nil` if
    /// there is none.
    package internal(set) var spareEncoder: ElementPlan?
    /// True when the output's encoder works at its fastest preset; the spare encoder then has the planned preset.
    package internal(set) var isAtFastestPreset = false
    /// The property by which the encoder's bitrate can be changed while it runs; `nil` if it cannot be changed.
    package var liveBitrate: LiveBitrate?
}
