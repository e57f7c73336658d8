import DualCamTestKit
import Foundation
import Testing

/// Subtitles in exported files, and the position of their index.
extension Recordings.Exporting {
    /// Subtitles are drawn into the picture while they are due, without a separate track. The result is the same in
    /// chunks, one of which begins within a subtitle.
    @Test(arguments: ["off", "1s"]) func subtitlesAreDrawn(pieces: String) async throws {
        let place = try #require(TemporaryFolder())
        place.write("1\n00:00:01,500 --> 00:00:03,000\nHello World\n\n", to: "words.srt")
        let session = try await Self.alone.value
        let plain = try await Self.export(session, Self.small(), ["--pieces", pieces])
        let drawn = try await Self.export(
            session, Self.small(),
            ["--pieces", pieces, "--draw-subtitles", "--subtitles", place.path + "/words.srt"])
        #expect(drawn.finished.code == 0, "\(drawn.finished.errors)")
        #expect(try await Self.streams(drawn.path).map { $0["codec_name"] } == ["h264", "aac"])
        let filter = """
            [0:v]setpts=N,crop=iw:ih/3:0:ih*2/3[a];[1:v]setpts=N,crop=iw:ih/3:0:ih*2/3[b];[a][b]psnr=stats_file=-
            """
        let measured = try await Tool.run(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-nostdin", "-i", plain.path, "-i", drawn.path, "-lavfi", filter, "-f", "null",
                "/dev/null",
            ])
        let likeness = measured.text.split(separator: "\n").compactMap { line -> Double? in
            let field = line.split(separator: " ").first { $0.hasPrefix("psnr_y:") }
            return field.flatMap { $0.dropFirst(7) == "inf" ? 100 : Double($0.dropFirst(7)) }
        }
        #expect(likeness.count == 150)
        // Frames with letters (white with black edges, a hundredth of the picture) have a PSNR below 30 dB.
        let written = likeness.indices.filter { likeness[$0] < 30 }
        #expect(written == Array(45..<90), "\(likeness)")
    }

    /// The index comes first, so that a file can be played while it is being downloaded.
    @Test(arguments: [("square", "mp4"), ("podcast", "m4a")]) func theIndexComesFirst(
        template: String, ending: String
    ) async throws {
        let made = try await Self.export(try await Self.alone.value, template, ending: ending, ["--to", "2s"])
        let bytes = try #require(FileManager.default.contents(atPath: made.path))
        var (names, place) = ([String](), 0)
        while place + 16 <= bytes.count {
            let size = { (at: Int, count: Int) in bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
            names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
            let length = size(place, 4) == 1 ? size(place + 8, 8) : size(place, 4)
            guard length >= 8 else { break }
            place += length
        }
        let (index, media) = (
            try #require(names.firstIndex(of: "moov")), try #require(names.firstIndex(of: "mdat"))
        )
        #expect(index < media && place == bytes.count, "\(names)")
    }

    @Test(arguments: ["mp4", "mkv"]) func subtitlesAreATrackOfTheirOwn(ending: String) async throws {
        let place = try #require(TemporaryFolder())
        let words = "1\n00:00:00,500 --> 00:00:01,700\nHello\n\n2\n00:00:02,000 --> 00:00:04,000\nWorld\n\n"
        place.write(words, to: "words.srt")
        let made = try await Self.export(
            try await Self.alone.value, Self.small(), ending: ending, ["--subtitles", place.path + "/words.srt"])
        #expect(made.finished.code == 0, "\(made.finished.errors)")
        let told = try await Tool.run(
            "/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-i", made.path, "-map", "0:s", "-f", "srt", "-"])
        // ffmpeg cuts the last words of subtitles in an MP4 file and adds a font, so only the beginning is compared.
        let all = ["Hello", "World", "00:00:00,500 --> 00:00:01,700", "00:00:02,000 --> 00:00:0"]
        #expect(ending == "mp4" ? all.allSatisfy(told.text.contains) : told.text == words, "\(told.text)")
    }
}
