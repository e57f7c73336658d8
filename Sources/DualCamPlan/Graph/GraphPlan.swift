package import DualCamConfig

/// The plan of a recording's whole GStreamer graph: its elements, their properties and their links. It is a plain value
/// that can be made without GStreamer.
package struct GraphPlan: Sendable, Equatable {
    /// The elements of the graph in the order of their creation: sound first, then cameras, then the combined picture.
    package var elements: [ElementPlan] = []
    package var links: [LinkPlan] = []
    package var branches: [BranchPlan] = []
    package var outputs: [OutputPlan] = []
    /// The valves of all streams. They open at the common start of the recording and close at its common end.
    package var valves: [ValvePlan] = []
    /// The clips that the graph plays repeatedly.
    package var loops: [LoopPlan] = []
    /// The frame counters that are drawn into the pictures of test cameras.
    package var counters: [FrameCounterPlan] = []
    /// The processing of each microphone's sound, in the order of the sound tracks.
    package var sounds: [SoundPlan] = []
    /// The maximum length of recorded material that a power cut may destroy; `nil` if the operating system decides when
    /// files are written to the disk.
    package var maxLoss: Duration?
    /// The delay between the moment when all inputs deliver data and the start of recording; `nil` to start without a
    /// delay.
    package var delay: Duration?
    /// The pre-roll that is kept in memory before a take starts; `nil` if takes have no pre-roll.
    package internal(set) var preRoll: PreRollPlan?
    /// The interval at which the recording's files are flushed to disk; `nil` if they are not flushed explicitly.
    package var syncPeriod: Duration? { maxLoss.map { $0 / 2 } }
    /// The cameras and the microphones of the graph, each in the order of the pipeline file.
    package var inputs: [InputPlan] = []
    /// The cameras that the combined picture can show, and the mixer that draws them; `nil` if there is no combined
    /// picture.
    package var stage: MixerInputs?
    /// The frame rate of the combined picture that is rendered after the recording; `nil` if none will be rendered.
    package internal(set) var laterRate: FrameRate?
    /// The settings of the mixer for the combined picture; `nil` if there is no combined picture.
    package internal(set) var scene: PictureScene?
    /// The picture that dualcam's own mixer draws; `nil` if a different mixer is used.
    package var picture: PicturePlan? { scene?.picture }
    /// The zooms and looks that are applied to cameras' own pictures before these are recorded.
    package internal(set) var views: [ViewPlan] = []
    /// The raw video format that all decoders, the mixer and all encoders use: `I420` or `NV12`.
    package var format = ""
    /// The planner's decisions that may interest users, as full sentences.
    package var notes: [String] = []
    /// Full sentences about the plan that are shown to users when the recording is planned and again when it starts.
    package var notices: [String] = []

    /// Creates a plan without elements.
    package init() {}

    /// All elements that the recording may need, including the elements for files and slates.
    var everyElement: [ElementPlan] {
        elements + outputs.flatMap(\.elements) + inputs.flatMap { $0.slate?.elements ?? [] }
    }

    /// The factory names of all elements that the recording may need. A name occurs once for each element that uses it.
    package var factories: [String] { everyElement.map(\.factory) }

    /// Returns the timeouts after which an input counts as late or stalled. For a microphone or a missing camera,
    /// returns the timeouts for sound.
    package func timeouts(of input: InputName) -> FrameTimeouts { timeouts(of: .source(input)) }

    /// Returns the timeouts after which a branch counts as late or stalled.
    package func timeouts(of branch: BranchID) -> FrameTimeouts {
        let own = branches.filter { $0.name == branch }
        let rates = own.compactMap(\.rate) + own.compactMap(\.convertedRate)
        return FrameTimeouts(slowest: rates, isGrabber: own.contains(where: \.isGrabber))
    }

    /// Returns the duration of one frame in a branch, in nanoseconds; `nil` if the branch has no frame rate.
    package func frameLength(of branch: BranchID) -> Int64? {
        branches.first { $0.name == branch }?.rate?.frameNanoseconds
    }

    /// Returns the duration of one frame as the camera delivers it, before any conversion of the frame rate, in
    /// nanoseconds; `nil` if it is unknown.
    package func deliveredFrameLength(of camera: InputName) -> Int64? {
        let own = branches.first { $0.name == .source(camera) }
        return (own?.convertedRate ?? own?.rate)?.frameNanoseconds
    }

    /// Returns true if a camera's pictures are converted to a different frame rate, so that its files do not have the
    /// rate of its device.
    package func convertsRate(of camera: InputName) -> Bool {
        branches.contains { $0.name == .source(camera) && $0.convertedRate != nil }
    }

    /// The earliest running time, in nanoseconds, at which recording and sound may start. Some links move sound earlier
    /// to compensate for encoder delays, and the resulting times must not be negative.
    package var earliestStart: Int64 { max(0, -(links.map(\.offset).min() ?? 0)) }
}

/// A planned GStreamer element: its factory, its properties, and its name, which is unique in the plan.
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

/// One end of a link: the name of an element, and one of its pads. `pad` is `nil` if the element has only one pad in
/// that direction.
///
/// Otherwise `pad` is the name of an always pad, or the template of a request pad (`sink_%u`, `audio_%u`) or of a
/// sometimes pad (`video_%u`).
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
    /// True when the link is made only after the source pad has appeared, as for a demuxer.
    package var whenPadAppears: Bool
    /// The properties that are set on the link's sink pad after the pad was requested, such as the position of a
    /// compositor's pad.
    package var sinkPadProperties: [Property]
    /// The number of nanoseconds by which the running time of buffers on the link is shifted (`gst_pad_set_offset`). A
    /// negative value moves them earlier.
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

/// A branch of the graph whose frames are counted at its entrance and at its exit.
package struct BranchPlan: Sendable, Equatable {
    package var name: BranchID
    /// The pad at which the buffers that enter the branch are counted.
    package var input: PadReference
    /// The name of the branch's leaky queue, which drops frames when it is full. `nil` if the branch cannot lose frames.
    package var queue: String?
    /// The output whose files lack the frames that this branch loses. `nil` if several outputs share the branch, such
    /// as that of a microphone.
    package var output: OutputName?
    /// The expected frame rate of the branch; `nil` for a sound branch.
    package var rate: FrameRate?
    /// The frame rate at which the camera's device delivers pictures before they are converted to `rate`; `nil` if the
    /// rate is not converted.
    package var convertedRate: FrameRate?
    /// True for a branch that receives the pictures of a capture card.
    package var isGrabber = false
}

/// A pad at which a stream is cut to the recorded time. Raw frames are cut just before their encoder, so that the first
/// frame that passes becomes a key frame. A stream that the camera encoded can be cut only at a key frame
/// (`needsKeyFrame`).
package struct ValvePlan: Sendable, Equatable {
    package enum Media: Sendable { case audio, video }

    /// The pad at which the valve cuts the stream, such as the source pad of a queue or a level meter.
    package var pad: PadReference
    package var media: Media
    package var needsKeyFrame = false
    /// True when recording waits until this stream delivers data, as for cameras and microphones. It is false for the
    /// combined picture, which depends on them.
    package var decidesStart = true
    package var branch: BranchID
    /// The maximum duration of the stream's buffers, in nanoseconds. The recorded part may end late by up to this time.
    package var bufferNanoseconds: Int64
    /// False when the valve only reports that data flows, and does not cut the stream. This is the case for a camera
    /// that appears only in the combined picture, and for each microphone of a mix. Recording waits for such an input,
    /// so the first combined frame contains the camera.
    package var cuts = true
}

/// A clip that is played repeatedly. `demuxer` seeks back to `start` after `length` has been played.
package struct LoopPlan: Sendable, Equatable {
    package var demuxer: String
    /// The time within the clip at which each repetition starts, in nanoseconds.
    package var start: Int64 = 0
    /// The duration of one repetition in nanoseconds. It is the same for the picture and the sound of a clip, so that
    /// they stay synchronous.
    package var length: Int64
    /// The pad at which the end of a repetition is detected, so that the next repetition can start.
    package var pad: PadReference
    /// The camera that plays the clip, and the duration of the clip's frames; `nil` if the loop plays only sound.
    package var picture: Picture?

    /// The picture of a repeated clip: its camera and the duration of its frames, used to report frames that are
    /// missing in the clip.
    package struct Picture: Sendable, Equatable {
        package var input: InputName
        /// The duration of one frame of the clip in nanoseconds.
        package var frame: Int64
        /// True when the frames of the clip are decoded. Decoded frames are independent of each other, so any single
        /// frame can be dropped.
        package var isDecoded = true
    }
}

/// A `simplevideomark` element that draws the number of each frame, starting with 0, in a test camera's pictures. The
/// number is set by the element's property `pattern-data`.
package struct FrameCounterPlan: Sendable, Equatable {
    package var element: String
    package var bits: Int
    /// The test scene that is drawn together with the frame counter; `nil` if the camera shows a different test
    /// pattern.
    package var scene: TestScenePlan?
}

/// The files of one output: a single file, or a series of segments. The elements that write a file are a template. For
/// each segment, they are created and linked to the tees of the encoded streams.
package struct OutputPlan: Sendable, Equatable {
    package var name: OutputName
    package var container: Container
    /// The tee after the video encoder of the output.
    package var video: PadReference
    /// The sound tracks in the output's files, in order.
    package var tracks: [SoundTrackPlan]
    /// The elements that write a file of the output: queues, muxer, file sink. The property `location` of the file sink
    /// is set when a file is opened.
    package var elements: [ElementPlan]
    package var links: [LinkPlan]
    /// The name of the file-writing element that receives the encoded picture.
    package var videoInput: String
    package var muxer: String
    package var sink: String
    /// The maximum duration of a file, which results from the space that is reserved for its index; `nil` for no limit.
    package var longestFile: Duration?
    /// The tags that are written into the file: the title, the program's name, and the camera's device as a comment.
    package var tags: [Property]
    /// The name of the output's video encoder, which produces a key frame at the start of each segment. `nil` if the
    /// camera's stream is recorded without re-encoding.
    package var videoEncoder: String?
    /// The output's spare encoder: the same encoder with a different preset, followed by the elements up to its parser.
    /// It can replace the output's encoder when a new file starts. Empty if there is no spare encoder.
    package internal(set) var spareEncoding: [ElementPlan] = []
    /// True when the output's encoder uses its fastest preset. The spare encoder then has the planned preset.
    package internal(set) var isAtFastestPreset = false
    /// The property that changes the encoder's bitrate while it runs; `nil` if the bitrate cannot be changed.
    package var liveBitrate: LiveBitrate?
}
