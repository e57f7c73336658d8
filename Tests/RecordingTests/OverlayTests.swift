import DualCamTestKit
import Testing

extension Recordings {
    /// Text, timecode, clock, logo and a line on the combined picture, and not on the cameras' own files.
    @Suite(.serialized) struct Overlays {
        static let taken = Shared {
            let journal = try #require(TemporaryFolder())
            journal.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="20" height="20" fill="red"/>\
                <rect x="20" width="20" height="20" fill="blue"/></svg>
                """, to: "logo.svg")
            return try await Recorder(
                pipeline: """
                    cameras:
                      back: {device: "test:black", size: 640x360}
                      front: {device: "test:black", size: 640x360}
                    microphone: none
                    combined:
                      layout: side-by-side
                      size: 640x360
                      divider: {width: 24, colour: green}
                      overlays:
                        title: {text: "Lesson", size: 10%, margin: 60, plate: blue, plate-opacity: 100%}
                        empty: {text: "", plate: white, position: center}
                        hidden: {text: "Hidden", plate: white, position: center, show: off}
                        tc: {timecode: on, size: 10%, position: top-right, plate: red, plate-opacity: 100%, margin: 60, outline: 0}
                        logo: {image: logo.svg, size: 25%, position: bottom-right, margin: 60}
                    encoders: {default: {use: x264, preset: ultrafast, bitrate: 8Mbps}}
                    """, arguments: ["--duration", "3s"], journal: journal
            ).record()
        }

        @Test func everythingIsInItsPlace() async throws {
            let recording = try await Self.taken.value
            #expect(recording.code == 0, "\(recording.errors)")
            let file = try recording.path("combined_000.mov")
            let picture = try await Picture(of: file, width: 640, height: 360, at: 1.5)
            // Plates have round corners, and text is 36 pixels high.
            let points: [(x: Int, y: Int, paint: Paint?)] = [
                (30, 24, .blue), (24, 40, .blue), (319, 20, .green), (319, 300, .green), (312, 180, .black),
                (327, 180, .black), (470, 270, .red), (530, 270, .red), (550, 270, .blue), (610, 270, .blue),
                (530, 332, .red), (550, 332, .blue), (455, 270, .black), (622, 270, .black), (540, 256, .black),
                (610, 24, .red), (240, 150, .black), (400, 200, .black),
            ]
            for point in points {
                #expect(picture.colour(x: point.x, y: point.y) == point.paint, "at \(point.x), \(point.y)")
            }
            let letters = (20..<300).filter { x in (24..<70).contains { picture.colour(x: x, y: $0) == .white } }
            #expect(letters.count > 60, "the title is white")
        }

        /// Frame 45 of a recording shows 00:00:01:15, and so on. Timecodes half a second apart differ in their last
        /// digits, and the same digits return with the same frame number.
        @Test func theTimecodeCountsFrames() async throws {
            let file = try await Self.taken.value.path("combined_000.mov")
            var pictures: [Picture] = []
            for frame in [15, 16, 45, 75] {
                pictures.append(try await Picture(of: file, width: 640, height: 360, at: (Double(frame) + 0.5) / 30))
            }
            let plates = pictures.map { picture in
                (340..<620).map { x in (24..<64).map { picture.level(x: x, y: $0, of: 1) > 128 } }
            }
            let width = try #require(Self.letters(plates[0]).last) - (try #require(Self.letters(plates[0]).first))
            let cut = 280 * 3 / 4
            #expect(width > 100)
            // The last two digits are 15 in frames 15, 45 and 75, but not in frame 16.
            #expect(Self.difference(plates[0], plates[2], from: cut) < 12)
            #expect(Self.difference(plates[2], plates[3], from: cut) < 12)
            #expect(Self.difference(plates[0], plates[1], from: cut) > 20)
            // The digits of the seconds differ.
            #expect(Self.difference(plates[0], plates[2], from: 0) > 20)
        }

        private static func letters(_ plate: [[Bool]]) -> [Int] { plate.indices.filter { plate[$0].contains(true) } }

        /// Returns the number of pixels in which two plates differ, from a column on.
        private static func difference(_ first: [[Bool]], _ second: [[Bool]], from column: Int) -> Int {
            zip(first[column...], second[column...]).reduce(0) { sum, columns in
                sum + zip(columns.0, columns.1).count { $0 != $1 }
            }
        }

        @Test(arguments: ["back", "front"]) func theCamerasFilesHaveNone(_ camera: String) async throws {
            let file = try await Self.taken.value.path("\(camera)_000.mov")
            let picture = try await Picture(of: file, width: 640, height: 360, at: 1.5)
            // The frame counter is at the bottom left, so the lowest lines are left out.
            for y in stride(from: 4, to: 310, by: 6) {
                for x in stride(from: 4, to: 640, by: 6) {
                    #expect(picture.colour(x: x, y: y) == .black, "at \(x), \(y)")
                }
            }
        }
    }
}
