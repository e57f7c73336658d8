import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamGraph

/// One recording of a tone during all changes of the sound, checked sample by sample.
@Suite(.serialized, .tags(.process)) struct DirectedSoundTests {
    /// The uncertainty of times in samples, because a file's times are in units of its tracks.
    private static let unsure = 24
    /// The number of samples until a fade differs from the tone by more than the rounding of a sample.
    private static let fading = 10

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
        var sound = try await take.finish()

        let tone = sound.tone(440, in: sound.begin..<sound.place(quiet) - Self.unsure)
        #expect(abs(tone.amplitude - 0.5) < 0.001)
        let fading = try #require(sound.firstDifference(from: tone, at: sound.begin)) - sound.place(quiet)
        #expect(abs(fading) <= Self.unsure, "\(fading)")
        sound.move(by: fading)
        let later = sound.place(quiet) + 480..<sound.place(muted) - Self.fading
        #expect(abs(sound.tone(440, in: later).amplitude - 0.2506) < 0.001)
        #expect(sound.samples[(sound.place(muted) + 480)..<sound.place(loud) - Self.fading].allSatisfy { $0 == 0 })
        // No sample is missing or moved by these changes.
        let whole = sound.firstDifference(from: tone, at: sound.place(loud) + 480) ?? 0
        #expect(whole >= sound.place(studio) - Self.fading)
        // The high-pass filter turns the tone's phase by a third of a radian; 0.6 rad are a fifth of a millisecond.
        let cleaned = sound.tone(440, in: sound.place(studio) + 4800..<sound.place(natural) - Self.fading)
        #expect(cos(cleaned.phase - tone.phase) > cos(0.6), "\(cleaned), \(tone)")
        let again = sound.firstDifference(from: tone, at: sound.place(natural) + 2) ?? 0
        #expect(again >= sound.place(other) - Self.fading)
        #expect(again <= sound.place(other) + Self.fading)
        let last = sound.place(other) + Self.fading..<sound.samples.count - 4800
        #expect(abs(sound.tone(880, in: last).amplitude - 0.5) < 0.001)
        #expect(sound.longestSilence(in: sound.place(loud) + 10..<sound.samples.count) < 24)
        #expect(take.statistics == GraphStatistics.Sound(samples: take.statistics?.samples ?? 0, added: 0, removed: 0))

        expectLevels(of: take, quiet, muted, loud)
    }

    /// A lost microphone is tried again and again. A change of the device during such an attempt waits for its end;
    /// previously, it was refused.
    @Test(.timeLimit(.minutes(1))) func aChangeWaitsForTheDeviceThatComesBack() async throws {
        let take = try await SoundTake()
        try await take.lose()
        let reopening = Task { [graph = take.graph] in try await graph.apply(.reopenInput(.microphone)) }
        let other = try await take.listen(to: .pulse("other"))
        try await reopening.value
        let sound = try await take.finish()
        let last = sound.place(other) + Self.fading..<sound.samples.count - 4800
        #expect(abs(sound.tone(880, in: last).amplitude - 0.5) < 0.001)
    }

    /// Expects ten level reports per second, in decibels of the recorded tone.
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

/// A recording of a steady tone; half a second passes after every change.
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
            findMicrophone: { _, device in
                var other = graph
                switch device {
                case .pulse("other"): other.playTone(880)
                case .pulse("broken"): other.breakMicrophone()
                default:
                    throw GraphFailure(.deviceMissing, message: "It is not there.")
                }
                return other
            })
        try await rehearsal.wake(["back", "front"])
        began = try #require(
            await rehearsal.event { if case .recording(let at, _, _, _) = $0 { at } else { nil } })
        try await pass()
    }

    private func pass() async throws { try await rehearsal.pass(.milliseconds(500)) }

    func hear(isMuted: Bool = false, _ change: (inout Microphone) -> Void = { _ in }) async throws -> RunningTime {
        change(&microphone)
        return try await direct(.sound(SoundDirection(microphone: microphone, isMuted: isMuted)))
    }

    func lose() async throws { try await rehearsal.graph.apply(.loseInput(.microphone)) }

    var graph: RecordingPipeline { rehearsal.graph }

    @discardableResult
    func listen(to device: MicrophoneDevice) async throws -> RunningTime {
        try await direct(.microphone(.microphone, device))
    }

    private func direct(_ direction: Direction) async throws -> RunningTime {
        let time = try #require(try await rehearsal.graph.direct(direction))
        try await pass()
        return time
    }

    func finish() async throws -> RecordedTone {
        statistics = await rehearsal.graph.statistics().sounds.first
        let files = try await rehearsal.stop()
        return try RecordedTone(try #require(files.first { $0.output == Rehearsal.output }))
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
