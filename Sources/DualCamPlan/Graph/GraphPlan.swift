public import DualCamConfig

/// The whole graph as a value: what is made, how it is set, what is linked to what. Nothing in it needs GStreamer.
public struct GraphPlan: Sendable, Equatable {
    /// In the order they are made: sound first, then cameras, then the combined picture.
    public var elements: [ElementPlan] = []
    public var links: [LinkPlan] = []
    public var branches: [BranchPlan] = []
    public var outputs: [OutputPlan] = []
    /// Every stream that waits for the common start and ends at the common stop, by the pad at which it is cut.
    public var gates: [GatePlan] = []
    /// Clips that are played over and over.
    public var loops: [LoopPlan] = []
    /// Test cameras that count their frames in the picture.
    public var counters: [FrameCounterPlan] = []
    /// What becomes of each microphone's sound, in the order of their tracks.
    public var sounds: [SoundPlan] = []
    /// The most a power cut may cost; `nil`: what it costs is left to the system.
    public var maxLoss: Duration?
    /// Recording begins this long after everything delivers; `nil`: at once.
    public var delay: Duration?
    /// How often the files are written through to their disks; `nil`: never.
    public var syncPeriod: Duration? { maxLoss.map { $0 / 2 } }
    /// Cameras and microphones, each in the file's order.
    public var inputs: [InputPlan] = []
    /// Who can be drawn in the combined picture; `nil` without one.
    public var stage: PictureStage?
    /// What is drawn.
    public internal(set) var scene: PictureScene?
    /// What the mixer draws, where it is dualcam's own.
    public var picture: PicturePlan? { scene?.picture }
    /// Cameras' own outputs that can be zoomed.
    public internal(set) var views: [ViewPlan] = []
    /// The one raw format between decoders, mixer and encoders (`I420`).
    public var format = ""
    /// What the planner decided that a user may want to know, in full sentences.
    public var notes: [String] = []

    public init() {}
}

/// Where in the recording an element belongs: `back.source`, `back.encoder`, `combined.mixer`, `audio.encoder`, `front.file`.
public struct BranchName: Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}

/// One element: its factory, its name (unique in the plan) and what is set on it.
public struct ElementPlan: Sendable, Equatable {
    public var name: String
    public var factory: String
    public var branch: BranchName
    public var properties: [Property]

    public init(_ factory: String, name: String, branch: BranchName, _ properties: [Property] = []) {
        self.factory = factory
        self.name = name
        self.branch = branch
        self.properties = properties
    }
}

/// One end of a link; `pad` is `nil` for an element's only pad of that direction, else an always pad's name, or a
/// request template (`sink_%u`, `audio_%u`) or a sometimes template (`video_%u`).
public struct PadReference: Sendable, Hashable {
    public var element: String
    public var pad: String?

    public init(_ element: String, _ pad: String? = nil) {
        self.element = element
        self.pad = pad
    }
}

public struct LinkPlan: Sendable, Equatable {
    public var from: PadReference
    public var to: PadReference
    /// Made when the pad appears (a demuxer's).
    public var whenPadAppears: Bool
    /// Set on the sink pad when it has been requested (a compositor pad's position).
    public var sinkPadProperties: [Property]
    /// Shift of running time at the source pad in nanoseconds (`gst_pad_set_offset`): negative is earlier.
    public var offset: Int64

    public init(
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
public struct BranchPlan: Sendable, Equatable {
    public var name: BranchName
    /// Counted here: every buffer that enters the branch's queue.
    public var input: PadReference
    /// The leaky queue whose `overrun` means lost frames; `nil` where nothing can be lost.
    public var queue: String?
    /// The output whose losses these are; `nil` for a branch shared by several (the microphone's) .
    public var output: OutputName?
    /// The frame rate to expect; `nil` for sound.
    public var rate: FrameRate?

    public init(_ name: BranchName, input: PadReference, queue: String?, output: OutputName?, rate: FrameRate?) {
        self.name = name
        self.input = input
        self.queue = queue
        self.output = output
        self.rate = rate
    }
}

/// Where a stream is cut to the session's interval: raw frames just before their encoder (so that the first one kept is a
/// key frame), or an encoded stream from the camera (`needsKeyFrame`).
public struct GatePlan: Sendable, Equatable {
    public enum Media: Sendable { case audio, video }

    /// A source pad (of a queue or caps filter).
    public var pad: PadReference
    public var media: Media
    public var needsKeyFrame: Bool
    /// Cameras and microphone decide when everything flows; the combined picture only follows.
    public var decidesStart: Bool
    public var branch: BranchName
    /// The longest a buffer lasts, in nanoseconds: how late its end can be.
    public var bufferNanoseconds: Int64
    /// `false` where the pad only tells when its stream flows: a camera that is seen in the combined picture alone loses
    /// nothing, so that the first composed frame has every camera in it.
    public var cuts = true

    public init(
        pad: PadReference, media: Media, needsKeyFrame: Bool, decidesStart: Bool, branch: BranchName,
        bufferNanoseconds: Int64
    ) {
        self.pad = pad
        self.media = media
        self.needsKeyFrame = needsKeyFrame
        self.decidesStart = decidesStart
        self.branch = branch
        self.bufferNanoseconds = bufferNanoseconds
    }
}

/// A clip that is played over and over: `demuxer` is seeked back to 0 when `length` has been played.
public struct LoopPlan: Sendable, Equatable {
    public var demuxer: String
    /// In nanoseconds; the same for a clip's picture and its sound, so that they stay together.
    public var length: Int64
    /// The pad at whose end-of-segment event the next round begins.
    public var pad: PadReference

    public init(demuxer: String, length: Int64, pad: PadReference) {
        self.demuxer = demuxer
        self.length = length
        self.pad = pad
    }
}

/// A `simplevideomark` element whose `pattern-data` is the number of the frame it marks, from 0.
public struct FrameCounterPlan: Sendable, Equatable {
    public var element: String
    public var bits: Int

    public init(element: String, bits: Int) {
        self.element = element
        self.bits = bits
    }
}

/// One file that is written (or, with segments, one row of files): the template of its writer, hung on the encoded
/// streams' tees anew for each segment.
public struct OutputPlan: Sendable, Equatable {
    public var name: OutputName
    public var container: Container
    /// The tee behind the video encoder.
    public var video: PadReference
    /// Its sound, in the order of the tracks.
    public var tracks: [SoundTrackPlan]
    /// What the writer is made of: queues, muxer, file sink. The file sink's `location` is set when a segment is opened.
    public var elements: [ElementPlan]
    public var links: [LinkPlan]
    /// The element (within `elements`) that takes the encoded picture.
    public var videoInput: String
    public var muxer: String
    public var sink: String
    /// The longest a file can become before its reserved index space is used up; `nil`: no limit.
    public var longestFile: Duration?
    /// `title` and the device's name, written into the file as tags.
    public var tags: [Property]
    /// The video encoder (asked for a key frame where a segment begins), `nil` for passthrough.
    public var videoEncoder: String?
    /// How its bitrate can be changed while it runs; `nil`: it cannot.
    public var liveBitrate: LiveBitrate?

    public init(
        name: OutputName, container: Container, video: PadReference, tracks: [SoundTrackPlan], elements: [ElementPlan],
        links: [LinkPlan], videoInput: String, muxer: String, sink: String, longestFile: Duration?,
        tags: [Property], videoEncoder: String?, liveBitrate: LiveBitrate? = nil
    ) {
        self.name = name
        self.container = container
        self.video = video
        self.tracks = tracks
        self.elements = elements
        self.links = links
        self.videoInput = videoInput
        self.muxer = muxer
        self.sink = sink
        self.longestFile = longestFile
        self.tags = tags
        self.videoEncoder = videoEncoder
        self.liveBitrate = liveBitrate
    }
}
