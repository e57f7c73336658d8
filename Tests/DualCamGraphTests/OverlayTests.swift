@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import GStreamer
import Glibc
import Mixer
import Testing

@testable import DualCamGraph

/// Overlays in a running graph, and their drawing.
@Suite(.serialized, .tags(.process)) struct OverlayTests {
    private static func title(_ text: String) -> Overlay {
        var title = Overlay(name: "title")
        (title.content, title.position, title.size) = (.text(text), .corner(.center), .percent(20))
        (title.letters.colour, title.letters.plate, title.letters.plateOpacity) = (.black, .white, .percent(100))
        return title
    }

    private static func inputs(_ mixer: Mixer) throws -> PlannedInputs {
        try Rehearsal.inputs { pipeline in
            for index in pipeline.cameras.indices { pipeline.cameras[index].device = .test(pattern: .black) }
            pipeline.combined?.mixer = mixer
            pipeline.combined?.overlays = [title("")]
        }
    }

    /// Letters that no font has are named, once each. Letters that a font has, and the format directives of a clock,
    /// are not.
    @Test(arguments: [
        (Overlay.Content.text("Grüße, Ωλ"), nil),
        (.text("a\u{F1234}b\u{F1234}c\u{10F000}"), "'\u{F1234}', '\u{10F000}'"),
        (.clock("%H\u{F1234}"), "'\u{F1234}'"), (.timecode, nil),
    ])
    func lettersWithoutAFontAreNamed(_ content: Overlay.Content, _ expected: String?) {
        var pipeline = Pipeline(cameras: [Camera(name: "back")])
        var overlay = Self.title("")
        overlay.content = content
        var combined = Combined()
        combined.overlays = [overlay]
        pipeline.combined = combined
        let remark = expected.map {
            "overlay title: no font on this machine has \($0); install one (Debian: fonts-noto-cjk for Chinese, Japanese "
                + "and Korean, fonts-noto-color-emoji), or write other words"
        }
        #expect(LetteringProbe.remarks(on: pipeline) == (remark.map { [$0] } ?? []))
    }

    /// A text that is changed is visible from exactly the acknowledged frame on, and still after a rest of the picture.
    /// The cameras' files never show it.
    @Test(.timeLimit(.minutes(1)), arguments: [Mixer.dualcam, .compositor])
    func textIsSeenFromItsFrameOn(_ mixer: Mixer) async throws {
        let inputs = try Self.inputs(mixer)
        let show = try Rehearsal(try Planner.plan(inputs))
        try await show.start()
        try await show.pass(.milliseconds(300))
        var picture = try #require(PictureDirection(inputs.pipeline))
        picture.combined.overlays = [Self.title("X")]
        let answered = try await show.graph.direct(.picture(picture))
        try await show.pass(.milliseconds(400))
        var throttle = Throttle()
        throttle.combinedRests = true
        try await show.graph.apply(.throttle(throttle))
        _ = await show.event { event in event.file.flatMap { $0.output == .combined ? $0 : nil } }
        try await show.graph.apply(.throttle(.none))
        try await show.open("combined")
        try await show.pass(.milliseconds(800))
        let files = try await show.stop()
        let time = try #require(answered)
        let combined = files.filter { $0.output == .combined }
        #expect(combined.count == 2)
        for file in combined {
            let frames = Frames(of: file, width: 640)
            let times = frameTimes(of: file.path)
            try #require(frames.count == times.count && frames.count > 8, "\(file)")
            for frame in 0..<frames.count {
                let own = file.start.nanoseconds + Int64(((times[frame] - times[0]) * 1e9).rounded())
                let isSeen = frames.level(frame, x: 302, y: 90) > 200
                #expect(isSeen == (own >= time.nanoseconds - 16_000_000), "frame \(frame) of \(file.segment)")
            }
        }
        for file in files where file.output != .combined {
            let frames = Frames(of: file)
            #expect((0..<frames.count).allSatisfy { frames.level($0, x: 160, y: 90) < 30 })
        }
    }

    private static func plan(_ content: Overlay.Content) -> OverlayPlan {
        var overlay = Overlay(name: "a")
        overlay.content = content
        return OverlayPlan(
            overlay, canvas: FrameSize(width: 640, height: 360), rate: FrameRate(30),
            space: PictureSpace(red: 0.2126, blue: 0.0722, isFullRange: false))
    }

    /// A timecode is a plate and one stamp per letter, side by side in order.
    @Test func aTimecodeIsPutTogether() throws {
        let clocks = OverlayClocks(runningTime: { nil }, recorded: { $0 - 1_000_000_000 })
        let face = try TimecodeOverlay(Self.plan(.timecode), clocks)
        let (first, same, other) = (
            face.stamps(at: 0), face.stamps(at: 1_000_000_000), face.stamps(at: 1_040_000_000)
        )
        #expect(first.count == 12)
        #expect(zip(first.dropFirst(), first.dropFirst(2)).allSatisfy { $0.x < $1.x && $0.y == $1.y })
        #expect(zip(first, same).allSatisfy { $0.stamp === $1.stamp && $0.x == $1.x })
        #expect(zip(first, other).map { $0.stamp === $1.stamp } == Array(repeating: true, count: 11) + [false])
    }

    /// A clock is correct from its first picture on, and shows another picture a second later.
    @Test func aClockGoes() throws {
        let face = try ClockOverlay(
            Self.plan(.clock("%S")), "%S", OverlayClocks(runningTime: { 5_000_000_000 }, recorded: { $0 }))
        let first = try #require(face.stamps(at: 5_000_000_000).first)
        let later = try #require(face.stamps(at: 8_000_000_000).first)
        #expect(first.stamp !== later.stamp)
        #expect(later.stamp === face.stamps(at: 8_000_000_000).first?.stamp)
    }

    /// 2026-11-21 14:05:03 UTC in a time zone that is 5 hours and 45 minutes ahead; only the child process has this
    /// time zone.
    @Test func timeIsLocal() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "ABC-5:45", 1)
            #expect(ClockOverlay.text(1_795_269_903, "%F %T %z") == "2026-11-21 19:50:03 +0545")
            setenv("TZ", "DEF+9", 1)
            #expect(ClockOverlay.text(1_795_269_903, "%F %T %z") == "2026-11-21 05:05:03 -0900")
        }
    }

    /// A time that is formatted and read back in the machine's own time zone, and a format that prints nothing.
    @Test func everyFormatIsTaken() {
        #expect(ClockOverlay.text(1_795_269_903, "%s %S %%") == "1795269903 03 %")
        #expect(ClockOverlay.text(0, "") == "")
    }

    @Test func damagedPicturesAreRefused() {
        let refusal = #expect(throws: Refusal.self) {
            try OverlayImageProbe.size(of: Array("hello".utf8), named: "/p/logo.png")
        }
        #expect(refusal?.message == "'/p/logo.png' is not a picture that can be drawn")
        #expect(refusal?.hint == "give a PNG or an SVG file")
    }

    /// The size of a PNG is in its first chunk. A picture that is too large is refused by this alone.
    @Test(
        arguments: [
            (8193, 8192, true), (16385, 1, true), (1, 16385, true), (30000, 30000, true), (1 << 31, 1, true),
            (0xFFFF_FFFF, 0xFFFF_FFFF, true), (8192, 8192, false), (16384, 4096, false),
        ])
    func hugePicturesAreRefusedByTheirHead(width: Int, height: Int, isTooLarge: Bool) {
        let sides = [width, height].flatMap { side in [24, 16, 8, 0].map { UInt8(side >> $0 & 0xFF) } }
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + sides
        let refusal = #expect(throws: Refusal.self) {
            try OverlayImageProbe.size(of: head + [8, 6, 0, 0, 0, 0, 0, 0, 0], named: "/p/logo.png")
        }
        let large = "is larger than 16384 pixels either way, or than 67 million in all"
        let message = isTooLarge ? large : "is cut off or damaged"
        #expect(refusal?.message == "'/p/logo.png' \(message)")
    }
}
