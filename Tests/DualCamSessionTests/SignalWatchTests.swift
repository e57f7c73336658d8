@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The conditions under which sound and pictures count as faulty. Times are media times.
@Suite struct SignalWatchTests {
    private static let camera = InputName("back")

    /// Returns levels of stereo sound; the mean square is 3 dB below the peak, as for a sine.
    private static func levels(_ peak: [Double], rms: [Double]? = nil) -> SoundLevels {
        SoundLevels(peak: peak, rms: rms ?? peak.map { $0 - 3 })
    }

    private static func time(_ seconds: Double) -> RunningTime { RunningTime(nanoseconds: Int64(seconds * 1e9)) }

    /// Returns the actions as text, such as `began silent microphone 0.0-10.0`.
    private static func words(_ actions: [SignalWatch.Action]) -> [String] {
        let seconds = { (nanoseconds: Int64) in "\(Double(nanoseconds / 100_000_000) / 10)" }
        let span = { (from: RunningTime, to: RunningTime) in "\(seconds(from.nanoseconds))-\(seconds(to.nanoseconds))" }
        return actions.map { action in
            switch action {
            case .began(let fault, let input, let from, let lasting):
                "began \(fault.text(of: input)) \(span(from, from + lasting))"
            case .ended(let fault, let input, let from, let to): "ended \(fault.text(of: input)) \(span(from, to))"
            }
        }
    }

    /// Feeds intervals of sound, ten readings per second from 0 on.
    private static func hear(
        _ stretches: [(seconds: Double, levels: SoundLevels)], gain: Double = 0, expected: [AudioFault] = []
    ) -> [String] {
        var (watch, tenths, all) = (SignalWatch(), 0, [SignalWatch.Action]())
        for stretch in stretches {
            for _ in 0..<Int((stretch.seconds * 10).rounded()) {
                tenths += 1
                let end = RunningTime(nanoseconds: Int64(tenths) * 100_000_000)
                all += watch.observe(stretch.levels, gain: gain, expected: expected, until: end)
            }
        }
        return words(all)
    }

    private static let resting = {
        var levels = silent
        levels.isClipResting = true
        return levels
    }()
    private static let (silent, loud, full) = (levels([-91, -91]), levels([-12, -14]), levels([0, -3]))

    static let sounds: [(name: String, stretches: [(seconds: Double, levels: SoundLevels)], told: [String])] = [
        ("speech with pauses", [(9.9, silent), (1, loud), (9.9, silent), (1, loud)], []),
        ("silence is told at ten seconds", [(30, silent)], ["began microphone silent 0.0-10.0"]),
        (
            "the end is told with its length", [(26, silent), (1, loud)],
            ["began microphone silent 0.0-10.0", "ended microphone silent 0.0-26.0"]
        ),
        ("a clip whose sound ends before its round", [(8, silent), (20, resting), (1, loud)], []),
        (
            "silence before such a rest and behind it", [(6, silent), (20, resting), (5, silent), (1, loud)],
            ["began microphone silent 0.0-10.0", "ended microphone silent 0.0-31.0"]
        ),
        ("a rest ends no clipping that lasts", [(2, full), (5, resting), (2, full)], []),
        ("a quiet room is not silent", [(60, levels([-59, -60]))], []),
        // A converter that is stuck: peak and mean square are equal.
        (
            "a constant voltage is silence", [(11, levels([-20, -20], rms: [-20, -20.1]))],
            [
                "began microphone silent 0.0-10.0"
            ]
        ),
        (
            "three seconds at full scale are clipped", [(1, loud), (3, full), (3, loud)],
            [
                "began microphone clipped 1.0-4.0", "ended microphone clipped 1.0-4.0",
            ]
        ),
        (
            "syllables that clip, half a second apart",
            Array(repeating: [(0.1, full), (0.5, loud)], count: 8).flatMap { $0 }, ["began microphone clipped 0.0-3.1"]
        ),
        ("one shout a second and a half", Array(repeating: [(0.1, full), (1.4, loud)], count: 10).flatMap { $0 }, []),
        (
            "a dead right channel", [(5, levels([-12, -80])), (5, levels([-50, -80])), (1, loud)],
            [
                "began right channel of microphone dead 0.0-10.0", "ended right channel of microphone dead 0.0-10.0",
            ]
        ),
        ("two quiet channels beside each other", [(30, levels([-61, -45]))], []),
        ("a fourth channel", [(10, levels([-12, -12, -12, -91]))], ["began channel 4 of microphone dead 0.0-10.0"]),
        ("one channel alone is silent, not dead", [(10, levels([-91]))], ["began microphone silent 0.0-10.0"]),
    ]

    @Test(arguments: sounds.indices)
    func soundIsJudged(index: Int) {
        let row = Self.sounds[index]
        #expect(Self.hear(row.stretches) == row.told, "\(row.name)")
    }

    /// With a gain of -6 dB, sound that the converter has clipped peaks at -6 dBFS.
    @Test func clippingIsJudgedBeforeTheGain() {
        let flat = Self.levels([-6, -9])
        #expect(Self.hear([(4, flat)], gain: -6) == ["began microphone clipped 0.0-3.0"])
        #expect(Self.hear([(4, flat)]) == [] && Self.hear([(4, Self.full)], gain: 6).count == 1)
    }

    @Test func nobodyIsWarnedOfWhatIsMeant() {
        #expect(Self.hear([(30, Self.silent)], expected: [.silent]) == [])
        #expect(Self.hear([(30, Self.full)], expected: [.clipped]) == [])
        let dead = Self.levels([-12, -91])
        #expect(Self.hear([(30, dead)], expected: [.deadChannel]) == [] && Self.hear([(30, dead)]).count == 1)
    }

    // MARK: Pictures
    private static func picture(
        _ digest: UInt64, dark: Double = 0.1, bright: Double = 0.9, spread: Double = 0.5, tint: Double = 0.02
    ) -> PictureSample {
        PictureSample(
            of: camera, digest: digest,
            colours: .init(darkest: dark, brightest: bright, mean: (dark + bright) / 2, spread: spread, tint: tint))
    }

    private typealias Look = @Sendable (UInt64) -> PictureSample
    private static let scene: Look = { picture($0) }
    private static let still: Look = { _ in picture(7) }
    /// A covered lens: only the noise changes between pictures.
    private static let black: Look = { picture($0, dark: 0.01, bright: 0.06, spread: 0.05) }
    private static let plain: Look = { picture($0, dark: 0.5, bright: 0.51, spread: 0.01, tint: 0.8) }
    /// An empty buffer in YUV: no luma, and all colours at their lowest value.
    private static let green: Look = { _ in picture(9, dark: 0, bright: 0, spread: 0, tint: 1) }
    private static let encoded: Look = { _ in PictureSample(of: camera, digest: 7, colours: nil) }

    /// Feeds pictures at a distance of `pause` seconds, from 0 on.
    private static func see(
        _ stretches: [(looks: Int, look: Look)], every pause: Double = 0.5, expected: [PictureFault] = []
    ) -> [String] {
        var (watch, number, all) = (SignalWatch(), UInt64(0), [SignalWatch.Action]())
        for stretch in stretches {
            for _ in 0..<stretch.looks {
                all += watch.observe(
                    stretch.look(100 + number), expected: expected, at: time(Double(number) * pause))
                number += 1
            }
        }
        return words(all)
    }

    @Test func picturesAreJudged() {
        #expect(Self.see([(60, Self.scene)]) == [])
        #expect(Self.see([(20, Self.still), (1, Self.scene)]) == [], "9.5 s")
        #expect(
            Self.see([(31, Self.still), (1, Self.scene)]) == [
                "began camera back frozen 0.0-10.0", "ended camera back frozen 0.0-15.5",
            ])
        #expect(Self.see([(21, Self.black)]) == ["began camera back black 0.0-10.0"])
        #expect(Self.see([(21, Self.plain)]) == ["began camera back of a single colour 0.0-10.0"])
        #expect(Self.see([(21, Self.green)]) == ["began camera back of a single colour 0.0-10.0"])
        #expect(Self.see([(21, Self.encoded)]) == ["began camera back frozen 0.0-10.0"])
    }

    /// A capture card shows its own picture without a signal; encoded, this picture may vary in its last bits.
    @Test func grabbersAreJudgedWithinTwoSeconds() {
        let grabbed = { (look: @escaping Look, difference: Double?) -> Look in
            { number in
                var sample = look(number)
                (sample.isOfGrabber, sample.difference) = (true, difference)
                return sample
            }
        }
        #expect(
            Self.see([(12, grabbed(Self.plain, 0))], every: 0.25) == ["began camera back of a single colour 0.0-2.0"])
        #expect(Self.see([(12, grabbed(Self.still, nil))], every: 0.25) == ["began camera back frozen 0.0-2.0"])
        #expect(
            Self.see([(12, grabbed(Self.scene, 0.0005))], every: 0.25).first?.hasPrefix("began camera back frozen")
                == true)
        #expect(Self.see([(40, grabbed(Self.scene, 0.004))], every: 0.25) == [], "a camera's noise")
        #expect(Self.see([(7, grabbed(Self.still, 0)), (1, grabbed(Self.scene, 0.2))], every: 0.25) == [])
        #expect(Self.see([(12, Self.plain)], every: 0.25) == [], "no grabber")
    }

    /// A black picture is also a still one; only one fault is reported at a time.
    @Test func onePictureHasOneFault() {
        let blackAndStill: Look = { _ in Self.picture(1, dark: 0, bright: 0.01, spread: 0) }
        #expect(Self.see([(40, blackAndStill)]) == ["began camera back black 0.0-10.0"])
        #expect(
            Self.see([(22, Self.black), (21, Self.plain)]) == [
                "began camera back black 0.0-10.0", "ended camera back black 0.0-11.0",
                "began camera back of a single colour 11.0-21.0",
            ])
        #expect(Self.see([(40, blackAndStill)], expected: [.black]) == [], "nor is it frozen")
        #expect(Self.see([(40, Self.still)], expected: [.frozen]) == [])
        #expect(Self.see([(40, Self.black)], expected: [.frozen]) == ["began camera back black 0.0-10.0"])
    }

    /// With one frame per minute, two equal pictures are not enough.
    @Test func aSlowCameraIsNotFrozenByTwoPictures() {
        #expect(Self.see([(4, Self.still), (1, Self.scene)], every: 60) == [])
        #expect(Self.see([(5, Self.still)], every: 60) == ["began camera back frozen 0.0-240.0"])
        #expect(Self.see([(4, Self.black), (1, Self.scene)], every: 60) == [])
        #expect(Self.see([(5, Self.black)], every: 60) == ["began camera back black 0.0-240.0"])
    }

    // MARK: Takes
    @Test func faultsBeginAgainWithATake() {
        var watch = SignalWatch()
        for look in 0..<30 { _ = watch.observe(Self.black(UInt64(look)), at: Self.time(Double(look) / 2)) }
        #expect(Self.words(watch.restart(at: Self.time(20))) == ["began camera back black 20.0-34.5"])
        #expect(watch.told.map(\.fault) == [.black])
        #expect(
            Self.words(watch.observe(Self.scene(1), at: Self.time(24))) == ["ended camera back black 20.0-24.0"])
        #expect(watch.told.isEmpty && watch.restart(at: Self.time(25)).isEmpty)
    }

    @Test func anInputThatIsOutHasNoFault() {
        var watch = SignalWatch()
        for look in 0..<30 { _ = watch.observe(Self.still(0), at: Self.time(Double(look) / 2)) }
        #expect(watch.unchanged(Self.camera) == .milliseconds(14_500))
        #expect(watch.forget(InputName("front")).isEmpty)
        #expect(Self.words(watch.forget(Self.camera)) == ["ended camera back frozen 0.0-14.5"])
        #expect(watch.unchanged(Self.camera) == nil && watch.forget(Self.camera).isEmpty)
    }
}
