package import DualCamConfig

/// The whole graph as a value: what is made, how it is set, what is linked to what. Nothing in it needs GStreamer.
package struct GraphPlan: Sendable, Equatable {
    /// The elements in the order in which they are made: sound first, then cameras, then the combined picture.
    package var elements: [ElementPlan] = []
    package var links: [LinkPlan] = []
    package var branches: [BranchPlan] = []
    package var outputs: [OutputPlan] = []
    /// Every stream that waits for the common start and ends at the common stop, by the pad at which it is cut.
    package var valves: [ValvePlan] = []
    /// Clips that are played over and over.
    package var loops: [LoopPlan] = []
    /// Test cameras that count their frames in the picture.
    package var counters: [FrameCounterPlan] = []
    /// The processing of each microphone's sound, in the order of their tracks.
    package var sounds: [SoundPlan] = []
    /// The most a power cut may cost; `nil`: what it costs is left to the system.
    package var maxLoss: Duration?
    /// Recording begins this long after everything delivers; `nil`: at once.
    package var delay: Duration?
    /// The past that is kept while the graph stands by; `nil`: none.
    package internal(set) var preRoll: PreRollPlan?
    /// The interval at which the files are written through to their disks; `nil`: never.
    package var syncPeriod: Duration? { maxLoss.map { $0 / 2 } }
    /// Cameras and microphones, each in the file's order.
    package var inputs: [InputPlan] = []
    /// The cameras that can be drawn in the combined picture; `nil` without one.
    package var stage: MixerInputs?
    /// The rate of a combined picture that is drawn later; `nil`: there is none.
    package internal(set) var laterRate: FrameRate?
    /// The scene that the mixer draws.
    package internal(set) var scene: PictureScene?
    /// The picture that dualcam's own mixer draws; `nil` with another one.
    package var picture: PicturePlan? { scene?.picture }
    /// Cameras' own outputs that can be zoomed.
    package internal(set) var views: [ViewPlan] = []
    /// The one raw format between decoders, mixer and encoders (`I420`).
    package var format = ""
    /// The planner's decisions that a user may want to know, in full sentences.
    package var notes: [String] = []
    /// The notes that are reported when the recording starts, too.
    package var notices: [String] = []

    /// Every element that the recording can need, those of files and of slates, too.
    var everyElement: [ElementPlan] {
        elements + outputs.flatMap(\.elements) + inputs.flatMap { $0.slate?.elements ?? [] }
    }

    /// The factories of every element that the recording can need, as often as they are needed.
    package var factories: [String] { everyElement.map(\.factory) }

    /// The times after which a camera takes too long; those of sound for a microphone and for a camera that is not there.
    package func timeouts(of input: InputName) -> FrameTimeouts { timeouts(of: .source(input)) }

    /// The times after which a branch takes too long.
    package func timeouts(of branch: BranchID) -> FrameTimeouts {
        let own = branches.filter { $0.name == branch }
        let rates = own.compactMap(\.rate) + own.compactMap(\.convertedRate)
        return FrameTimeouts(slowest: rates, isGrabber: own.contains(where: \.isGrabber))
    }

    /// The length of a branch's frames at their rate, in nanoseconds; `nil` where it has none.
    package func frameLength(of branch: BranchID) -> Int64? {
        branches.first { $0.name == branch }?.rate?.frameNanoseconds
    }

    /// The length of a camera's pictures as its device delivers them, in nanoseconds; `nil`: they are not known to have one.
    package func deliveredFrameLength(of camera: InputName) -> Int64? {
        let own = branches.first { $0.name == .source(camera) }
        return (own?.convertedRate ?? own?.rate)?.frameNanoseconds
    }

    /// Returns true where a camera's pictures are brought to another rate: its files hold others than it delivers.
    package func convertsRate(of camera: InputName) -> Bool {
        branches.contains { $0.name == .source(camera) && $0.convertedRate != nil }
    }

    /// The running time in nanoseconds before which no recording may begin, nor a buffer of sound that goes in: encoders' delays
    /// move sound earlier, and nothing may fall before 0.
    package var earliestStart: Int64 { max(0, -(links.map(\.offset).min() ?? 0)) }
}

/// One element: its factory, its name (unique in the plan) and what is set on it.
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

/// One end of a link; `pad` is `nil` for an element's only pad of that direction, else an always pad's name, or a
/// request template (`sink_%u`, `audio_%u`) or a sometimes template (`video_%u`).
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
    /// Made when the pad appears (a demuxer's).
    package var whenPadAppears: Bool
    /// Set on the sink pad when it has been requested (a compositor pad's position).
    package var sinkPadProperties: [Property]
    /// Shift of running time at the source pad in nanoseconds (`gst_pad_set_offset`): negative is earlier.
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

/// A named stretch of the graph whose frames are counted in and out.
package struct BranchPlan: Sendable, Equatable {
    package var name: BranchID
    /// Counted here: every buffer that enters the branch's queue.
    package var input: PadReference
    /// The leaky queue whose `overrun` means lost frames; `nil` where nothing can be lost.
    package var queue: String?
    /// The output whose losses these are; `nil` for a branch shared by several (the microphone's) .
    package var output: OutputName?
    /// The frame rate to expect; `nil` for sound.
    package var rate: FrameRate?
    /// The rate of a camera's device whose pictures are brought to `rate`; `nil`: they keep their own.
    package var convertedRate: FrameRate?
    /// True where a grabber's pictures come in.
    package var isGrabber = false
}

/// The pad where a stream is cut to the session's interval: raw frames just before their encoder (so that the first one kept is a
/// key frame), or an encoded stream from the camera (`needsKeyFrame`).
package struct ValvePlan: Sendable, Equatable {
    package enum Media: Sendable { case audio, video }

    /// A source pad (of a queue or caps filter).
    package var pad: PadReference
    package var media: Media
    package var needsKeyFrame = false
    /// Cameras and microphone decide when everything flows; the combined picture only follows.
    package var decidesStart = true
    package var branch: BranchID
    /// The longest a buffer lasts, in nanoseconds: how late its end can be.
    package var bufferNanoseconds: Int64
    /// `false` where the pad only tells when its stream flows: a camera that is seen in the combined picture alone loses
    /// nothing, so that the first composed frame has every camera in it.
    package var cuts = true
}

/// A clip that is played over and over: `demuxer` is seeked back to `start` when `length` has been played.
package struct LoopPlan: Sendable, Equatable {
    package var demuxer: String
    /// The time in the clip at which each round begins, in nanoseconds.
    package var start: Int64 = 0
    /// The length in nanoseconds; the same for a clip's picture and its sound, so that they stay together.
    package var length: Int64
    /// The pad at whose end-of-segment event the next round begins.
    package var pad: PadReference
    /// The camera that the clip plays and the length of its frames; `nil` for a clip's sound.
    package var picture: Picture?

    /// A clip's frames at its own rate, by which frames that it does not hold are told.
    package struct Picture: Sendable, Equatable {
        package var input: InputName
        /// The length of a frame in nanoseconds.
        package var frame: Int64
        /// Each frame stands alone, and one of them can be left out.
        package var isDecoded = true
    }
}

/// A `simplevideomark` element whose `pattern-data` is the number of the frame it marks, from 0.
package struct FrameCounterPlan: Sendable, Equatable {
    package var element: String
    package var bits: Int
    /// Drawn behind it; `nil`: nothing.
    package var scene: TestScenePlan?
}

/// One file that is written (or, with segments, one row of files): the template of its writer, hung on the encoded
/// streams' tees anew for each segment.
package struct OutputPlan: Sendable, Equatable {
    package var name: OutputName
    package var container: Container
    /// The tee behind the video encoder.
    package var video: PadReference
    /// The tracks of its sound, in their order.
    package var tracks: [SoundTrackPlan]
    /// The elements of the writer: queues, muxer, file sink. The file sink's `location` is set when a segment is opened.
    package var elements: [ElementPlan]
    package var links: [LinkPlan]
    /// The element (within `elements`) that takes the encoded picture.
    package var videoInput: String
    package var muxer: String
    package var sink: String
    /// The longest a file can become before its reserved index space is used up; `nil`: no limit.
    package var longestFile: Duration?
    /// `title` and the device's name, written into the file as tags.
    package var tags: [Property]
    /// The video encoder (asked for a key frame where a segment begins), `nil` for passthrough.
    package var videoEncoder: String?
    /// The same encoder at another preset, which can take its place from a file on; `nil`: there is none.
    package internal(set) var spareEncoder: ElementPlan?
    /// The encoder works at its fastest preset instead of the planned one, which the spare one has.
    package internal(set) var isAtFastestPreset = false
    /// The way to change its bitrate while it runs; `nil`: there is none.
    package var liveBitrate: LiveBitrate?
}
