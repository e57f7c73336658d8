package import DualCamConfig

/// The whole graph as a value: its elements, their properties and their links. A plan does not need GStreamer.
package struct GraphPlan: Sendable, Equatable {
    /// The elements in the order in which they are created: sound first, then cameras, then the combined picture.
    package var elements: [ElementPlan] = []
    package var links: [LinkPlan] = []
    package var branches: [BranchPlan] = []
    package var outputs: [OutputPlan] = []
    /// The valves of all streams that wait for the common start and end at the common stop.
    package var valves: [ValvePlan] = []
    /// The clips that are played in a loop.
    package var loops: [LoopPlan] = []
    /// The test cameras that draw a frame counter into the picture.
    package var counters: [FrameCounterPlan] = []
    /// The processing of each microphone's sound, in the order of their tracks.
    package var sounds: [SoundPlan] = []
    /// The maximum length of recording that a power cut may destroy; `nil`: no limit, the system decides when to write.
    package var maxLoss: Duration?
    /// The time from the moment when every input delivers to the start of recording; `nil`: recording begins at once.
    package var delay: Duration?
    /// The pre-roll that is kept while the graph stands by; `nil`: none.
    package internal(set) var preRoll: PreRollPlan?
    /// The interval at which the files are flushed to their disks; `nil`: never.
    package var syncPeriod: Duration? { maxLoss.map { $0 / 2 } }
    /// The cameras and microphones, each in the pipeline file's order.
    package var inputs: [InputPlan] = []
    /// The cameras that can be drawn in the combined picture; `nil` without a combined picture.
    package var stage: MixerInputs?
    /// The rate of a combined picture that is rendered after the recording; `nil`: none is.
    package internal(set) var laterRate: FrameRate?
    /// The scene that the mixer draws.
    package internal(set) var scene: PictureScene?
    /// The picture that dualcam's own mixer draws; `nil` with another mixer.
    package var picture: PicturePlan? { scene?.picture }
    /// The cameras' own outputs that can be zoomed.
    package internal(set) var views: [ViewPlan] = []
    /// The one raw video format between decoders, mixer and encoders (`I420`).
    package var format = ""
    /// The planner's decisions that a user may want to know, in full sentences.
    package var notes: [String] = []
    /// The notes that are also reported when the recording starts.
    package var notices: [String] = []

    /// All elements that the recording can need, including the ones of files and of slates.
    var everyElement: [ElementPlan] {
        elements + outputs.flatMap(\.elements) + inputs.flatMap { $0.slate?.elements ?? [] }
    }

    /// The factories of all elements that the recording can need, one entry per element.
    package var factories: [String] { everyElement.map(\.factory) }

    /// Returns the times after which a camera counts as late or stalled. A microphone or a missing camera has the times
    /// of sound.
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

    /// Returns the length of a camera's pictures as its device delivers them, in nanoseconds; `nil` if it is not known.
    package func deliveredFrameLength(of camera: InputName) -> Int64? {
        let own = branches.first { $0.name == .source(camera) }
        return (own?.convertedRate ?? own?.rate)?.frameNanoseconds
    }

    /// Returns true if a camera's pictures are converted to another rate, so that its files differ from what it
    /// delivers.
    package func convertsRate(of camera: InputName) -> Bool {
        branches.contains { $0.name == .source(camera) && $0.convertedRate != nil }
    }

    /// The earliest running time in nanoseconds at which a recording may begin and a buffer of sound may enter. Links
    /// move sound earlier by encoders' delays, and no time may fall below 0.
    package var earliestStart: Int64 { max(0, -(links.map(\.offset).min() ?? 0)) }
}

/// One element: its factory, its name (unique in the plan) and its properties.
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

/// One end of a link. `pad` is `nil` for an element's only pad of that direction. Otherwise it is the name of an always
/// pad, or a request template (`sink_%u`, `audio_%u`) or a sometimes template (`video_%u`).
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
    /// True when the link is made as soon as the source pad appears, as with a demuxer.
    package var whenPadAppears: Bool
    /// The properties that are set on the sink pad after it was requested, such as a compositor pad's position.
    package var sinkPadProperties: [Property]
    /// The shift of running time at the source pad in nanoseconds (`gst_pad_set_offset`); negative is earlier.
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

/// A named stretch of the graph whose frames are counted at its beginning and its end.
package struct BranchPlan: Sendable, Equatable {
    package var name: BranchID
    /// The pad where every buffer that enters the branch's queue is counted.
    package var input: PadReference
    /// The leaky queue whose `overrun` signal means lost frames; `nil` if the branch cannot lose frames.
    package var queue: String?
    /// The output that loses the frames which this branch loses; `nil` for a branch that several outputs share (the
    /// microphone's).
    package var output: OutputName?
    /// The expected frame rate; `nil` for sound.
    package var rate: FrameRate?
    /// The rate of a camera's device whose pictures are converted to `rate`; `nil`: they keep their own rate.
    package var convertedRate: FrameRate?
    /// True for the branch where a grabber's pictures come in.
    package var isGrabber = false
}

/// The pad where a stream is cut to the session's interval. Raw frames are cut just before their encoder, so that the
/// first one kept is a key frame. A stream that the camera encoded needs a key frame at the cut (`needsKeyFrame`).
package struct ValvePlan: Sendable, Equatable {
    package enum Media: Sendable { case audio, video }

    /// The source pad of a queue or caps filter.
    package var pad: PadReference
    package var media: Media
    package var needsKeyFrame = false
    /// True for cameras and microphones, which decide when everything flows. The combined picture only follows.
    package var decidesStart = true
    package var branch: BranchID
    /// The longest duration of a buffer in nanoseconds, and so the maximum delay of the cut's end.
    package var bufferNanoseconds: Int64
    /// False when the pad only reports that its stream flows. A camera that is seen only in the combined picture loses
    /// nothing, so that the first composed frame contains every camera.
    package var cuts = true
}

/// A clip that is played in a loop: `demuxer` is seeked back to `start` when `length` has been played.
package struct LoopPlan: Sendable, Equatable {
    package var demuxer: String
    /// The time in the clip at which each round begins, in nanoseconds.
    package var start: Int64 = 0
    /// The length in nanoseconds. A clip's picture and its sound have the same length, so that they stay together.
    package var length: Int64
    /// The pad at whose end-of-segment event the next round begins.
    package var pad: PadReference
    /// The camera that the clip plays and the length of its frames; `nil` for a clip's sound.
    package var picture: Picture?

    /// The frames of a clip at its own rate, used to report frames that the clip does not hold.
    package struct Picture: Sendable, Equatable {
        package var input: InputName
        /// The length of a frame in nanoseconds.
        package var frame: Int64
        /// True when each frame stands alone, so that one can be left out.
        package var isDecoded = true
    }
}

/// A `simplevideomark` element whose `pattern-data` is the number of the frame it marks, from 0.
package struct FrameCounterPlan: Sendable, Equatable {
    package var element: String
    package var bits: Int
    /// The test scene that is drawn behind the mark; `nil`: none.
    package var scene: TestScenePlan?
}

/// One file, or with segments one row of files. The writer here is a template that is linked to the tees of the encoded
/// streams again for each segment.
package struct OutputPlan: Sendable, Equatable {
    package var name: OutputName
    package var container: Container
    /// The tee behind the video encoder.
    package var video: PadReference
    /// The sound tracks of the output, in order.
    package var tracks: [SoundTrackPlan]
    /// The elements of the writer: queues, muxer, file sink. The file sink's `location` is set when a segment is
    /// opened.
    package var elements: [ElementPlan]
    package var links: [LinkPlan]
    /// The element within `elements` that receives the encoded picture.
    package var videoInput: String
    package var muxer: String
    package var sink: String
    /// The longest duration of a file before its reserved index space is used up; `nil`: no limit.
    package var longestFile: Duration?
    /// The tags written into the file: `title` and the device's name.
    package var tags: [Property]
    /// The video encoder, which is asked for a key frame where a segment begins; `nil` for passthrough.
    package var videoEncoder: String?
    /// The same encoder at another preset, which can replace the first one when a new file begins; `nil`: none.
    package internal(set) var spareEncoder: ElementPlan?
    /// True when the encoder works at its fastest preset; the spare encoder then has the planned one.
    package internal(set) var isAtFastestPreset = false
    /// The property by which the bitrate can be changed while the encoder runs; `nil`: it cannot.
    package var liveBitrate: LiveBitrate?
}
