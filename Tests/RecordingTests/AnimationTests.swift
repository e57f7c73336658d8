import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings.Exporting {
    /// The frames of an animated WebP file, as its container lists them (RIFF, chunks `ANIM` and `ANMF`).
    private struct Moving {
        var loops: Int?
        /// The duration of each frame, in milliseconds.
        var lengths: [Int] = []

        init(_ path: String) throws {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let number = { (at: Int, count: Int) in
                (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
            }
            var at = 12
            while at + 8 <= bytes.count {
                let name = String(decoding: bytes[at..<at + 4], as: UTF8.self)
                if name == "ANIM" { loops = number(at + 12, 2) }
                if name == "ANMF" { lengths.append(number(at + 20, 3)) }
                at += 8 + number(at + 4, 4) + number(at + 4, 4) % 2
            }
        }
    }

    /// A GIF export contains every second frame of the chosen interval, is scaled down, and repeats forever.
    @Test func aGIFIsWhatItSays() async throws {
        let result = try await Self.two.value
        let made = try await Self.export(result, "gif", ending: "gif", ["--from", "1s", "--to", "3s"])
        #expect(made.finished.code == 0, "\(made.finished.errors)")
        let streams = try await Self.streams(made.path)
        #expect(streams.map { $0["codec_name"] } == ["gif"] && streams[0]["nb_read_frames"] == "30", "\(streams)")
        #expect(streams[0]["width"] == "480" && streams[0]["height"] == "270")
        #expect(made.events.first?["encoder"]?.text == "ffmpeg" && made.events.last?["frames"]?.count == 30)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: made.path)))
        // The NETSCAPE2.0 extension with 0 repetitions, which means forever.
        let mark = Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        #expect(bytes.indices.contains { bytes[$0...].starts(with: mark) })
        let times = try await Recordings.Pauses.packetTimes(made.path, "v")
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 15) < 0.0101 }, "\(times)")
        #expect(abs((times.last ?? 0) - 29.0 / 15) < 0.011)
        #expect(Double(bytes.count) < (made.events.first?["bytes"]?.number ?? 0) * 1.5)
        try await expectLike(made.path, result, least: 18)
    }

    /// Compares an animation with an export by another template that contains every frame of the same interval.
    private func expectLike(_ path: String, _ result: Result, least: Double) async throws {
        let place = try #require(TemporaryFolder())
        place.write("{like: editing, size: 480x270}", to: "film.yaml")
        let film = try await Self.export(
            result, place.path + "/film.yaml", ending: "mov", ["--from", "1s", "--to", "3s"])
        #expect(film.finished.code == 0, "\(film.finished.errors)")
        let filter =
            "[0:v]scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,settb=1/15,setpts=N[a];"
            + "[1:v]select='not(mod(n,2))',format=yuv420p,settb=1/15,setpts=N[b];[a][b]psnr=stats_file=-"
        let told = try await Tool.run(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-nostdin", "-i", path, "-i", film.path, "-lavfi", filter, "-fps_mode", "passthrough",
                "-f", "null", "/dev/null",
            ])
        let likeness = told.text.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first { $0.hasPrefix("psnr_y:") }.flatMap { Double($0.dropFirst(7)) }
        }
        #expect(likeness.count == 30 && likeness.allSatisfy { $0 > least }, "\(likeness)")
    }

    @Test func aWebPIsWhatItSays() async throws {
        let result = try await Self.two.value
        let made = try await Self.export(result, "webp", ending: "webp", ["--from", "1s", "--to", "3s"])
        #expect(made.finished.code == 0, "\(made.finished.errors)")
        let moving = try Moving(made.path)
        #expect(moving.loops == 0 && moving.lengths.count == 30, "\(moving)")
        #expect(abs(moving.lengths.reduce(0, +) - 2000) <= 10 && moving.lengths.allSatisfy { (66...67).contains($0) })
        let size = try #require(try FileManager.default.attributesOfItem(atPath: made.path)[.size] as? Int)
        #expect(Double(size) < (made.events.first?["bytes"]?.number ?? 0) * 1.5, "\(size)")
    }

    @Test(arguments: [
        (["--as", "gif", "--loudness=-16LUFS"], "--loudness: gif has no sound."),
        (["--as", "webp", "--noise-reduction", "low"], "--noise-reduction: webp has no sound."),
        (["--as", "gif", "--mix", "anna=off"], "--mix: gif has no sound."),
        (
            ["--as", "gif", "--subtitles", "a.srt"],
            "--subtitles: gif has no track for subtitles. Have them drawn into the picture with --draw-subtitles."
        ),
        (
            ["--as", "gif", "-o", "a.mp4"],
            "does not have an extension that gif can write. Let it end with .gif or .webp."
        ),
        (
            ["--as", "youtube", "-o", "a.gif"],
            "does not have an extension that youtube can write. Let it end with .mp4, .mov or .mkv."
        ),
        (["--as", "SHORT"], "long, but short allows at most 0:03."),
    ]) func whatMovesAloneHasNoMore(options: [String], told: String) async throws {
        let place = try #require(TemporaryFolder())
        place.write("{like: gif, longest: 3s}", to: "short.yaml")
        let words = options.map { $0 == "SHORT" ? place.path + "/short.yaml" : $0 }
        let refused = try await Tool.run(Tool.dualcam, ["export", try await Self.two.value.session] + words)
        #expect(refused.code == 64 && refused.errors.contains(told), "\(refused.code) \(refused.errors)")
    }

    /// An export that is ended while it draws or encodes leaves no file. The signal is sent at the event `exporting`,
    /// because drawing may be over before the first progress event.
    @Test func aGIFThatIsEndedLeavesNothing() async throws {
        let place = try #require(TemporaryFolder())
        let session = try await Self.two.value.session
        let path = place.path + "/a.gif"
        let ended = try await Tool.dualcam(
            ["export", session, "--as", "gif", "--json", "-o", path], making: path, struckInProgressBy: SIGTERM,
            at: "exporting")
        #expect(
            ended.code == 69 && ended.errors.contains("the export was stopped. Nothing was written."), "\(ended.errors)"
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }
}
