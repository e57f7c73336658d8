import DualCamTestKit
import Testing

extension Recordings {
    /// Cameras with different formats, ranges and colour matrices. The recorded values must be those that the
    /// conversion formula gives for the camera's own.
    @Suite(.serialized) struct Colours {
        /// A clip that serves as a camera: colour fields, encoded in the camera's format.
        struct Camera: Sendable {
            var name: String
            var file: String
            var coding: String
        }

        private static func h264(_ matrix: String, _ range: String, named colours: String, format: String) -> String {
            "-c:v libx264 -qp 1 -pix_fmt \(format) -vf scale=out_color_matrix=\(matrix):out_range=\(range) "
                + "-colorspace \(colours) -color_range \(range) -color_primaries \(colours) -color_trc \(colours)"
        }

        private static let motion = Camera(
            name: "motion", file: "motion.mov", coding: "-c:v mjpeg -q:v 1 -pix_fmt yuvj420p")

        /// The full-range clip is a mov file, in which GStreamer does not read the range.
        private static let encoded = [
            motion,
            Camera(
                name: "narrow", file: "narrow.mkv", coding: h264("bt601", "tv", named: "smpte170m", format: "yuv420p")),
            Camera(name: "full", file: "full.mov", coding: h264("bt709", "pc", named: "bt709", format: "yuvj420p")),
            Camera(name: "plain", file: "plain.mkv", coding: h264("bt709", "tv", named: "bt709", format: "yuv420p")),
        ]

        private static let raw = [
            motion,
            Camera(name: "rgb", file: "rgb.mov", coding: "-c:v rawvideo -pix_fmt rgb24"),
            Camera(name: "grey", file: "grey.mkv", coding: "-c:v rawvideo -pix_fmt gray"),
            Camera(
                name: "packed", file: "packed.mov",
                coding: "-c:v rawvideo -pix_fmt uyvy422 -tag:v 2vuy -vf scale=out_color_matrix=bt601:out_range=tv "
                    + "-colorspace smpte170m -color_range tv -color_primaries smpte170m -color_trc smpte170m"),
        ]

        private static let (width, height) = (320, 240)

        static let clips = Shared { () -> TemporaryFolder in
            let folder = try #require(TemporaryFolder())
            let red = "40+150*mod(floor(X/80)\\,2)", green = "50+160*mod(floor(Y/60)\\,2)"
            let blue = "30+45*mod(floor(X/80)+floor(Y/60)\\,4)"
            let fields =
                "nullsrc=size=\(width)x\(height):rate=30:duration=0.5,format=gbrp,geq=r=\(red):g=\(green):b=\(blue)"
            for camera in encoded + raw.dropFirst() {
                let coding = camera.coding.split(separator: " ").map(String.init)
                let options = ["-v", "error", "-f", "lavfi", "-i", fields] + coding
                #expect(try await Tool.run("/usr/bin/ffmpeg", options + ["\(folder.path)/\(camera.file)"]).code == 0)
            }
            return folder
        }

        struct Case: Sendable {
            var cameras: [Camera]
            var encoders: [String]
            var container: String
        }

        static let cases = [
            Case(cameras: encoded, encoders: ["x264", "jpeg", "openh264", "x264"], container: "mov"),
            Case(cameras: raw, encoders: ["openh264", "x264", "x264", "x264"], container: "mkv"),
        ]

        /// Records one camera per encoder, and all of them in the combined picture.
        private static func taken(_ row: Case) async throws -> Recording {
            let folder = try await clips.value
            let devices = row.cameras.map { "  \($0.name): {device: 'file:\(folder.path)/\($0.file)', size: 320x240}" }
            let used = zip(row.cameras, row.encoders).map { "\($0.name): {use: \($1)}" }
            return try await Recorder(
                pipeline: """
                    cameras:
                    \(devices.joined(separator: "\n"))
                    microphone: none
                    combined: {layout: grid, size: 640x480, mixer: dualcam}
                    recording: {container: \(row.container)}
                    encoders: {default: {use: x264, bitrate: 40Mbps}, \(used.joined(separator: ", "))}
                    """, arguments: ["--duration", "1s"]
            ).record()
        }

        @Test(arguments: cases) func areThoseOfTheCameras(_ row: Case) async throws {
            let folder = try await Self.clips.value
            let recording = try await Self.taken(row)
            #expect(recording.code == 0, "\(recording.errors)")
            let combined = try await StoredPicture(
                of: try recording.path("combined_000.\(row.container)"), width: 640, height: 480, at: 0.2)
            for (index, camera) in row.cameras.enumerated() {
                let source = try await StoredPicture(
                    of: "\(folder.path)/\(camera.file)", width: Self.width, height: Self.height, at: 0.2)
                let own = try await StoredPicture(
                    of: try recording.path("\(camera.name)_000.\(row.container)"), width: Self.width,
                    height: Self.height, at: 0.2)
                Self.expectAlike(own, (0, 0), source, "\(camera.name) by \(row.encoders[index])")
                let quarter = (index % 2 * 320, index / 2 * 240)
                Self.expectAlike(combined, quarter, source, "\(camera.name) in the combined picture")
            }
        }

        /// Compares the centres of the colour fields. A value may differ from the formula by 1: half of that is
        /// rounding, the rest is the encoder.
        private static func expectAlike(
            _ seen: StoredPicture, _ corner: (x: Int, y: Int), _ source: StoredPicture, _ what: String
        ) {
            let differences = (0..<16).map { index in
                let (x, y) = (index % 4 * 80 + 40, index / 4 * 60 + 30)
                let wanted = seen.exact(source.colour(x: x, y: y))
                return zip(seen.numbers(x: corner.x + x, y: corner.y + y), wanted).map { abs($0 - $1) }.max() ?? 255
            }
            #expect((differences.max() ?? 255) <= 1, "\(what): \(differences)")
        }
    }
}
