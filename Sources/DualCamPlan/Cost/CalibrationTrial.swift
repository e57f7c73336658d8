package import DualCamConfig

/// One short run of a few elements, whose processor time per frame is measured.
package struct CalibrationTrial: Sendable, Equatable {
    /// The content and the origin of a trial's pictures or sound.
    package enum Source: Sendable, Hashable {
        /// A test camera with its frame counter.
        case pattern(TestPattern)
        /// A moving picture with texture and noise, as cameras deliver it, from files.
        case camera
        /// The same as JPEG pictures.
        case mjpeg
        /// The same as an H.264 stream.
        case h264
        /// The test tone, 1024 samples at a time.
        case sound
        /// Noise, as hard to encode as what microphones hear.
        case noise
    }

    /// Unique among the trials: `encode x264 veryfast of camera 640x360`.
    package var name: String
    /// Several: they go into a mixer, which is the first of `elements`.
    package var sources: [Source]
    package var size: FrameSize
    /// The elements in a row behind the sources; frames are counted where they enter the last source's follower.
    package var elements: [ElementPlan]
    /// The properties of the compositor's pads, by source.
    package var pads: [[Property]] = []
    /// The sizes in which dualcam's own mixer draws the sources, all of them at the top left.
    package var targets: [FrameSize] = []
    /// The zoom at which it draws each source: the middle, of so many times the picture's width less.
    package var zoom = 1.0
    /// The colours in which it draws them; `nil`: as they come.
    package var look: LookPlan?
    /// Frames come out of a mixer.
    package var isMixed: Bool { !pads.isEmpty || !targets.isEmpty }
    /// The amount of one frame (or piece of sound).
    package var amount: WorkAmount
    /// The sources run in threads of their own, whose time does not count.
    package var isApart: Bool { !elements.isEmpty && !sources.contains(.h264) }
    /// The time that it runs at least, in seconds, once it is warm.
    package var seconds = 0.08
    /// Frames before it is warm: caches and queues are filled, and an encoder has found its bitrate.
    package var warmUp = 3
    /// Frames that are counted at least, unless they take longer than `limit`.
    package var leastFrames = 12
    /// The longest it runs, in seconds, warm or not.
    package var limit = 0.4
}

/// The trials that make up a calibration.
package struct CalibrationPlan: Sendable {
    package static let small = FrameSize(width: 640, height: 360)
    package static let large = FrameSize(width: 1280, height: 720)
    static let rate = FrameRate(30)
    /// Drawing takes so little that only a large canvas shows it.
    static let canvases = [small, FrameSize(width: 1920, height: 1080)]
    /// The patterns of `--simulate`; others that stand still are taken for the last.
    static let patterns: [TestPattern] = [.smpte, .ball, .checkers, .gradient]

    /// The trials in the order in which they are to be run.
    package var trials: [CalibrationTrial] = []
    let machine: MachineFacts
    /// The encoders that are tried.
    let encoders: [EncoderImplementation]

    /// - Parameter only: the word of the one encoder that is to be measured; `nil` for all at hand.
    package init(on machine: MachineFacts, only: String? = nil) {
        self.machine = machine
        encoders = EncoderCatalog.implementations.filter {
            $0.element(on: machine) != nil && (only ?? $0.word) == $0.word
        }
        addSources(all: only == nil)
        if only == nil { addPictureWork() }
        for encoder in encoders { add(encoder) }
        trials = trials.filter { trial in trial.elements.allSatisfy { machine.elements.contains($0.factory) } }
    }

    /// The words of the encoders that are measured.
    package var words: [String] { encoders.map(\.word) }
}

extension CalibrationPlan {
    static func name(_ work: String, _ size: FrameSize) -> String { "\(work) \(size.text)" }

    /// The trial that brings nothing but the pictures.
    static func source(_ source: CalibrationTrial.Source, _ size: FrameSize) -> String {
        switch source {
        case .pattern(let pattern): name(WorkName.pattern(pattern), size)
        case .camera: name("source files", size)
        case .mjpeg: name("source mjpeg", size)
        case .h264: name("source h264", size)
        case .sound: "source sound"
        case .noise: "source noise"
        }
    }

    private mutating func addSources(all: Bool) {
        let patterns = all ? TestPattern.allCases : Self.patterns + [.black]
        for size in [Self.small, Self.large] + Self.canvases.dropFirst() {
            let amount = WorkAmount(size, FrameRate(1))
            let all = [.camera] + patterns.map(CalibrationTrial.Source.pattern)
            for source in size.pixels > Self.large.pixels ? [.pattern(.black)] : all {
                trials.append(
                    CalibrationTrial(
                        name: Self.source(source, size), sources: [source], size: size, elements: [], amount: amount))
            }
        }
    }

    private static let branch = BranchID.calibration

    private mutating func add(
        _ work: String, _ source: CalibrationTrial.Source, _ size: FrameSize, _ elements: [ElementPlan]
    ) {
        trials.append(
            CalibrationTrial(
                name: Self.name(work, size), sources: [source], size: size, elements: elements,
                amount: WorkAmount(size, FrameRate(1))))
    }

    /// Decoding, conversion, drawing, sound.
    private mutating func addPictureWork() {
        for size in [Self.small, Self.large] {
            let half = FrameSize(width: size.width / 2, height: size.height / 2)
            let branch = Self.branch
            add(
                WorkName.decode("mjpeg"), .mjpeg, size, [ElementPlan("jpegdec", name: "decoder", branch: branch)])
            let parser = ElementPlan("h264parse", name: "parser", branch: branch)
            let decoder = ElementPlan(
                "avdec_h264", name: "decoder", branch: branch, [Property("max-threads", .int(1))])
            add(WorkName.decode("h264"), .h264, size, [parser, decoder])
            add(
                WorkName.convert, .camera, size,
                [
                    ElementPlan(Intake.element, name: "convert", branch: branch),
                    .caps("to", branch, .raw("NV12", size, Self.rate)),
                ])
            add(
                WorkName.scale, .camera, size,
                [
                    ElementPlan("videoconvertscale", name: "scale", branch: branch),
                    .caps("to", branch, .raw("I420", half, Self.rate)),
                ])
            let turn = Property("video-direction", .enumeration(type: "GstVideoOrientationMethod", nick: "180"))
            add(WorkName.rotate, .camera, size, [ElementPlan("videoflip", name: "turn", branch: branch, [turn])])
            let quarter = Property("video-direction", .enumeration(type: "GstVideoOrientationMethod", nick: "90r"))
            add(WorkName.turn, .camera, size, [ElementPlan("videoflip", name: "turn", branch: branch, [quarter])])
            addColours(size)
        }
        for size in Self.canvases {
            let half = FrameSize(width: size.width / 2, height: size.height / 2)
            addDrawing(size, half)
            addOwnDrawing(size, half)
        }
        for codec in AudioCodec.allCases { addSound(codec) }
    }

    private mutating func addSound(_ codec: AudioCodec) {
        let sound = SoundCodec(codec)
        let form = CapsPlan(
            "audio/x-raw",
            [
                Property("format", .string(sound.format(.sixteen).rawValue)),
                Property("layout", .string("interleaved")),
                Property("rate", .int(48_000)), Property("channels", .int(2)),
            ])
        var elements: [ElementPlan] = [
            ElementPlan("audioconvert", name: "convert", branch: Self.branch),
            ElementPlan("audioresample", name: "resample", branch: Self.branch), .caps("form", Self.branch, form),
        ]
        if let encoder = sound.encoder { elements.append(ElementPlan(encoder, name: "encoder", branch: Self.branch)) }
        for (name, source) in [
            (WorkName.encode(codec), CalibrationTrial.Source.sound), (WorkName.encodeHeard(codec), .noise),
        ] {
            trials.append(
                CalibrationTrial(
                    name: name, sources: [source], size: Self.small, elements: elements,
                    amount: WorkAmount(megapixels: 0.002048, frames: 1), leastFrames: 200))
        }
    }
}

extension CalibrationPlan {
    /// One camera as it is; one beside it, in half its size.
    private mutating func addDrawing(_ size: FrameSize, _ half: FrameSize) {
        let mixer = ElementPlan(
            "compositor", name: "mixer", branch: Self.branch,
            [Property("background", .enumeration(type: "GstCompositorBackground", nick: "black"))])
        let caps = ElementPlan.caps("to", Self.branch, .raw("I420", size, Self.rate, colour: .bt709))
        let whole = place(size)
        let inset = place(half, scaled: true)
        add(WorkName.copied(.compositor), [whole], size, [mixer, caps])
        add(WorkName.scaled(.compositor), [whole, inset], size, [mixer, caps])
    }

    /// Adds the trials of drawing by dualcam's own mixer.
    private mutating func addOwnDrawing(_ size: FrameSize, _ half: FrameSize) {
        let mixer = ElementPlan(MixerElements(.dualcam).drawing, name: "mixer", branch: Self.branch)
        let caps = ElementPlan.caps("to", Self.branch, .raw("I420", size, Self.rate, colour: .bt709))
        let works = [(WorkName.copied(.dualcam), [size]), (WorkName.scaled(.dualcam), [size, half])]
        for (work, targets) in works {
            trials.append(
                CalibrationTrial(
                    name: Self.name(work, size), sources: targets.map { _ in .pattern(.black) }, size: size,
                    elements: [mixer, caps], targets: targets, amount: WorkAmount(size, FrameRate(1))))
        }
    }

    /// A camera zoomed, and one with a look.
    private mutating func addColours(_ size: FrameSize) {
        let step = LookPlan.Step(adjust: Adjustment(), look: Look(.named(.cinematic)))
        let look = LookPlan([step], in: Colour.bt709.space)
        for (work, zoom, look) in [(WorkName.enlarged(.dualcam), 2.0, nil), (WorkName.looked, 1, look)] {
            trials.append(
                CalibrationTrial(
                    name: Self.name(work, size), sources: [.camera], size: size,
                    elements: [
                        ElementPlan(MixerElements(.dualcam).drawing, name: "mixer", branch: Self.branch),
                        .caps("to", Self.branch, .raw("I420", size, Self.rate, colour: .bt709)),
                    ], targets: [size], zoom: zoom, look: look, amount: WorkAmount(size, FrameRate(1))))
        }
    }

    private mutating func add(
        _ work: String, _ pads: [[Property]], _ size: FrameSize, _ elements: [ElementPlan]
    ) {
        let source = CalibrationTrial.Source.pattern(.black)
        trials.append(
            CalibrationTrial(
                name: Self.name(work, size), sources: pads.map { _ in source }, size: size, elements: elements,
                pads: pads, amount: WorkAmount(size, FrameRate(1))))
    }

    private func place(_ size: FrameSize, scaled: Bool = false) -> [Property] {
        let place = [Property("width", .int(Int64(size.width))), Property("height", .int(Int64(size.height)))]
        return scaled ? place + [PlanBuilder.resampler(source: nil)] : place
    }
}
