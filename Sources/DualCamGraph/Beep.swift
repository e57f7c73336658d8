internal import Dispatch
internal import DualCamDevices
package import DualCamPlan
internal import GStreamer
internal import Glibc

/// A short tone that is played on the speakers. It has its own pipeline, so recordings are not affected.
package struct Beep: Sendable {
    /// The frequency of the tone in hertz.
    package var pitch: Double

    private static let queue = DispatchQueue(label: "dualcam.beep")
    private static let samplesPerSecond: Int64 = 48_000
    /// The length of the tone in samples: a tenth of a second.
    private static let samples = samplesPerSecond / 10

    package init(pitch: Double) { self.pitch = pitch }

    /// Plays the tone after all tones that were requested earlier. Does nothing if no sound output exists.
    ///
    /// - Parameter environment: the environment variables that locate the sound server's socket.
    /// - Throws: `timeout` if playing takes longer than two seconds, otherwise the error that the sound output reports.
    package func play(_ environment: [String: String]) async throws(GraphFailure) {
        guard let sink = Self.sink(environment) else { return }
        try await blocking("a beep", within: .seconds(2), on: Self.queue) { [pitch] in
            try Self.play(pitch, to: sink)
        }
    }

    /// Returns the name of the sink element that plays the tone: PulseAudio (or PipeWire's replacement for it) if its
    /// socket exists, otherwise ALSA if a playback device exists. Returns `nil` if there is no sound output.
    private static func sink(_ environment: [String: String]) -> String? {
        let socket = environment["XDG_RUNTIME_DIR"].map { $0 + "/pulse/native" }
        if environment["PULSE_SERVER"] != nil || socket.map({ access($0, F_OK) == 0 }) ?? false { return "pulsesink" }
        let players = SmallFile.entries(of: "/dev/snd").filter { $0.hasPrefix("pcm") && $0.hasSuffix("p") }
        return players.isEmpty ? nil : "alsasink"
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
        try pipeline.addChain([tone, form, rate, output])
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        _ = try pipeline.waitForEnd(nanoseconds: 1_500_000_000)
    }
}
