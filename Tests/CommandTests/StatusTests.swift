@testable import DualCamConfig
@testable import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession
import DualCamSupervisorPolicy
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

@Suite struct StatusLineTests {
    private static let status = RecordingStatus(
        phase: .recording,
        news: .init(
            recorded: .seconds(83), freeBytes: 412_000_000_000,
            outputs: [
                .init(name: OutputName("back"), frames: 2490, dropped: 0, bytes: 82_000_000),
                .init(name: OutputName("front"), frames: 2488, dropped: 2, bytes: 61_400_000),
            ],
            lasts: .seconds(66 * 3600)))

    static let widths: [(width: Int?, text: String)] = [
        (nil, "recording 1:23  back 2490 f 82 MB  front 2488 f 61 MB  dropped 2  free 412 GB (2 d)"),
        (83, "recording 1:23  back 2490 f 82 MB  front 2488 f 61 MB  dropped 2  free 412 GB (2 d)"),
        (82, "recording 1:23  back 82 MB  front 61 MB  dropped 2  free 412 GB (2 d)"),
        (60, "recording 1:23  143 MB  dropped 2  free 412 GB (2 d)"),
        (40, "recording 1:23  143 MB  dropped 2"),
        (30, "recording 1:23  dropped 2"),
        (20, "recording 1:23"),
        (8, "recordin"),
        (0, ""),
    ]

    @Test func standingByShowsNoFrames() {
        var status = Self.status
        (status.phase, status.lost) = (.standby, [InputName("back")])
        #expect(
            StatusLine.text(status, width: nil, colour: false) == "STANDBY  no signal: back  free 412 GB (2 d)")
        #expect(StatusLine.text(status, width: 10, colour: false) == "STANDBY")
    }

    @Test func camerasAtAnotherRateAndDamagedPicturesAreShown() {
        var status = Self.status
        (status.outputs, status.freeBytes) = ([], nil)
        let cadence = { (name: String, frame: Int64, isConverted: Bool) in
            SessionHistory.Cadence(
                input: InputName(name), part: 0, from: RunningTime(nanoseconds: 1), frame: frame, asked: 30,
                isConverted: isConverted)
        }
        status.cadences = [
            cadence("back", 33_400_000, false), cadence("front", 66_700_000, false), cadence("side", 20_000_000, true),
        ]
        status.damaged = [
            .init(input: InputName("front"), isKept: false, count: 3),
            .init(input: InputName("back"), isKept: true, count: 2),
        ]
        #expect(
            StatusLine.text(status, width: nil, colour: false)
                == "recording 1:23  dropped 0  damaged 5  front 15 fps")
        #expect(StatusLine.text(status, width: 30, colour: false) == "recording 1:23  dropped 0")
    }

    @Test func everyMicrophoneHasItsLevel() {
        var status = Self.status
        let of = { InputName(microphone: $0) }
        (status.outputs, status.freeBytes, status.lost) = ([], nil, [of("room"), .microphone])
        status.levels = [
            SoundLevels(of: of("lavalier"), peak: [-6.4, -7], rms: [-9, -9]),
            SoundLevels(of: of("room"), peak: [-120], rms: [-120]),
        ]
        #expect(
            StatusLine.text(status, width: nil, colour: false)
                == "recording 1:23  no signal: microphone room, microphone  dropped 0  lavalier -6 dB  room below -120 dB"
        )
        status.levels = [SoundLevels(peak: [0], rms: [-3])]
        #expect(StatusLine.text(status, width: nil, colour: false).text.hasSuffix("  sound 0 dB"))
    }

    @Test(arguments: widths)
    func fitsTheTerminal(width: Int?, text: String) {
        #expect(StatusLine.text(Self.status, width: width, colour: false).text == text)
    }

    @Test(
        arguments: [
            (.paused, "PAUSED 1:23"), (.countdown(3), "recording begins in 3 s"), (.preparing, "opening the devices"),
        ] as [(RecordingStatus.Phase, String)])
    func beginsWithWhatItDoes(phase: RecordingStatus.Phase, text: String) {
        var status = Self.status
        status.phase = phase
        #expect(StatusLine.text(status, width: text.count + 1, colour: false).text == text)
    }

    static let workloads: [(workload: SessionEvent.Workload, text: String?)] = [
        (.init(), nil), (.init(load: 0.934, queue: 0.5), "load 93 %"),
        (
            .init(
                load: 0.93, sheds: [Shed(.combinedRate, share: .twoThirds, reason: .load)],
                rates: [
                    .init(output: .combined, framesPerSecond: 20),
                    .init(output: OutputName("back"), framesPerSecond: 30),
                ]),
            "load 93 %, shed: combined 20 fps"
        ),
        (
            .init(
                load: 1.2,
                sheds: [
                    Shed(.combinedPreset, share: .half, reason: .queue), Shed(.combined, share: nil, reason: .load),
                    Shed(.isolatedRate, share: .twoThirds, reason: .load),
                    Shed(.isolatedRate, share: .half, reason: .heat),
                ],
                rates: [
                    .init(output: OutputName("back"), framesPerSecond: 30000.0 / 1001 / 2),
                    .init(output: OutputName("front"), framesPerSecond: 30),
                    .init(output: .combined, framesPerSecond: 0),
                ]),
            "load 120 %, shed: combined half bitrate, no combined, back 14.99 fps, front 30 fps (load, heat)"
        ),
        (.init(sheds: [Shed(.combinedRate, share: .half, reason: .queue)]), "shed: combined 1/2"),
    ]

    @Test(arguments: workloads)
    func theLoadAndWhatIsLeftOutForIt(workload: SessionEvent.Workload, text: String?) {
        #expect(ShedWords.summary(of: workload) == text)
    }

    @Test(
        arguments: [
            (
                nil,
                "recording 1:23  back 2490 f 82 MB  front 2488 f 61 MB  dropped 2  load 95 %, shed: no combined  free 412 GB (2 d)"
            ),
            (60, "recording 1:23  dropped 2  load 95 %, shed: no combined"),
            (45, "recording 1:23  load 95 %, shed: no combined"), (30, "recording 1:23  dropped 2"),
        ] as [(Int?, String)])
    func whatIsLeftOutStaysOnANarrowTerminal(width: Int?, text: String) {
        var status = Self.status
        status.workload = .init(load: 0.95, sheds: [Shed(.combined, share: nil, reason: .load)])
        #expect(StatusLine.text(status, width: width, colour: false).text == text)
    }

    @Test func dropsAreRedOnlyWhenThereAreAnyAndColourTakesNoColumns() {
        var status = Self.status
        #expect(
            StatusLine.text(status, width: 25, colour: true) == "recording 1:23  \u{1B}[31mdropped 2\u{1B}[0m")
        status.outputs[1].dropped = 0
        #expect(StatusLine.text(status, width: 25, colour: true) == "recording 1:23  dropped 0")
    }

    @Test func beforeAndAfterRecordingSaysSo() {
        var status = RecordingStatus(phase: .preparing)
        #expect(StatusLine.text(status, width: 20, colour: false) == "opening the devices")
        status.phase = .finishing(framesLeft: 0)
        status.recorded = .seconds(3723)
        #expect(StatusLine.text(status, width: 20, colour: false) == "finishing")
        status.phase = .recording
        #expect(StatusLine.text(status, width: 20, colour: false) == "recording 1:02:03")
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (9949, "9.9 kB"), (9950, "10 kB"), (999_400, "999 kB"),
            (999_600, "1.0 MB"), (1_500_000_000_000, "1.5 TB"), (.max, "9.2 EB"),
        ] as [(Int64, String)])
    func bytesHaveTwoOrThreeDigits(count: Int64, text: String) {
        #expect(Wording.bytes(count) == text)
    }

    @Test(arguments: [
        (0, "0:00", "0 s"), (59, "0:59", "59 s"), (600, "10:00", "10 min"), (3600, "1:00:00", "60 min"),
        (7200, "2:00:00", "2 h"), (172_800, "48:00:00", "2 d"), (-5, "0:00", "0 s"),
    ])
    func lengthsAsPeopleReadThem(seconds: Int, clock: String, span: String) {
        #expect(Wording.clock(.seconds(seconds)) == clock)
        #expect(Wording.span(.seconds(seconds)) == span)
    }

    @Test(arguments: [(0.05, 1, "0.1"), (-0.04, 1, "0.0"), (-1.25, 2, "-1.25"), (12.0, 0, "12"), (0.007, 2, "0.01")])
    func numbersAreDecimal(value: Double, digits: Int, text: String) {
        #expect(Wording.number(value, fractionDigits: digits) == text)
    }
}

@Suite struct StatusDisplayTests {
    private let status = RecordingStatus(
        phase: .recording, news: .init(recorded: .seconds(1), freeBytes: nil, outputs: []))

    @Test func redrawsInPlaceAndKeepsMessagesAbove() {
        var display = StatusDisplay(.terminal(colour: false))
        #expect(display.message("first") == "first\n")
        #expect(display.show(status, at: .zero, columns: 30) == "\r\u{1B}[Jrecording 0:01  dropped 0\r")
        #expect(display.message("second") == "\r\u{1B}[Jsecond\n")
        #expect(display.message("third") == "third\n")
        #expect(display.show(status, at: .zero, columns: 15) == "\r\u{1B}[Jrecording 0:01\r")
        #expect(display.end() == "\r\u{1B}[J")
        #expect(display.end() == "")
    }

    @Test func elsewhereALineEveryTenSecondsAndAtEachNewPhase() {
        var display = StatusDisplay(.lines)
        let shown = [0, 1, 9, 10, 19, 20].map { display.show(status, at: .seconds($0), columns: nil).isEmpty }
        #expect(shown == [false, true, true, false, true, false])
        var finishing = status
        finishing.phase = .finishing(framesLeft: 0)
        #expect(display.show(finishing, at: .seconds(21), columns: nil) == "dualcam: finishing\n")
        #expect(display.end() == "")
    }

    @Test func quietShowsErrorsOnly() {
        var display = StatusDisplay(.quiet)
        #expect(display.show(status, at: .zero, columns: 80) == "")
        #expect(display.message("note") == "")
        #expect(display.message("dualcam: error: x.", .error) == "dualcam: error: x.\n")
    }
}
