import CPicture

/// A picture with its own memory, whose rows are longer than necessary.
final class TestPicture {
    let width: Int
    let height: Int
    let isInterleaved: Bool
    private let planes: [UnsafeMutableBufferPointer<UInt8>]
    private let strides: [Int]

    init(width: Int, height: Int, interleaved: Bool = false, _ paint: (Int, Int, Int) -> UInt8) {
        (self.width, self.height, isInterleaved) = (width, height, interleaved)
        let (half, rows) = ((width + 1) / 2, (height + 1) / 2)
        strides = interleaved ? [width + 3, 2 * half + 5] : [width + 3, half + 5, half + 7]
        planes = strides.enumerated().map { plane, stride in
            .allocate(capacity: stride * (plane == 0 ? height : rows))
        }
        for plane in planes { plane.initialize(repeating: 0) }
        for y in 0..<height { for x in 0..<width { self[0, x, y] = paint(0, x, y) } }
        for plane in 1...2 { for y in 0..<rows { for x in 0..<half { self[plane, x, y] = paint(plane, x, y) } } }
    }

    deinit { for plane in planes { plane.deallocate() } }

    /// The sample of a plane: luma is plane 0, U 1, V 2, however they are stored.
    subscript(plane: Int, x: Int, y: Int) -> UInt8 {
        get { planes[stored(plane)][index(plane, x, y)] }
        set { planes[stored(plane)][index(plane, x, y)] = newValue }
    }

    var native: pic_picture {
        var picture = pic_picture()
        picture.plane.0 = planes[0].baseAddress
        picture.plane.1 = planes[1].baseAddress
        picture.plane.2 = isInterleaved ? nil : planes[2].baseAddress
        picture.stride = (Int32(strides[0]), Int32(strides[1]), isInterleaved ? 0 : Int32(strides[2]))
        (picture.width, picture.height, picture.interleaved) = (Int32(width), Int32(height), isInterleaved)
        return picture
    }

    func size(of plane: Int) -> (width: Int, height: Int) {
        plane == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
    }

    private func stored(_ plane: Int) -> Int { isInterleaved ? min(plane, 1) : plane }

    private func index(_ plane: Int, _ x: Int, _ y: Int) -> Int {
        let column = isInterleaved && plane > 0 ? 2 * x + plane - 1 : x
        return y * strides[stored(plane)] + column
    }
}

extension TestPicture {
    static let same = pic_space(red: 0.2126, blue: 0.0722, full_range: false)

    /// Returns noise that is the same for the same seed.
    static func noise(_ width: Int, _ height: Int, interleaved: Bool = false, seed: UInt64 = 1) -> TestPicture {
        var state = seed
        return TestPicture(width: width, height: height, interleaved: interleaved) { _, _, _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    /// Draws `picture` onto this one with the kernels.
    func draw(
        _ picture: TestPicture, source: pic_rect = pic_rect(), target: pic_rect, opacity: Int32 = 255,
        mask: OpaquePointer? = nil, from: pic_space = same, to: pic_space = same
    ) {
        var layer = pic_layer(input: 0, source: source, target: target, opacity: opacity, mask: mask, look: nil)
        var colour = pic_colour()
        pic_colour_set(&colour, from, to)
        let drawing = pic_drawing_make(
            &layer, Int32(picture.width), Int32(picture.height), Int32(width), Int32(height))
        var (out, into) = (native, picture.native)
        pic_draw(drawing, &out, &into, &colour)
        pic_drawing_drop(drawing)
    }
}
