internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Plays the sound of a file of any kind, decoded, as fast as somebody takes it.
struct SoundReader: Sendable {
    /// Samples a second that the sound is said to have while a drift is taken from it: the nearest whole number of them is a fiftieth of
    /// a millionth away.
    private static let fine = 48_000_000.0

    let path: String
    /// The format of the output.
    let form: StructurePlan
    let rate: Int
    /// By how much its clock is faster than ours; 0.00008 is 80 ppm.
    let drift: Double
    /// Samples are counted from the file's zero by their times; false: from the first one.
    let isTimed: Bool

    init(_ path: String, _ form: StructurePlan, rate: Int, drift: Double = 0, isTimed: Bool = false) {
        (self.path, self.form, self.rate, self.drift, self.isTimed) = (path, form, rate, drift, isTimed)
    }

    /// One channel of floating-point numbers.
    init(measuring path: String, rate: Int, drift: Double = 0, isTimed: Bool = false) {
        self.init(path, Self.samples(rate, 1), rate: rate, drift: drift, isTimed: isTimed)
    }

    /// Reads to the end, or until no more is taken. Blocks.
    ///
    /// - Parameters:
    ///   - goesOn: is told four times a second how many samples have come; false ends it.
    ///   - take: is given each buffer with the number of its first sample; returns false when it wants no more.
    /// - Returns: the samples that came; `nil` when it was ended.
    func read(
        goesOn: (Int) -> Bool, _ take: @escaping @Sendable (borrowing ProbeInfo, Int) -> Bool
    ) throws(GraphFailure) -> Int? {
        let reached = Atomic(0)
        let isOver = Atomic(false)
        let failure = Promise<any Error>()
        let pipeline = try translating { try MediaPipeline(name: "sound") }
        defer { pipeline.stop() }
        try translating {
            let last = try build(in: pipeline, failure)
            last.addProbe(.buffers) { [rate, isTimed] info in
                guard !isOver.load(ordering: .relaxed), let form = info.soundForm else { return .drop }
                let count = reached.load(ordering: .relaxed)
                let first = isTimed ? info.fileTime.map { Self.sample(at: $0, rate) } ?? count : count
                reached.store(count + info.size / form.bytesPerFrame, ordering: .relaxed)
                if !take(info, first) {
                    isOver.store(true, ordering: .relaxed)
                    info.endPeer()
                }
                return .drop
            }
            try pipeline.setState(.playing)
        }
        while try translating({ () throws in
            if let error = failure.current { throw error }
            return try !pipeline.waitForEnd(nanoseconds: 250_000_000)
        }) {
            guard goesOn(reached.load(ordering: .relaxed)) else { return nil }
        }
        return reached.load(ordering: .relaxed)
    }

    private static func sample(at time: Int64, _ rate: Int) -> Int {
        Int((Double(time) * Double(rate) / 1e9).rounded())
    }

    /// Returns the pad out of which the sound comes.
    ///
    /// - Parameter failure: hears why the file's sound cannot come in.
    private func build(in pipeline: MediaPipeline, _ failure: Promise<any Error>) throws -> Pad {
        let decoder = try Element.make(
            "decodebin", name: "sound.decoder",
            properties: [
                .init("caps", .caps(mediaType: "audio/x-raw", fields: [])), .init("expose-all-streams", .bool(false)),
            ])
        try pipeline.addChain([
            Element.make("filesrc", name: "sound.file", properties: [.init("location", .string(path))]), decoder,
        ])
        let end = try Element.make(
            "fakesink", name: "sound.end", properties: [.init("async", .bool(false)), .init("sync", .bool(false))])
        let row =
            try slowing() + [Element.make("audioconvert"), Element.make("audioresample"), Self.filter("sound", form)]
        try pipeline.addChain(row + [end])
        let entry = try row[0].pad("sink")
        // Of several tracks it is the first.
        decoder.onPadAdded { pad in
            guard !entry.isLinked else { return }
            do { try pad.link(to: entry) } catch { failure.keep(error) }
        }
        return try row[row.count - 1].pad("src")
    }

    /// Returns the elements that correct the drift: the samples are declared to be as many in a second as they are by
    /// our clock, and the resampler turns them into the right number. Their time stamps would declare something else.
    private func slowing() throws -> [Element] {
        guard drift != 0 else { return [] }
        let channels = form.channels
        let (fast, fine) = (Self.rated(Int((Self.fine * (1 + drift)).rounded())), Self.rated(Int(Self.fine)))
        let told = try Self.setter("drift", fast)
        try told.pad("sink").addProbe(.buffers) { info in
            let count = info.size / (4 * channels)
            info.cutSound(from: 0, count: count, bytesPerFrame: 4 * channels, stamp: nil, length: .max)
            return .pass
        }
        return try [
            Element.make("audioconvert"), Element.make("audioresample"),
            Self.filter("drift", Self.samples(rate, channels)),
            told,
            Element.make("audioresample"), Self.filter("slowed", fine), Self.setter("slowed", Self.rated(rate)),
        ]
    }

    private static func samples(_ rate: Int, _ channels: Int) -> StructurePlan {
        StructurePlan(
            "audio/x-raw",
            [
                Property("format", .string("F32LE")), Property("layout", .string("interleaved")),
                Property("rate", .int(Int64(rate))), Property("channels", .int(Int64(channels))),
            ])
    }

    private static func rated(_ rate: Int) -> StructurePlan {
        StructurePlan("audio/x-raw", [Property("rate", .int(Int64(rate)))])
    }

    private static func filter(_ role: String, _ form: StructurePlan) throws -> Element {
        try Element.make("capsfilter", name: "\(role).form", properties: [.init("caps", Setting(.caps(form)))])
    }

    private static func setter(_ role: String, _ form: StructurePlan) throws -> Element {
        try Element.make("capssetter", name: "\(role).rate", properties: [.init("caps", Setting(.caps(form)))])
    }
}

extension StructurePlan {
    /// The channels that it asks for; 1 where it asks for none.
    fileprivate var channels: Int {
        fields.lazy.compactMap { field in
            if field.name == "channels", case .int(let count) = field.value { Int(count) } else { nil }
        }.first ?? 1
    }
}

extension ProbeInfo {
    /// The buffer's samples where they are floating-point numbers in the machine's order.
    var floats: [Float] { bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
}
