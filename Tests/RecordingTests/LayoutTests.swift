import Testing

extension Recordings {
    /// The combined picture of every layout, pixel by pixel.
    @Suite(.serialized) struct Layouts {
        @Test(arguments: LayoutCase.all + LayoutCase.all.suffix(6).map { $0.drawn(by: "compositor") })
        func drawsEachCameraInItsPlace(_ layout: LayoutCase) async throws {
            let recording = try await Recorder(pipeline: layout.pipeline, arguments: ["--duration", "700ms"]).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let file = try recording.path("combined_000.\(layout.container)")
            let picture = try await Picture(of: file, width: 640, height: 360, at: 0.3)
            #expect(layout.probes.count >= 16)
            for point in layout.probes {
                let (seen, expected) = (picture.colour(x: point.x, y: point.y), layout.expected(at: point))
                #expect(seen == expected, "at \(point)")
            }
        }

        /// An inset with round corners, through which the main picture is visible, and a white border inside its edges.
        @Test func framesTheInset() async throws {
            let keys = "layout: pip, inset: {margin: 60, radius: 60, border: 24}"
            let layout = LayoutCase("pip", keys, [])
            let recording = try await Recorder(pipeline: layout.pipeline, arguments: ["--duration", "700ms"]).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let picture = try await Picture(
                of: try recording.path("combined_000.mov"), width: 640, height: 360, at: 0.3)
            let points: [(x: Int, y: Int, paint: Paint)] = [
                (461, 251, .red), (618, 338, .red), (618, 251, .red), (461, 338, .red), (540, 246, .red),
                (456, 295, .red),
                (540, 254, .white), (464, 295, .white), (616, 295, .white), (540, 336, .white), (540, 280, .green),
                (474, 290, .green), (606, 290, .green),
            ]
            for point in points {
                let seen = picture.colour(x: point.x, y: point.y)
                #expect(seen == point.paint, "at \(point.x), \(point.y)")
            }
        }

        /// The colour bars are 91 pixels wide. At the start of a cell half as wide as the picture, a cropped picture
        /// shows its second bar, and a squeezed one its first.
        @Test func coverCutsAndDoesNotSqueeze() async throws {
            let bars = LayoutCase.all.first { $0.name == "side-by-side" }?.pipeline
                .replacing("test:red", with: "test:smpte100")
            let recording = try await Recorder(
                pipeline: try #require(bars), arguments: ["--duration", "700ms"]
            ).record()
            let picture = try await Picture(
                of: try recording.path("combined_000.mp4"), width: 640, height: 360, at: 0.3)
            let (white, blue) = (picture.colour(x: 8, y: 100) == .white, picture.level(x: 8, y: 100, of: 2))
            #expect(!white && blue < 60, "yellow has no blue")
            #expect(picture.colour(x: 160, y: 100) == .green)
            #expect(picture.colour(x: 310, y: 100) == .red)
        }
    }
}
