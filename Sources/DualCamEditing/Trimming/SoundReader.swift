internal import DualCamDevices
import DualCamGraph
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Decodes the sound of a media file in any format, as fast as the consumer accepts it.
struct SoundReader: Sendable {
    /// The sample rate that is declared for the sound while its clock drift is removed. A rate must be an integer; at
    /// this high rate, rounding causes an error of only 0.02 ppm.
    private static let fine = 48_000_000.0

    let path: String
    /// The sample format in which the reader delivers the sound.
    let form: StructurePlan
    let rate: Int
    /// The relative error of the file's clock compared with the computer's clock; 0.00008 means 80 ppm too fast. The
    /// reader removes this error.
    let drift: Double
    /// True when samples are numbered by their time in the file, from time 0; false when they are numbered from the
    /// first sample.
    let isTimed: Bool

    init(_ path: String, _ form: StructurePlan, rate: Int, drift: Double = 0, isTimed: Bool = false) {
        (self.path, self.form, self.rate, self.drift, self.isTimed) = (path, form, rate, drift, isTimed)
    }

    /// Creates a reader that delivers one channel of 32-bit floating-point samples, for measurements.
    init(measuring path: String, rate: Int, drift: Double = 0, isTimed: Bool = false) {
        self.init(path, Self.samples(rate, 1), rate: rate, drift: drift, isTimed: isTimed)
    }

    /// Reads the file's sound until its end, or until the consumer stops. Blocks.
    ///
    /// - Parameters:
    ///   - goesOn: called four times a second with the number of samples read so far; returns false to cancel.
    ///   - take: receives each buffer with the number of its first sample; returns false to stop.
    /// - Returns: the number of samples read; `nil` if `goesOn` cancelled.
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

    /// Builds the pipeline that reads the file and returns the pad that delivers the sound.
    ///
    /// - Parameter failure: receives the error if the file's sound cannot be linked.
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
        // Only the first of several tracks is linked.
        decoder.onPadAdded { pad in
            guard !entry.isLinked else { return }
            do { try pad.link(to: entry) } catch { failure.keep(error) }
        }
        return try row[row.count - 1].pad("src")
    }

    /// Returns the elements that remove the drift of the file's clock; empty if there is no drift. They declare the
    /// sample rate as measured with the computer's clock, and a resampler then corrects the number of samples. Time
    /// stamps are removed, because they would contradict that rate.
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
    /// The number of channels in the sample format; 1 if the format does not specify it.
    fileprivate var channels: Int {
        fields.lazy.compactMap { field in
            if field.name == "channels", case .int(let count) = field.value { Int(count) } else { nil }
        }.first ?? 1
    }
}

extension ProbeInfo {
    /// The buffer's bytes as floating-point samples in the machine's byte order.
    var floats: [Float] { bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
}
