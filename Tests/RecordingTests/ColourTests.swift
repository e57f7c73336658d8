import DualCamTestKit
import Testing

extension Recordings {
    /// Cameras of different ranges and matrices through the whole program: what a player makes of the files is what it makes of the
    /// cameras' own pictures.
    @Suite(.serialized) struct Colours {
        /// Colour fields, encoded as the camera delivers them.
        private static let cameras: [(name: String, coding: String)] = [
            ("motion", "-c:v mjpeg -q:v 1 -pix_fmt yuvj420p"),
            (
                "narrow",
                "-c:v libx264 -qp 1 -pix_fmt yuv420p -vf scale=out_color_matrix=bt601:out_range=tv "
                    + "-colorspace smpte170m -color_range tv -color_primaries smpte170m -color_trc smpte170m"
            ),
            (
                "full",
                "-c:v libx264 -qp 1 -pix_fmt yuvj420p -vf scale=out_color_matrix=bt709:out_range=pc "
                    + "-colorspace bt709 -color_range pc -color_primaries bt709 -color_trc bt709"
            ),
            (
                "plain",
                "-c:v libx264 -qp 1 -pix_fmt yuv420p -vf scale=out_color_matrix=bt709:out_range=tv "
                    + "-colorspace bt709 -color_range tv -color_primaries bt709 -color_trc bt709"
            ),
        ]
        private static let (width, height) = (320, 240)

        /// Of a clip in mov or mp4 GStreamer takes no range.
        private static func clip(of camera: String) -> String { camera == "motion" ? "motion.mov" : "\(camera).mkv" }

        static let clips = Shared { () -> TemporaryFolder in
            let folder = try #require(TemporaryFolder())
            let red = "40+150*mod(floor(X/80)\\,2)", green = "50+160*mod(floor(Y/60)\\,2)"
            let blue = "30+45*mod(floor(X/80)+floor(Y/60)\\,4)"
            let fields =
                "nullsrc=size=\(width)x\(height):rate=30:duration=0.5,format=gbrp,geq=r=\(red):g=\(green):b=\(blue)"
            for (name, coding) in cameras {
                let options =
                    ["-v", "error", "-f", "lavfi", "-i", fields] + coding.split(separator: " ").map(String.init)
                #expect(try await Tool.run("/usr/bin/ffmpeg", options + ["\(folder.path)/\(clip(of: name))"]).code == 0)
            }
            return folder
        }

        /// Every kind of encoder, one camera each, and all of them in the combined picture.
        static func taken(_ encoders: [String: String], _ container: String) async throws -> Recording {
            let folder = try await clips.value
            let devices = cameras.map {
                "  \($0.name): {device: 'file:\(folder.path)/\(clip(of: $0.name))', size: 320x240}"
            }
            let used = encoders.sorted { $0.key < $1.key }.map { "\($0.key): {use: \($0.value)}" }
            return try await Recorder(
                pipeline: """
                    cameras:
                    \(devices.joined(separator: "\n"))
                    microphone: none
                    combined: {layout: grid, size: 640x480, mixer: dualcam}
                    recording: {container: \(container)}
                    encoders: {default: {use: x264, bitrate: 40Mbps}, \(used.joined(separator: ", "))}
                    """, arguments: ["--duration", "1s"]
            ).record()
        }

        @Test(arguments: [
            (["motion": "x264", "narrow": "jpeg", "full": "openh264", "plain": "x264"], "mov"),
            (["motion": "openh264", "narrow": "x264", "full": "jpeg", "plain": "jpeg"], "mov"),
            (["motion": "vpx-vp9", "narrow": "aom-av1", "full": "aom-av1", "plain": "vpx-vp9"], "mkv"),
        ])
        func areThoseOfTheCameras(_ encoders: [String: String], _ container: String) async throws {
            let folder = try await Self.clips.value
            let recording = try await Self.taken(encoders, container)
            #expect(recording.code == 0, "\(recording.errors)")
            for (index, camera) in Self.cameras.enumerated() {
                let source = try await Self.fields(
                    "\(folder.path)/\(Self.clip(of: camera.name))", (0, 0), in: (Self.width, Self.height))
                let own = try await Self.fields(
                    try recording.path("\(camera.name)_000.\(container)"), (0, 0), in: (Self.width, Self.height))
                Self.expectAlike(own, source, "\(camera.name) by \(encoders[camera.name] ?? "")")
                let quarter = (index % 2 * 320, index / 2 * 240)
                let combined = try await Self.fields(
                    try recording.path("combined_000.\(container)"), quarter, in: (640, 480))
                Self.expectAlike(combined, source, "\(camera.name) in the combined picture")
            }
        }

        /// The middles of the fields in red, green and blue, of one frame in the midst.
        private static func fields(_ path: String, _ corner: (x: Int, y: Int), in size: (Int, Int)) async throws
            -> [[Int]]
        {
            let picture = try await Picture(of: path, width: size.0, height: size.1, at: 0.2)
            return (0..<16).map { index in
                let (x, y) = (corner.x + index % 4 * 80 + 40, corner.y + index / 4 * 60 + 30)
                return (0..<3).map { picture.level(x: x, y: y, of: $0) }
            }
        }

        /// Within what a codec loses in plain fields; a range or a matrix that is taken for another is ten and more away.
        private static func expectAlike(_ seen: [[Int]], _ wanted: [[Int]], _ what: String) {
            #expect(seen.count == 16 && wanted.count == 16, "\(what)")
            let differences = zip(seen, wanted).flatMap { zip($0, $1).map { abs($0 - $1) } }
            #expect((differences.max() ?? 255) <= 5, "\(what): \(seen) for \(wanted)")
        }
    }
}
