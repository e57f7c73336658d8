import DualCamConfig
import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

@Suite struct RunReportTests {
    private func event(_ kind: SessionEvent.Kind) -> SessionEvent {
        SessionEvent(
            kind, unixNanoseconds: 1_795_269_903_250_000_000, runningTime: RunningTime(nanoseconds: 1_250_000_000))
    }

    private func status(_ seconds: Int, bytes: Int64) -> SessionEvent {
        let output = GraphStatistics.Output(name: OutputName("back"), frames: 30 * seconds, dropped: 0, bytes: bytes)
        return event(
            .status(
                .init(
                    recorded: .seconds(seconds), freeBytes: 11_000_000_000, outputs: [output], lasts: .seconds(7200))))
    }

    private static let failure = SessionFailure(
        .diskFull, exit: .diskFailed, output: OutputName("back"), message: "The disk is full.",
        advice: "Free some space.")

    /// The graph's messages have no full stop, the session's have one.
    @Test(arguments: ["nothing came from it", "Nothing came from it."])
    func aFailureAndItsAdviceAreTwoSentences(message: String) {
        let failure = SessionFailure(.fault, exit: .fault, message: message, advice: "Plug it in.")
        #expect(EventWords.text(failure).lowercased() == "error: nothing came from it. plug it in.")
    }

    /// `serve` may have recorded any number of takes before.
    @Test func anEndInStandbyIsNoTakeWithoutAFrame() {
        let none = SessionOutcome(exit: .finished, reason: .interrupt, folder: nil, files: [], failures: [])
        let standby = event(.standby(outputs: [OutputName("back")], directory: "/v"))
        let begun = event(.started(folder: "/v/s", outputs: [OutputName("back")]))
        let rows: [(events: [SessionEvent], last: String)] = [
            ([standby], "dualcam: ended in standby; no take was running\n"),
            ([standby, begun, standby], "dualcam: ended in standby; no take was running\n"),
            ([standby, begun], "dualcam: nothing was recorded: it ended before the first frame\n"),
            ([begun], "dualcam: nothing was recorded: it ended before the first frame\n"),
        ]
        for row in rows {
            var report = RunReport(json: false, style: .lines)
            for before in row.events { _ = report.text(for: before, at: .zero, columns: nil) }
            let stopping = report.text(for: event(.stopping(.interrupt)), at: .zero, columns: nil)
            let last = report.text(for: event(.finished(none)), at: .zero, columns: nil)
            #expect((stopping.errors + last.errors).text.hasSuffix(row.last), "\(row.events)")
        }
    }

    @Test func aJournalReadsWhatHappened() {
        var report = RunReport(json: false, style: .lines)
        let file = FileRequest(output: OutputName("back"), segment: 0, path: "/v/s/s_back.mov")
        var finished = RecordedFile(file)
        finished.summary = FileSummary(
            output: OutputName("back"), segment: 0, path: file.path, frames: 300, start: RunningTime(nanoseconds: 0),
            end: RunningTime(nanoseconds: 10_000_000_000))
        finished.size = 12_345_678
        let lost = RecordedFile(FileRequest(output: OutputName("front"), segment: 0, path: "/v/s/s_front.mov"))
        let events: [SessionEvent] = [
            event(.started(folder: "/v/s", outputs: [OutputName("back")])),
            event(.recording(clock: "system", files: [file])),
            status(1, bytes: 1_000_000), status(10, bytes: 10_000_000),
            event(.warning(.freeSpace, branch: nil, message: "10 GB are left.")), event(.stopping(.interrupt)),
            event(.failed(Self.failure)),
            event(
                .finished(
                    SessionOutcome(
                        exit: .diskFailed, reason: .interrupt, folder: "/v/s", files: [finished, lost],
                        failures: [Self.failure]))),
        ]
        let text = events.enumerated().map { report.text(for: $1, at: .seconds($0 * 5), columns: nil).errors }.joined()
        #expect(
            text == """
                dualcam: recording into /v/s
                dualcam: opening the devices
                dualcam: recording 0:00  dropped 0
                dualcam: recording 0:10  back 300 f 10 MB  dropped 0  free 11 GB (2 h)
                dualcam: warning: 10 GB are left.
                dualcam: finishing the files; a second signal hastens it
                dualcam: finishing
                dualcam: error: The disk is full. Free some space.
                dualcam: cut short: /v/s/s_front.mov

                """)
    }

    @Test(
        arguments: [
            (
                .inputLost(InputName("front"), at: nil, reason: "failed"),
                "camera front: no signal since 14:05:03; searching for it"
            ),
            (
                .inputLost(.microphone, at: nil, reason: "failed"),
                "microphone: no sound since 14:05:03; searching for it"
            ),
            (
                .inputReturned(
                    InputName("front"), at: RunningTime(nanoseconds: 0), away: .milliseconds(12_300), attempts: 5),
                "camera front is back after 12 s"
            ),
            (
                .signalFaulty(.black, InputName("front"), from: RunningTime(nanoseconds: 0), message: "It is black."),
                "warning: It is black."
            ),
            (
                .signalRestored(
                    .silent, .microphone, from: RunningTime(nanoseconds: 0),
                    to: RunningTime(nanoseconds: 26_100_000_000)), "microphone silent no longer, after 0:26"
            ),
            (
                .outputRestored(
                    FileRequest(output: OutputName("back"), segment: 3, path: "/s/b.mov"),
                    at: RunningTime(nanoseconds: 0)),
                "back is recorded again: /s/b.mov"
            ),
            (
                .sessionDeleted(DeletedSession(path: "/v/old", bytes: 12_345_678), reason: "when-full"),
                "deleted the older session /v/old (12 MB)"
            ),
            (
                .sessionDeleted(
                    DeletedSession(path: "/v/old", bytes: 12_345_678, left: (1...7).map { "/v/old/\($0).txt" }),
                    reason: "retain"),
                "deleted the older session /v/old (12 MB); left alone, as these are not files of the session: /v/old/1.txt, "
                    + "/v/old/2.txt, /v/old/3.txt, /v/old/4.txt, /v/old/5.txt, and 2 more"
            ),
            (
                .outputStill(.combined, from: RunningTime(nanoseconds: 0), to: nil, message: "No frame."),
                "warning: No frame."
            ),
            (
                .outputStill(
                    .combined, from: RunningTime(nanoseconds: 0), to: RunningTime(nanoseconds: 9), message: "Frames."),
                "Frames."
            ),
            (
                .keyFrames(keyFrames(2, segment: nil)),
                "camera back makes a key frame every 2 s: after a pause its file resumes up to that much later than those of other "
                    + "outputs"
            ),
            (
                .keyFrames(keyFrames(1.0667, segment: 60)),
                "camera back makes a key frame every 1.07 s: each of its files after the first begins, and resumes after a "
                    + "pause, up to that much later than those of other outputs"
            ),
            (
                .keyFrames(keyFrames(8, segment: 2)),
                "camera back makes a key frame every 8 s, and a file begins at one: its files are longer than the 2 s of "
                    + "recording.segment, and after a pause they resume up to that much later than those of other outputs"
            ),
            // A full disk, a used-up quota and a disk without free inodes end alike; the failure before says which it
            // is.
            (.stopping(.diskFull), "finishing the files"), (.stopping(.failure), nil),
        ] as [(SessionEvent.Kind, String?)])
    func whatGoesOnByItselfIsSaidInPlainWords(kind: SessionEvent.Kind, words: String?) {
        #expect(EventWords.line(of: event(kind)) { WallTime.utc($0) }?.text == words)
    }

    @Test(
        arguments: [
            (
                .shed(Shed(.combinedRate, share: .twoThirds, reason: .load), LoadFigures(load: 0.951)),
                "<4>dualcam: load 95 %: two of three frames of the combined picture are recorded"
            ),
            (
                .shed(Shed(.combinedPreset, share: .half, reason: .queue), LoadFigures(load: nil, queue: 0.6)),
                "<4>dualcam: an encoder falls behind (queue 60 % full): the combined picture gets half its bitrate"
            ),
            (
                .shed(Shed(.combined, share: nil, reason: .load), LoadFigures(load: 1.3)),
                "<4>dualcam: load 130 %: the combined picture is not recorded"
            ),
            (
                .restored(Shed(.combined, share: .full, reason: .load), LoadFigures()),
                "<6>dualcam: the combined picture is recorded again"
            ),
            (
                .restored(Shed(.combinedPreset, share: .full, reason: .load), LoadFigures()),
                "<6>dualcam: the combined picture gets its full bitrate again"
            ),
            (
                .restored(Shed(.isolatedRate, share: .twoThirds, reason: .load), LoadFigures()),
                "<6>dualcam: two of three frames of each camera are recorded again"
            ),
            (
                .restored(Shed(.isolatedRate, share: .full, reason: .load), LoadFigures()),
                "<6>dualcam: every frame of each camera is recorded again"
            ),
        ] as [(SessionEvent.Kind, String)])
    func aJournalTellsWhatIsLeftOut(kind: SessionEvent.Kind, line: String) {
        var report = RunReport(json: false, style: .journal)
        #expect(report.text(for: event(kind), at: .zero, columns: nil).errors.text == line + "\n")
    }

    @Test(arguments: [
        (true, ExitCode.finished, "dualcam: 'dualcam compose /v/s' draws the combined file\n"),
        (true, .diskFailed, ""), (false, .finished, ""),
    ]) func theEndTellsHowTheCombinedFileIsMade(_ isLater: Bool, _ exit: ExitCode, _ line: String) {
        var report = RunReport(json: false, style: .lines, isComposedLater: isLater)
        let outcome = SessionOutcome(
            exit: exit, reason: .interrupt, folder: "/v/s", files: [], failures: exit == .finished ? [] : [Self.failure]
        )
        let text = report.text(for: event(.finished(outcome)), at: .zero, columns: nil).errors.text
        #expect(text.contains("compose") == !line.isEmpty && text.hasSuffix(line), "\(text)")
    }

    /// The line about heat already says what is shed.
    @Test func whatHeatLeavesOutIsNotToldTwice() {
        var report = RunReport(json: false, style: .journal)
        let shed = Shed(.isolatedRate, share: .half, reason: .heat)
        for kind in [SessionEvent.Kind.shed(shed, LoadFigures()), .restored(shed, LoadFigures())] {
            #expect(report.text(for: event(kind), at: .zero, columns: nil).errors == "")
        }
    }

    @Test func aCameraThatIsOutStaysOnTheStatusLine() {
        var report = RunReport(json: false, style: .lines)
        let output = GraphStatistics.Output(name: OutputName("back"), frames: 30, dropped: 0, bytes: 1_000_000)
        let status = SessionEvent.Status(
            recorded: .seconds(1), freeBytes: nil, outputs: [output], lost: [InputName("front")])
        _ = report.text(for: event(.recording(clock: "c", files: [])), at: .zero, columns: nil)
        #expect(
            report.text(for: event(.status(status)), at: .seconds(10), columns: nil).errors
                == "dualcam: recording 0:01  no signal: front  back 30 f 1.0 MB  dropped 0\n")
    }

    @Test(
        arguments: [
            (.inputLost(InputName("front"), at: nil, reason: "stalled"), "<4>"),
            (
                .inputReturned(InputName("front"), at: RunningTime(nanoseconds: 0), away: .seconds(3), attempts: 1),
                "<6>"
            ),
        ] as [(SessionEvent.Kind, String)])
    func aJournalTellsWhatIsLostFromWhatIsWellAgain(kind: SessionEvent.Kind, mark: String) {
        var report = RunReport(json: false, style: .journal)
        let line = report.text(for: event(kind), at: .zero, columns: nil).errors.text
        #expect(line.hasPrefix(mark + "dualcam: camera front"), "\(line)")
    }

    @Test func jsonIsAllThereIsOnStandardOutputAndErrorsStayOnTheOther() {
        var report = RunReport(json: true, style: .terminal(colour: true))
        let stopping = report.text(for: event(.stopping(.duration)), at: .zero, columns: 80)
        #expect(
            stopping
                == RunReport.Text(
                    output:
                        #"{"event":"stopping","time":"2026-11-21T14:05:03.250Z","running-time":1.25,"reason":"duration"}"#
                        + "\n"))
        let failed = report.text(for: event(.failed(Self.failure)), at: .zero, columns: 80)
        #expect(failed.output.text.hasPrefix(#"{"event":"failed","#))
        #expect(failed.errors == "dualcam: error: The disk is full. Free some space.\n")
    }

    /// The link contains the token, so it is only printed to a terminal: others may read a journal, a file or a
    /// program's input.
    @Test(
        arguments: [
            (.terminal(colour: false), false, true), (.lines, false, false), (.journal, false, false),
            (.quiet, false, false), (.terminal(colour: true), true, false),
        ] as [(StatusDisplay.Style, Bool, Bool)])
    func onlyATerminalShowsTheLink(style: StatusDisplay.Style, json: Bool, isShown: Bool) {
        var report = RunReport(
            json: json, style: style, link: "http://127.0.0.1:8080/#token=abc",
            viewerLink: "http://127.0.0.1:8080/#token=def")
        let address = ControlAddress(
            socket: nil, url: "http://127.0.0.1:8080", tokenFile: "/home/token", certificate: nil)
        let text = report.text(for: event(.control(address)), at: .zero, columns: 80)
        #expect(text.errors.text.contains("dualcam: open http://127.0.0.1:8080/#token=abc\n") == isShown)
        #expect(text.errors.text.contains("watch only, open http://127.0.0.1:8080/#token=def\n") == isShown)
        #expect(!text.output.text.contains("token=abc") && (isShown || !text.errors.text.contains("token=abc")))
    }

    @Test func quietSaysOnlyWhatFailed() {
        var report = RunReport(json: false, style: .quiet)
        let silent = [
            event(.started(folder: "/v", outputs: [])), status(3, bytes: 1), event(.stopping(.interrupt)),
            event(.warning(.graph, branch: nil, message: "x")),
        ]
        for event in silent { #expect(report.text(for: event, at: .zero, columns: nil) == RunReport.Text()) }
        let outcome = SessionOutcome(exit: .heat, reason: .heat, folder: "/v", files: [], failures: [])
        #expect(
            report.text(for: event(.finished(outcome)), at: .zero, columns: nil).errors
                == "dualcam: error: the recording ended early. See session.json in its folder for the reason.\n")
    }
}

private func keyFrames(_ seconds: Double, segment: Int64?) -> SessionHistory.KeyFrames {
    .init(
        input: InputName("back"), part: 0, from: RunningTime(nanoseconds: 0), distance: Int64(seconds * 1e9),
        segment: segment.map { .seconds($0) })
}
