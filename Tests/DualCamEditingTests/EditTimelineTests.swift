import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamEditing
@testable import DualCamRecordings

/// A finished session as a timeline for editors: the positions of its files, cuts and marks, in each format.
@Suite struct EditTimelineTests {
    /// A ledger of two cameras in two segments of ten seconds. `back` is the main picture, except from 4 s to 15 s,
    /// when it is `front`.
    private static let ledger = #"""
        {"time":"2026-11-25T10:00:00.000Z","running-time":null,"kind":"started","folder":"/films/take","outputs":["combined","back","front"]}
        {"time":"2026-11-25T10:00:01.000Z","running-time":1.0,"kind":"recording","clock":"c","wall-clock-offset":1764064800.0,"files":[{"output":"combined","file":"combined_0.mov","segment":0},{"output":"back","file":"back_0.mov","segment":0},{"output":"front","file":"front 0.mov","segment":0}],"picture":{"layout":"pip","main":"back"}}
        {"time":"2026-11-25T10:00:05.000Z","running-time":5.0,"kind":"directed","command":"main","camera":"front"}
        {"time":"2026-11-25T10:00:06.000Z","running-time":6.0,"kind":"marked","at":6.0,"text":"A & <B>"}
        {"time":"2026-11-25T10:00:11.000Z","running-time":11.0,"kind":"segment","at":11.0,"segment":1,"files":[{"output":"combined","file":"combined_1.mov","segment":1},{"output":"back","file":"back_1.mov","segment":1},{"output":"front","file":"front_1.mov","segment":1}]}
        {"time":"2026-11-25T10:00:11.100Z","running-time":11.1,"kind":"file-finished","output":"combined","segment":0,"path":"/films/take/combined_0.mov","frames":300,"start":1.0,"end":11.0}
        {"time":"2026-11-25T10:00:11.100Z","running-time":11.1,"kind":"file-finished","output":"back","segment":0,"path":"/films/take/back_0.mov","frames":300,"start":1.02,"end":11.02}
        {"time":"2026-11-25T10:00:11.100Z","running-time":11.1,"kind":"file-finished","output":"front","segment":0,"path":"/films/take/front 0.mov","frames":300,"start":1.005,"end":11.005}
        {"time":"2026-11-25T10:00:16.000Z","running-time":16.0,"kind":"directed","command":"swap","main":"back","inset":"front"}
        {"time":"2026-11-25T10:00:21.000Z","running-time":21.0,"kind":"stopping","at":21.0}
        {"time":"2026-11-25T10:00:21.100Z","running-time":21.1,"kind":"file-finished","output":"combined","segment":1,"path":"/films/take/combined_1.mov","frames":300,"start":11.0,"end":21.0}
        {"time":"2026-11-25T10:00:21.100Z","running-time":21.1,"kind":"file-finished","output":"back","segment":1,"path":"/films/take/back_1.mov","frames":300,"start":11.02,"end":21.02}
        {"time":"2026-11-25T10:00:21.100Z","running-time":21.1,"kind":"file-finished","output":"front","segment":1,"path":"/films/take/front_1.mov","frames":299,"start":11.005,"end":21.005}
        """#

    private func timeline(
        rate: String = "30/1", state: String = "finished", _ edit: (String) -> String = { $0 }
    ) throws -> (timeline: EditTimeline, folder: TemporaryFolder) {
        let folder = try #require(TemporaryFolder())
        let lines = edit(Self.ledger).split(separator: "\n").joined(separator: ",")
        let outputs = ["combined", "back", "front"].map {
            #"{"output":"\#($0)","rate":"\#(rate)","finished":true,"files":[]}"#
        }
        folder.write(
            #"{"format":1,"state":"\#(state)","outputs":[\#(outputs.joined(separator: ","))],"ledger":[\#(lines)]}"#,
            to: "take/session.json")
        let facts = MediaFacts(
            video: .init(codec: "h264", width: 1280, height: 720, rate: nil), audio: "aac", duration: 0)
        let record = try SessionRecord.read(folder.path + "/take")
        return (try EditTimeline(record) { _ in facts }, folder)
    }

    private func lines(_ clips: [EditTimeline.Clip]) -> [String] {
        clips.map { "\($0.name) \($0.place) +\($0.length) from \($0.first) of \($0.available)" }
    }

    @Test func filesOfASegmentBeginOnTheSameFrame() throws {
        let timeline = try timeline().timeline
        #expect(timeline.tracks.map(\.name) == ["back", "front", "combined"])
        let files = [["back_0", "back_1"], ["front 0", "front_1"], ["combined_0", "combined_1"]]
        let expected = files.map { ["\($0[0]).mov 0 +300 from 0 of 300", "\($0[1]).mov 300 +300 from 0 of 300"] }
        #expect(timeline.tracks.map { lines($0.clips) } == expected)
        #expect(timeline.length == 600)
        #expect(timeline.markers == [.init(place: 150, text: "A & <B>")])
        #expect(timeline.size == FrameSize(width: 1280, height: 720) && timeline.sound?.name == "combined")
    }

    @Test func theCutFollowsTheMainPicture() throws {
        #expect(
            lines(try timeline().timeline.cut) == [
                "back_0.mov 0 +120 from 0 of 300", "front 0.mov 120 +180 from 120 of 300",
                "front_1.mov 300 +150 from 0 of 300", "back_1.mov 450 +150 from 150 of 300",
            ])
    }

    /// Times in which no single camera fills the picture, or in which nothing is known, show the combined picture.
    @Test(arguments: [
        (#""layout":"pip","main":"back""#, #""layout":"grid","main":"back""#, ["combined_0", "combined_1"]),
        (
            #""picture":{"layout":"pip","main":"back"}"#, #""x":1"#,
            ["combined_0", "front 0", "front_1", "back_1"]
        ),
        (#""layout":"pip","main":"back""#, #""layout":"back-primary""#, ["back_0", "front 0", "front_1"]),
        (
            #""command":"main","camera":"front""#, #""command":"layout","layout":"grid""#,
            ["back_0", "combined_0", "combined_1"]
        ),
    ])
    func layoutsDecideWhatIsCut(_ found: String, _ put: String, _ names: [String]) throws {
        let timeline = try timeline { $0.replacing(found, with: put) }.timeline
        #expect(timeline.cut.map { $0.name.replacing(".mov", with: "") } == names)
    }

    /// A file that overlaps the next one is cut there; a file that was lost leaves a gap.
    @Test func filesDoNotOverlap() throws {
        let timeline = try timeline { text in
            text.replacing(#""start":1.02,"end":11.02"#, with: #""start":1.02,"end":11.09"#)
                .replacing(#""start":1.005,"end":11.005"#, with: #""start":1.005,"end":8.005"#)
        }.timeline
        #expect(lines(timeline.tracks[0].clips)[0] == "back_0.mov 0 +300 from 0 of 302")
        #expect(timeline.tracks[1].items.map(\.rest) == [0, 90])
    }

    @Test func unfinishedSessionsAreRefused() throws {
        #expect(throws: SessionReadFailure.self) { try timeline(state: "recording") }
    }

    /// A mark between two frames is placed on the nearest one; 29.97 frames per second are counted as 30.
    @Test(arguments: [("30/1", 6.99, 180, "00:00:06:00"), ("30000/1001", 6.99, 180, "00:00:06:00")])
    func instantsLieOnTheNearestFrame(rate: String, at: Double, place: Int, timecode: String) throws {
        let timeline = try timeline(rate: rate) { $0.replacing(#""at":6.0,"text""#, with: #""at":\#(at),"text""#) }
            .timeline
        #expect(timeline.markers.map(\.place) == [place])
        #expect(TimelineFormat.edl.text(of: timeline).contains("* LOC: \(timecode) "))
    }

    // MARK: Formats
    @Test func anEditDecisionListHasTheCut() throws {
        #expect(
            TimelineFormat.edl.text(of: try timeline().timeline) == """
                TITLE: take
                FCM: NON-DROP FRAME

                001  AX       AA/V  C        00:00:00:00 00:00:04:00 00:00:00:00 00:00:04:00
                * FROM CLIP NAME: back_0.mov
                002  AX       AA/V  C        00:00:04:00 00:00:10:00 00:00:04:00 00:00:10:00
                * FROM CLIP NAME: front 0.mov
                * LOC: 00:00:05:00 GREEN   A & <B>
                003  AX       AA/V  C        00:00:00:00 00:00:05:00 00:00:10:00 00:00:15:00
                * FROM CLIP NAME: front_1.mov
                004  AX       AA/V  C        00:00:05:00 00:00:10:00 00:00:15:00 00:00:20:00
                * FROM CLIP NAME: back_1.mov

                """)
    }

    @Test func openTimelineIOsTracksHaveRests() throws {
        let (timeline, folder) = try timeline {
            $0.replacing(#""start":1.005,"end":11.005"#, with: #""start":1.005,"end":8.005"#)
        }
        let json = try JSONValue(parsing: TimelineFormat.otio.text(of: timeline))
        let tracks = try #require(json["tracks"]?["children"]?.list)
        #expect(tracks.map { $0["name"]?.text } == ["back", "front", "combined", "cut", "sound"])
        #expect(tracks.map { $0["kind"]?.text } == ["Video", "Video", "Video", "Video", "Audio"])
        #expect(tracks[1]["children"]?.list?.map { $0["OTIO_SCHEMA"]?.text } == ["Clip.1", "Gap.1", "Clip.1"])
        let clip = tracks[1]["children"]?.list?.first
        #expect(clip?["media_reference"]?["target_url"]?.text == "file://\(folder.path)/take/front%200.mov")
        let marker = json["tracks"]?["markers"]?.list?.first?["marked_range"]
        #expect(marker?["start_time"]?["value"]?.count == 150)
    }

    /// A portable timeline is for users of the session's archive and has no paths of this machine.
    @Test(arguments: TimelineFormat.allCases) func aPortableTimelineHasThePathsOfTheArchive(
        format: TimelineFormat
    ) throws {
        let (timeline, folder) = try timeline()
        let text = format.text(of: timeline.portable)
        #expect(!text.contains(folder.path) && !text.contains("file://"), "\(text.prefix(2000))")
        let names = [
            TimelineFormat.otio: #""target_url":"take/front%200.mov""#, .fcpxml: #"src="take/front%200.mov""#,
            .kdenlive: ">take/front 0.mov<", .edl: "front 0.mov",
        ]
        #expect(text.contains(try #require(names[format])), "\(text.prefix(2000))")
        let whole = format.text(of: timeline)
        #expect(text.split(separator: "\n").count == whole.split(separator: "\n").count)
        #expect(format == .edl || whole.contains(folder.path))
    }

    @Test func finalCutsTimesAreFractions() throws {
        let text = TimelineFormat.fcpxml.text(of: try timeline(rate: "30000/1001").timeline)
        #expect(text.contains(#"<format id="r1" frameDuration="1001/30000s" width="1280" height="720"/>"#))
        #expect(text.contains(#"value="A &amp; &lt;B&gt;"/>"#))
        #expect(text.contains("front%200.mov"))
        // Only one of the tracks has sound.
        #expect(text.split(separator: "\n").count { $0.contains("<asset-clip") } == 10)
        #expect(text.split(separator: "\n").count { $0.contains(#"srcEnable="video""#) } == 8)
    }

    /// A stranger may have written the records, so any frame rate must be handled.
    @Test(arguments: ["999999937/999999999", "1/10", "1000/1"]) func noRateIsTooMuch(rate: String) throws {
        let timeline = try timeline(rate: rate) { $0.replacing("21.005", with: "9000000000.0") }.timeline
        for format in TimelineFormat.allCases { #expect(!format.text(of: timeline).isEmpty) }
    }

    @Test func meltsEntriesEndOnTheirLastFrame() throws {
        let text = TimelineFormat.kdenlive.text(of: try timeline().timeline)
        #expect(text.contains(#"<entry producer="file2" in="120" out="299"/>"#))
        #expect(text.contains(#"<tractor id="session" in="0" out="599">"#))
        #expect(text.split(separator: "\n").count { $0.contains(#"hide="audio""#) } == 3)
    }
}
