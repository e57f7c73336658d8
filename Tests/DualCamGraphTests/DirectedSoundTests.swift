import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamGraph

/// One recording of a tone through all that can be done to it, judged sample by sample.
@Suite(.serialized, .onceMore) struct DirectedSoundTests {
    @Test(.timeLimit(.minutes(1))) func everyChangeIsHeardWhereItIsTold() async throws {
        let take = try await SoundTake()
        let (quiet, muted, loud) = (
            try await take.hear { $0.gain = Decibel(-6) }, try await take.hear(isMuted: true),
            try await take.hear { $0.gain = Decibel(0) }
        )
        let (studio, natural) = (
            try await take.hear { $0.mode = .studio }, try await take.hear { $0.mode = .natural }
        )
        await #expect(throws: GraphFailure(.deviceMissing, input: .microphone, message: "It is not there.")) {
            try await take.listen(to: .pulse("nowhere"))
        }
        let broken = await #expect(throws: GraphFailure.self) { try await take.listen(to: .pulse("broken")) }
        #expect(broken?.input == .microphone)
        let other = try await take.listen(to: .pulse("other"))
        let sound = try await take.finish()

        let tone = sound.tone(440, in: sound.begin..<sound.place(quiet))
        #expect(abs(tone.amplitude - 0.5) < 0.001)
        #expect(sound.firstDifference(from: tone, at: sound.begin) == sound.place(quiet) + 1)
        let later = sound.place(quiet) + 480..<sound.place(muted)
        #expect(abs(sound.tone(440, in: later).amplitude - 0.2506) < 0.001)
        #expect(sound.samples[(sound.place(muted) + 480)..<sound.place(loud)].allSatisfy { $0 == 0 })
        // Not a sample is missing or moved by any of it.
        #expect(sound.firstDifference(from: tone, at: sound.place(loud) + 480) ?? 0 >= sound.place(studio))
        #expect(abs(sound.tone(440, in: sound.place(studio) + 4800..<sound.place(natural)).phase - tone.phase) < 0.3)
        #expect(sound.firstDifference(from: tone, at: sound.place(natural)) ?? 0 >= sound.place(other))
        #expect(abs(sound.tone(880, in: sound.place(other) + 10..<sound.samples.count - 4800).amplitude - 0.5) < 0.001)
        #expect(sound.longestSilence(from: sound.place(loud) + 10) < 24)
        #expect(take.statistics == GraphStatistics.Sound(samples: take.statistics?.samples ?? 0, added: 0, removed: 0))

        expectLevels(of: take, quiet, muted, loud)
    }

    /// Ten a second, in decibels of the tone that is recorded.
    private func expectLevels(of take: SoundTake, _ quiet: RunningTime, _ muted: RunningTime, _ loud: RunningTime) {
        let tenth = Duration.milliseconds(115)
        let between = { (from: RunningTime, to: RunningTime) in
            take.levels.filter { $0.at > from + tenth && $0.at < to }.map(\.levels)
        }
        let whole = between(take.began + .zero, quiet)
        #expect(!whole.isEmpty && whole.allSatisfy { $0 == SoundLevels(peak: [-6, -6], rms: [-9, -9]) }, "\(whole)")
        let half = between(quiet, muted)
        #expect(!half.isEmpty && half.allSatisfy { $0 == SoundLevels(peak: [-12, -12], rms: [-15, -15]) }, "\(half)")
        let none = between(muted, loud)
        #expect(!none.isEmpty && none.allSatisfy { $0 == SoundLevels(peak: [-120, -120], rms: [-120, -120]) })
        let steps = zip(take.levels, take.levels.dropFirst()).map { $1.at - $0.at }
        #expect(steps.allSatisfy { abs($0 / .milliseconds(1) - 100) < 1 }, "\(steps)")
    }
}

/// A recording of a steady tone, in which half a second passes behind every change.
private final class SoundTake {
    private let rehearsal: Rehearsal
    private var microphone: Microphone
    let began: RunningTime
    private(set) var statistics: GraphStatistics.Sound?

    var levels: [(levels: SoundLevels, at: RunningTime)] {
        rehearsal.seen.compactMap { if case .levels(let levels, let at) = $0 { (levels, at) } else { nil } }
    }

    init() async throws {
        let inputs = try Rehearsal.inputs {
            $0.combined = nil
            $0.encoders.audio.use = .pcm
        }
        microphone = try #require(inputs.pipeline.microphone)
        var plan = try Planner.plan(inputs)
        plan.playTone(440)
        let graph = plan
        rehearsal = try Rehearsal(
            plan,
            findMicrophone: { device in
                var other = graph
                switch device {
                case .pulse("other"): other.playTone(880)
                case .pulse("broken"): other.breakMicrophone()
                default:
                    return .failure(GraphFailure(.deviceMissing, message: "It is not there."))
                }
                return .success(other)
            })
        try await rehearsal.wake(["back", "front"])
        began = try #require(
            await rehearsal.event { if case .recording(let at, _, _) = $0 { at } else { nil } })
        try await pass()
    }

    private func pass() async throws { try await rehearsal.pass(.milliseconds(500)) }

    func hear(isMuted: Bool = false, _ change: (inout Microphone) -> Void = { _ in }) async throws -> RunningTime {
        change(&microphone)
        return try await direct(.sound(SoundDirection(microphone: microphone, isMuted: isMuted)))
    }

    @discardableResult
    func listen(to device: MicrophoneDevice) async throws -> RunningTime { try await direct(.microphone(device)) }

    private func direct(_ direction: Direction) async throws -> RunningTime {
        let time = try #require(try await rehearsal.graph.direct(direction))
        try await pass()
        return time
    }

    func finish() async throws -> RecordedTone {
        statistics = await rehearsal.graph.statistics().sound
        let files = try await rehearsal.stop()
        let path = try #require(files.first { $0.output == Rehearsal.output }).path
        return try RecordedTone(path, began: began)
    }
}

/// A file's first channel, 48000 samples a second.
private struct RecordedTone {
    struct Tone {
        var frequency: Double
        var amplitude: Double
        /// At sample 0.
        var phase: Double

        func sample(_ index: Int) -> Double {
            amplitude * sin(2 * Double.pi * frequency * Double(index) / 48_000 + phase)
        }
    }

    let samples: [Double]
    /// Running time of sample 0, in seconds.
    private let start: Double
    /// The first sample that is recorded for sure.
    let begin = 2048

    init(_ path: String, began: RunningTime) throws {
        let bytes = Self.output("ffmpeg -v error -nostdin -i '\(path)' -map 0:a -f s16le -")
        samples = bytes.withUnsafeBytes { raw in
            stride(from: 0, to: raw.count / 2, by: 2).map {
                Double(raw.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) / 32_768
            }
        }
        let first = Self.output(
            "ffprobe -v error -select_streams v -show_entries stream=start_time -of csv=p=0 '\(path)'")
        let offset = try #require(Double(String(decoding: first, as: UTF8.self).prefix { !$0.isNewline && $0 != "," }))
        start = Double(began.nanoseconds) / 1e9 - offset
    }

    func place(_ time: RunningTime) -> Int { Int(((Double(time.nanoseconds) / 1e9 - start) * 48_000).rounded()) }

    /// What of a frequency is in these samples.
    func tone(_ frequency: Double, in range: Range<Int>) -> Tone {
        let step = 2 * Double.pi * frequency / 48_000
        // Whole periods of the tone.
        let count = range.count / 1200 * 1200
        var (real, imaginary) = (0.0, 0.0)
        for index in range.lowerBound..<(range.lowerBound + count) {
            real += samples[index] * cos(step * Double(index))
            imaginary += samples[index] * sin(step * Double(index))
        }
        let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(max(1, count))
        return Tone(frequency: frequency, amplitude: amplitude, phase: atan2(real, imaginary))
    }

    /// The first sample from `index` on that is another one than the tone's, by more than it was rounded.
    func firstDifference(from tone: Tone, at index: Int) -> Int? {
        samples.indices[index...].first { abs(samples[$0] - tone.sample($0)) > 0.0002 }
    }

    /// The most samples of nothing in a row.
    func longestSilence(from index: Int) -> Int {
        var (longest, now) = (0, 0)
        for sample in samples[index...] {
            now = abs(sample) < 0.0001 ? now + 1 : 0
            longest = max(longest, now)
        }
        return longest
    }

    private static func output(_ command: String) -> [UInt8] {
        guard let answer = popen(command, "r") else { return [] }
        defer { pclose(answer) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&chunk, 1, chunk.count, answer), count > 0 { bytes += chunk[..<count] }
        return bytes
    }
}

extension GraphPlan {
    fileprivate mutating func playTone(_ frequency: Double) {
        replaceSource(
            "audiotestsrc",
            [Property("is-live", .bool(true)), Property("freq", .double(frequency)), Property("volume", .double(0.5))])
    }

    fileprivate mutating func breakMicrophone() { replaceSource("pulsesrc", [Property("server", .string("/nowhere"))]) }

    private mutating func replaceSource(_ factory: String, _ properties: [Property]) {
        for index in elements.indices where elements[index].name == "audio.source" {
            (elements[index].factory, elements[index].properties) = (factory, properties)
        }
    }
}
