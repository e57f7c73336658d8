package import DualCamConfig

/// The objects in a test camera's scene, drawn in front of the sky: the camera's name, the time beside the frame
/// counter, and moving discs.
package struct TestScenePlan: Sendable, Equatable {
    package var size: FrameSize
    package var space: PictureSpace
    /// The texts in the test scene: the camera's name, then the time.
    package var overlays: [OverlayPlan]
    /// The total width, in pixels, of the blocks that show the frame number.
    package var counter: Int
    /// The number of seconds by which this camera's discs are ahead of those of the first test camera.
    package var lead: Double

    init(_ camera: Camera, number: Int, counter: FrameCounter, space: PictureSpace) {
        (size, self.space, self.counter, lead) = (camera.size, space, counter.length, Double(number) * 5)
        var name = Overlay(name: "name")
        (name.content, name.position, name.size) = (.text(camera.name), .corner(.center), .percent(12))
        (name.letters.font, name.letters.outline) = ("Sans Bold", 3)
        var time = Overlay(name: "time")
        (time.content, time.letters.font, time.letters.plateOpacity) = (.timecode, "Sans Bold", .percent(100))
        time.letters.plate = .black
        // The time is shown to the right of the counter's blocks, on the same line.
        time.position = .free(
            Point(x: .percent(Double(counter.length * 100) / Double(camera.size.width)), y: .percent(100)))
        overlays = [name, time].map { OverlayPlan($0, canvas: camera.size, rate: camera.rate, space: space) }
    }

    package struct Disc: Sendable {
        /// The diameter of the disc as a fraction of the picture's height (0.2 means 20 %).
        package let size: Double
        package let opacity: Double
        /// The number of seconds in which the disc moves horizontally to the other side and back.
        package let across: Double
        /// The number of seconds in which the disc moves vertically to the other side and back.
        package let down: Double
    }

    package static let discs = [
        Disc(size: 0.62, opacity: 0.1, across: 23, down: 31), Disc(size: 0.36, opacity: 0.16, across: 13, down: 19),
        Disc(size: 0.2, opacity: 0.3, across: 7, down: 11),
    ]
}

extension TestPattern {
    /// The background gradients of test scenes (ARGB), from top to bottom. They make cameras easy to distinguish.
    private static let skies: [(UInt64, UInt64)] = [
        (0xff12_263f, 0xffd9_803f), (0xff0c_3b3a, 0xff7c_c79b), (0xff3b_1b4a, 0xffd6_7f9c), (0xff2a_2f38, 0xffb8_a46a),
    ]

    /// Returns the properties of videotestsrc for this pattern.
    /// - Parameter number: the number of the camera, from 0, which determines the colours of its scene.
    package func properties(_ number: Int) -> [Property] {
        let nick = { Property("pattern", .enumeration(type: "GstVideoTestSrcPattern", nick: $0)) }
        guard self == .scene else { return [nick(rawValue)] }
        let sky = Self.skies[number % Self.skies.count]
        return [
            nick(TestPattern.gradient.rawValue), Property("background-color", .uint(sky.0)),
            Property("foreground-color", .uint(sky.1)),
        ]
    }
}

/// The frame number in a test camera's picture, drawn in the bottom left corner as black and white blocks: four fixed
/// blocks, then 16 bits.
struct FrameCounter {
    static let bits = 16
    private static let fixed = 4
    private let width: Int
    private let height: Int

    /// Creates the counter for pictures of a size; `nil` if such pictures are too small for blocks that remain readable
    /// after lossy encoding.
    init?(_ size: FrameSize) {
        width = min(16, size.width / (Self.fixed + Self.bits) / 2 * 2)
        height = min(16, size.height / 2 * 2)
        guard width >= 2 else { return nil }
    }

    /// The total width in pixels of the counter's blocks, which form a single row.
    var length: Int { width * (Self.fixed + Self.bits) }

    /// The properties of the simplevideomark element that draws the counter.
    var properties: [Property] {
        [
            Property("pattern-width", .int(Int64(width))), Property("pattern-height", .int(Int64(height))),
            Property("pattern-count", .int(Int64(Self.fixed))), Property("pattern-data-count", .int(Int64(Self.bits))),
            Property("pattern-data", .int(0)),
        ]
    }
}
