internal import Dispatch
public import DualCamPlan
internal import GStreamer
internal import Glibc

/// A short tone from the speakers, where there are any, in a pipeline of its own: it touches no recording.
public struct Beep: Sendable {
    /// In hertz.
    public var pitch: Double

    private static let queue = DispatchQueue(label: "dualcam.beep")
    private static let samplesPerSecond: Int64 = 48_000
    /// A tenth of a second.
    private static let samples = samplesPerSecond / 10

    public init(pitch: Double) { self.pitch = pitch }

    /// Plays it, after those that were asked for before. Throws what the sound output says; where there is none, nothing happens.
    ///
    /// - Parameter environment: where the sound server's socket is looked for.
    public func play(_ environment: [String: String]) async throws(GraphFailure) {
        guard let sink = Self.sink(environment) else { return }
        try await blocking("a beep", within: .seconds(2), on: Self.queue) { [pitch] in
            do {
                try Self.play(pitch, to: sink)
                return .success(())
            } catch {
                return .failure(GraphFailure(error, branch: nil))
            }
        }
    }

    /// PulseAudio (or PipeWire in its place) where its socket is, else ALSA where there is a device that plays.
    private static func sink(_ environment: [String: String]) -> String? {
        let socket = environment["XDG_RUNTIME_DIR"].map { $0 + "/pulse/native" }
        if environment["PULSE_SERVER"] != nil || socket.map({ access($0, F_OK) == 0 }) ?? false { return "pulsesink" }
        guard let folder = opendir("/dev/snd") else { return nil }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("pcm"), name.hasSuffix("p") { return "alsasink" }
        }
        return nil
    }

    private static func play(_ pitch: Double, to sink: String) throws {
        let pipeline = try MediaPipeline(name: "beep")
        let tone = try Element.make(
            "audiotestsrc", name: "tone",
            properties: [
                .init("freq", .double(pitch)), .init("volume", .double(0.3)), .init("num-buffers", .int(1)),
                .init("samplesperbuffer", .int(samples)),
            ])
        let form = try Element.make("audioconvert", name: "form")
        let rate = try Element.make("audioresample", name: "rate")
        let output = try Element.make(sink, name: "output")
        let all = [tone, form, rate, output]
        for element in all { try pipeline.add(element) }
        for (from, to) in zip(all, all.dropFirst()) { try from.pad("src").link(to: to.pad("sink")) }
        defer { _ = try? pipeline.setState(.null) }
        try pipeline.setState(.playing)
        _ = try pipeline.waitForEnd(nanoseconds: 1_500_000_000)
    }
}
