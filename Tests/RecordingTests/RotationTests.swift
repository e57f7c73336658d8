import Testing

extension Recordings {
    /// Cameras that are rotated and mirrored, in their own files and in the combined picture.
    @Suite(.serialized) struct Rotations {
        /// A camera that shows vertical bars, and its counter at the bottom left.
        struct Turned: Sendable {
            var name: String
            /// The size of the camera's picture before the rotation.
            var size: (width: Int, height: Int)
            var rotate: String
            var zoom = 1
            /// The camera's position on the canvas, on which it is not scaled.
            var place: (x: Int, y: Int)

            var isUpright: Bool { rotate == "90" || rotate == "270" }

            var seen: (width: Int, height: Int) { isUpright ? (size.height, size.width) : size }

            /// Returns the point of the camera's picture that appears at a point of the rotated one.
            func source(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
                let (x, y) = (unzoomed(x, seen.width), unzoomed(y, seen.height))
                let (right, bottom) = (size.width - 1, size.height - 1)
                return switch rotate {
                case "90": (y, bottom - x)
                case "180": (right - x, bottom - y)
                case "270": (right - y, x)
                case "mirror": (right - x, y)
                default: (x, y)
                }
            }

            private func unzoomed(_ place: Int, _ length: Int) -> Int { (place - length / 2) / zoom + length / 2 }

            /// Returns which of red, green and blue a point has. `nil` near an edge and among the counter's bits. Of
            /// the marks before the bits, the first three are on the white bar alone, so they are plain black or white.
            func paint(_ x: Int, _ y: Int) -> String? {
                let point = source(x, y)
                let bar = Double(point.x) * 7 / Double(size.width)
                let edge = (bar - bar.rounded()) * Double(size.width) / 7
                if point.y < size.height - 20 {
                    let isFirst = point.x < 4 || point.x >= size.width - 4
                    return abs(edge) < 4 && !isFirst ? nil : Self.bars[min(6, Int(bar))]
                }
                guard point.x < 44, (5...11).contains(size.height - point.y), (5...11).contains(point.x % 16) else {
                    return nil
                }
                return point.x / 16 % 2 == 0 ? "000" : "111"
            }

            private static let bars = ["111", "110", "011", "010", "101", "100", "001"]

            var line: String {
                let zoomed = zoom > 1 ? ", zoom: \(zoom), zoom-applies-to: both" : ""
                let format = "size: \(size.width)x\(size.height), rate: 15, rotate: \(rotate)\(zoomed)"
                return "  \(name): {device: test:smpte100, \(format)}"
            }

            var cell: String {
                let share = { (pixels: Int) in "\(Double(pixels) / 10)%" }
                return "\(name): {x: \(share(place.x)), y: \(share(place.y)), width: \(share(seen.width)), "
                    + "height: \(share(seen.height))}"
            }
        }

        static let cameras = [
            Turned(name: "quarter", size: (322, 182), rotate: "90", place: (0, 0)),
            Turned(name: "half", size: (326, 190), rotate: "180", place: (200, 0)),
            Turned(name: "back", size: (338, 254), rotate: "270", place: (540, 0)),
            Turned(name: "glass", size: (350, 186), rotate: "mirror", place: (0, 400)),
            Turned(name: "near", size: (320, 180), rotate: "90", zoom: 2, place: (400, 400)),
        ]

        /// Each file has the rotated picture's size, and every point is where it belongs, including the counter's
        /// corner.
        @Test(arguments: ["dualcam", "compositor"]) func everyPointIsWhereItBelongs(mixer: String) async throws {
            let recording = try await Recorder(
                pipeline: """
                    cameras:
                    \(Self.cameras.map(\.line).joined(separator: "\n"))
                    microphone: none
                    combined: {mixer: \(mixer), layout: turned, size: 1000x1000, rate: 15}
                    layouts: {turned: {\(Self.cameras.map(\.cell).joined(separator: ", "))}}
                    encoders: {default: {use: x264, preset: ultrafast, bitrate: 20Mbps}}
                    """, arguments: ["--duration", "700ms"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let combined = try await Picture(
                of: try recording.path("combined_000.mov"), width: 1000, height: 1000, at: 0.3)
            for camera in Self.cameras {
                let own = try await Picture(
                    of: try recording.path("\(camera.name)_000.mov"), width: camera.seen.width,
                    height: camera.seen.height, at: 0.3)
                expect(camera, in: own, at: (0, 0))
                expect(camera, in: combined, at: camera.place)
            }
        }

        private func expect(_ camera: Turned, in picture: Picture, at origin: (x: Int, y: Int)) {
            var (looked, wrong) = (0, [String]())
            for y in stride(from: 2, to: camera.seen.height - 2, by: 7) {
                for x in stride(from: 2, to: camera.seen.width - 2, by: 7) {
                    guard let paint = camera.paint(x, y) else { continue }
                    looked += 1
                    let seen = (0..<3).map {
                        picture.level(x: origin.x + x, y: origin.y + y, of: $0) > 127 ? "1" : "0"
                    }
                    if seen.joined() != paint { wrong.append("\(seen.joined()) at \(x), \(y), not \(paint)") }
                }
            }
            #expect(looked > 400)
            #expect(wrong.isEmpty, "\(camera.name) at \(origin): \(wrong.count) of \(looked), \(wrong.prefix(5))")
        }
    }
}
