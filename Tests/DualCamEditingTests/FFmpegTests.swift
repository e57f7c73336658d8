import DualCamConfig
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamEditing
@testable import DualCamProcess

/// The calls of ffmpeg.
@Suite struct FFmpegTests {
    /// Progress and errors arrive in pieces and mixed with each other.
    @Test func whatItPrintsIsRead() {
        var reading = FFmpegReading()
        var bytes = Array("frame=12\nout_time_us=400000\nstream_0_0_q=-1.0\n[mov @ 0x5] moov = not fou".utf8)
        reading.parse(&bytes)
        #expect(reading.progress == .init(frames: 12, length: 400_000_000) && reading.complaints == [])
        bytes += Array("nd\nout_time_us=N/A\nout_time_ms=1\nframe=  30\nprogress=end\n".utf8)
        reading.parse(&bytes)
        #expect(reading.progress == .init(frames: 30, length: 400_000_000) && bytes.isEmpty)
        #expect(reading.complaints == ["[mov @ 0x5] moov = not found"])
    }

    /// Runs another program in place of ffmpeg.
    private func run(
        _ script: String, goesOn: (FFmpeg.Progress) -> Bool = { _ in true }
    ) throws -> (result: Result<FFmpeg.Progress?, CommandFailure>, written: String?, notes: String) {
        let folder = try #require(TemporaryFolder())
        folder.write("#!/bin/sh\n" + script, to: "ffmpeg")
        chmod(folder.path + "/ffmpeg", 0o755)
        folder.write("measured", to: "in")
        folder.write("", to: "out")
        var place = ProcessEnvironment.ofThisProcess(
            environment: TestHome.nowhere.merging(["PATH": "\(folder.path):/usr/bin:/bin"]) { $1 })
        let notes = open(folder.path + "/notes", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(notes) }
        (place.errors, place.errorsAreJournal) = (DescriptorSink(descriptor: notes), false)
        let ffmpeg = try FFmpeg(for: "a test", in: place)
        let result = Result { () throws(CommandFailure) in
            try ffmpeg.run(["-x"], reading: folder.path + "/in", writing: folder.path + "/out", goesOn: goesOn)
        }
        return (result, folder.text("out"), folder.text("notes") ?? "")
    }

    @Test func whatItComplainsOfIsTold() throws {
        let made = try run("cat >&3; echo frame=7; echo 'a packet is odd' >&2")
        #expect(try made.result.get() == .init(frames: 7, length: 0) && made.written == "measured")
        #expect(made.notes == "dualcam: warning: ffmpeg: a packet is odd\n")
    }

    @Test func itsFailureIsToldInItsWords() throws {
        let made = try run("echo frame=7; echo 'No such filter' >&2; echo Conversion failed >&2; exit 1")
        #expect(throws: CommandFailure.self) { try made.result.get() }
        guard case .failure(let failure) = made.result else { return }
        #expect(
            failure.text == """
                dualcam: error: ffmpeg failed: No such filter; Conversion failed. Check the free space on the disk, and that \
                'ffmpeg -version' is Debian's.
                """)
    }

    @Test func whatNobodyWantsIsEnded() throws {
        let begin = ContinuousClock.now
        let made = try run("echo frame=1; exec sleep 100") { $0.frames == 0 }
        #expect(try made.result.get() == nil && begin.duration(to: .now) < .seconds(50))
    }

    @Test func withoutItNothingIsBegun() throws {
        let place = ProcessEnvironment.ofThisProcess(
            environment: TestHome.nowhere.merging(["PATH": "/nowhere"]) { $1 })
        let failure = #expect(throws: CommandFailure.self) { try FFmpeg(for: "stabilising", in: place) }
        #expect(
            failure?.text == """
                dualcam: error: stabilising needs the program ffmpeg, which is not installed. Install it with 'sudo apt install \
                ffmpeg'.
                """)
    }
}
