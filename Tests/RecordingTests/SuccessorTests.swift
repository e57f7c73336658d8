import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// The worker is lost, and the files for its picture (colour table, logo) are deleted. The next worker draws the
    /// same picture as before.
    @Suite(.serialized) struct Successors {
        private static let inverted = "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n"
        private static let logo = """
            <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="20" height="20" fill="red"/>\
            <rect x="20" width="20" height="20" fill="blue"/></svg>
            """
        private static let pipeline = """
            cameras: {back: {device: "test:black", size: 640x360}}
            microphone: none
            combined:
              layout: back-primary
              size: 640x360
              overlays:
                tc: {timecode: on, size: 10%, position: top-right, plate: red, plate-opacity: 100%, margin: 60, outline: 0}
                logo: {image: logo.svg, size: 25%, position: bottom-right, margin: 60}
            encoders: {default: {use: x264, preset: ultrafast, bitrate: 8Mbps}}
            """

        struct Result: Sendable {
            var recording: Recording
            var answers: [ClientAnswer]
            var still: [UInt8]
        }

        static let taken = Shared { () -> Result in
            let journal = try #require(TemporaryFolder())
            journal.write(logo, to: "logo.svg")
            journal.write(inverted, to: "inverted.cube")
            let (events, feed) = AsyncStream.makeStream(of: Event.self)
            let isLost = Lock(false)
            let environment = TestHome.environment(sockets: journal.path)
            let directing = Task {
                try await direct(ServeWatch(events, environment), journal) { isLost.with { $0 = true } }
            }
            let recording = try await Recorder(
                pipeline: pipeline,
                interruptions: [Interruption(SIGKILL, to: .worker) { $0.event == "status" && isLost.with { $0 } }],
                watch: { feed.yield($0) }, journal: journal
            ).record()
            feed.finish()
            let (answers, still) = try await directing.value
            return Result(recording: recording, answers: answers, still: still)
        }

        private static func direct(
            _ watch: ServeWatch, _ journal: TemporaryFolder, lose: @Sendable () -> Void
        ) async throws -> ([ClientAnswer], [UInt8]) {
            var answers: [ClientAnswer] = []
            guard await watch.until({ $0.event == "recording" }) else { return (answers, []) }
            answers.append(try await watch.direct("look \(journal.path)/inverted.cube"))
            guard await watch.until({ $0.tells(ofSeconds: 1) }) else { return (answers, []) }
            for name in ["logo.svg", "inverted.cube"] { unlink("\(journal.path)/\(name)") }
            lose()
            guard await watch.until({ $0.event == "gap" }), await watch.until({ $0.event == "status" }) else {
                return (answers, [])
            }
            answers.append(try await watch.direct("snapshot combined --output \(journal.path)/still.png"))
            let still = FileManager.default.contents(atPath: journal.path + "/still.png") ?? Data()
            answers.append(try await watch.direct("inset --margin 21"))
            _ = await watch.until { $0.event == "status" }
            answers.append(try await watch.direct("stop"))
            return (answers, Array(still))
        }

        /// The picture is the same in the files and in a still, and a command that reads the pipeline file again works.
        @Test func thePictureIsAsItWas() async throws {
            let result = try await Self.taken.value
            #expect(result.recording.code == 0, "\(result.recording.errors)")
            #expect(result.answers.count == 4 && result.answers.allSatisfy { $0.code == 0 }, "\(result.answers)")
            #expect(result.recording.events.filter { $0.event == "worker-lost" }.count == 1)
            #expect(result.still.starts(with: [0x89, 0x50, 0x4E, 0x47]) && result.still.count > 1000)
            let files = result.recording.paths(".mov").filter { $0.contains("combined") }.sorted()
            #expect(files.count == 2)
            let picture = try await Picture(of: try #require(files.last), width: 640, height: 360, at: 0.5)
            for (x, y, paint) in [
                (20, 20, Paint.white), (300, 100, .white), (470, 270, .red), (530, 270, .red), (550, 270, .blue),
                (610, 270, .blue), (455, 270, .white), (610, 24, .red),
            ] {
                #expect(picture.colour(x: x, y: y) == paint, "at \(x), \(y)")
            }
        }

        /// Each missing file is reported once, in an event and in the ledger.
        @Test func whatIsNoLongerThereIsSaid() async throws {
            let recording = try await Self.taken.value.recording
            let told = recording.events.filter { $0.event == "warning" && $0.code == "file" }.compactMap(\.message)
            #expect(told.count == 2, "\(told)")
            for (message, name) in zip(told.sorted(), ["inverted.cube", "logo.svg"]) {
                #expect(message.hasPrefix("A file for the picture is used as last read: there is no file '/"))
                #expect(message.hasSuffix("/\(name)'."))
            }
            let ledger = try await Tool.run("/bin/cat", [try recording.path("session.json")]).text
            #expect(ledger.components(separatedBy: "is used as last read").count == 3)
        }

        /// The timecode counts on through the gap.
        @Test func theTimecodeGoesOn() async throws {
            let recording = try await Self.taken.value.recording
            let files = recording.paths(".mov").filter { $0.contains("combined") }.sorted()
            let begins = recording.events.filter { $0.event == "recording" }.map(\.arrival)
            try #require(begins.count == 2 && files.count == 2)
            let before = try await TimecodeReading(of: files[0])
            let after = try await TimecodeReading(of: files[1], beginning: before)
            #expect(before.seconds(at: 17) == 17 / 30.0)
            let (expected, second) = (begins[0].duration(to: begins[1]) / .seconds(1), after.seconds(at: 0) ?? 0)
            // Events may arrive this late.
            #expect(expected > 1.2 && abs(second - expected) < 0.7, "\(second) for \(expected)")
            #expect(abs((after.seconds(at: 12) ?? 0) - second - 0.4) < 0.04)
        }
    }
}

/// Reads white digits on a red plate at the top right. The shapes of the ten digits come from the first frames of a
/// recording.
private struct TimecodeReading {
    private typealias Glyph = [[Bool]]

    private static let (width, height) = (276, 42)

    private let frames: [[Glyph]]
    private let digits: [Glyph]

    /// - Parameter beginning: The reading of the recording's first frames, from which the shapes of the digits are
    /// taken; `nil` if this is that reading.
    init(of path: String, beginning: TimecodeReading? = nil) async throws {
        let crop = "crop=\(Self.width):\(Self.height):360:24"
        let arguments = [
            "-v", "error", "-nostdin", "-i", path, "-frames:v", "18", "-vf", crop, "-f", "rawvideo", "-pix_fmt",
            "rgb24", "-",
        ]
        let bytes = Array(try await Tool.run("/usr/bin/ffmpeg", arguments).output)
        let size = Self.width * Self.height * 3
        try #require(bytes.count == 18 * size)
        frames = (0..<18).map { Self.glyphs(Array(bytes[$0 * size..<($0 + 1) * size])) }
        digits = try beginning?.digits ?? frames[..<10].map { try #require($0.last) }
    }

    /// Returns the timecode of a frame in seconds; `nil` if it cannot be read.
    func seconds(at frame: Int) -> Double? {
        guard frames[frame].count == 11 else { return nil }
        let numbers = [0, 3, 6, 9].map { 10 * digit(frames[frame][$0]) + digit(frames[frame][$0 + 1]) }
        return Double(numbers[0] * 3600 + numbers[1] * 60 + numbers[2]) + Double(numbers[3]) / 30
    }

    private func digit(_ glyph: Glyph) -> Int {
        let misfits = digits.map { known in
            abs(known.count - glyph.count) * 30
                + zip(known, glyph).reduce(0) { $0 + zip($1.0, $1.1).count { $0 != $1 } }
        }
        return misfits.indices.min { misfits[$0] < misfits[$1] } ?? 0
    }

    /// Returns the glyphs, which are groups of adjacent columns with white pixels, from left to right.
    private static func glyphs(_ bytes: [UInt8]) -> [Glyph] {
        let columns = (0..<width).map { x in
            (0..<height).map { y in bytes[(y * width + x) * 3] > 150 && bytes[(y * width + x) * 3 + 1] > 128 }
        }
        // A column that is white from top to bottom is outside the plate.
        return columns.split { !$0.contains(true) }.filter { !$0.contains { $0.allSatisfy(\.self) } }.map(Array.init)
    }
}
