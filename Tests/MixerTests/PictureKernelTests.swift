import CPicture
import Glibc
import Testing

private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> pic_rect {
    pic_rect(x: x, y: y, width: width, height: height)
}

/// Compares the drawing kernels with the same formulas in double precision.
@Suite struct PictureKernelTests {
    /// Returns the exact mean of the pixels that a target pixel covers.
    private func mean(_ picture: TestPicture, _ plane: Int, x: Range<Double>, y: Range<Double>) -> Double {
        var (sum, area) = (0.0, 0.0)
        for row in Int(y.lowerBound)..<Int(y.upperBound.rounded(.up)) {
            let high = min(y.upperBound, Double(row + 1)) - max(y.lowerBound, Double(row))
            for column in Int(x.lowerBound)..<Int(x.upperBound.rounded(.up)) {
                let wide = min(x.upperBound, Double(column + 1)) - max(x.lowerBound, Double(column))
                sum += wide * high * Double(picture[plane, column, row])
                area += wide * high
            }
        }
        return sum / area
    }

    @Test(
        arguments: [
            (width: 384, height: 216, rectangle(0, 0, 96, 54)), (384, 216, rectangle(0, 0, 192, 108)),
            (640, 360, rectangle(0, 0, 240, 134)), (256, 144, rectangle(0, 0, 240, 136)),
            (192, 110, rectangle(0, 0, 26, 14)), (400, 300, rectangle(0, 0, 18, 10)), (800, 40, rectangle(0, 0, 8, 8)),
        ], [false, true])
    func shrinkingIsTheMean(_ row: (width: Int, height: Int, target: pic_rect), interleaved: Bool) {
        let (into, target) = (TestPicture.noise(row.width, row.height, interleaved: interleaved), row.target)
        let out = TestPicture(width: Int(target.width), height: Int(target.height)) { _, _, _ in 0 }
        out.draw(into, target: target)
        for plane in 0...2 {
            let (size, whole) = (out.size(of: plane), into.size(of: plane))
            let (wide, high) = (
                Double(whole.width) / Double(size.width), Double(whole.height) / Double(size.height)
            )
            var squares = 0.0
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (left, top) = (Double(x) * wide, Double(y) * high)
                    let exact = mean(
                        into, plane, x: left..<min(left + wide, Double(whole.width)),
                        y: top..<min(top + high, Double(whole.height)))
                    squares += pow(exact - Double(out[plane, x, y]), 2)
                }
            }
            let ratio = 10 * log10(255 * 255 * Double(size.width * size.height) / squares)
            #expect(ratio >= 55, "plane \(plane): \(ratio) dB")
        }
    }

    /// Scaling by two with an offset of a quarter of a pixel: linear between the centres of pixels, to 1 of 255.
    @Test func enlargingIsLinear() {
        let into = TestPicture.noise(40, 24)
        let out = TestPicture(width: 60, height: 40) { _, _, _ in 0 }
        out.draw(into, source: rectangle(5.25, 2.5, 30, 20), target: rectangle(0, 0, 60, 40))
        for y in 0..<40 {
            for x in 0..<60 {
                let (across, down) = ((Double(x) + 0.5) / 2 + 5.25 - 0.5, (Double(y) + 0.5) / 2 + 2.5 - 0.5)
                let (left, top) = (Int(across), Int(down))
                let (right, low) = (across - Double(left), down - Double(top))
                let upper = Double(into[0, left, top]) * (1 - right) + Double(into[0, left + 1, top]) * right
                let lower = Double(into[0, left, top + 1]) * (1 - right) + Double(into[0, left + 1, top + 1]) * right
                #expect(abs(upper * (1 - low) + lower * low - Double(out[0, x, y])) <= 1, "at \(x), \(y)")
            }
        }
    }

    /// Copies at whole pixels, for both formats on both sides and partly outside: the copied part is exact, and the
    /// rest is unchanged.
    @Test(
        arguments: [(false, false), (false, true), (true, false), (true, true)], [(-4, 6), (10, -2), (31, 17), (6, 4)])
    func copiesAreExact(_ interleaved: (Bool, Bool), at: (x: Int, y: Int)) {
        let into = TestPicture.noise(21, 13, interleaved: interleaved.0)
        let out = TestPicture(width: 37, height: 23, interleaved: interleaved.1) { _, _, _ in 77 }
        out.draw(into, target: rectangle(Double(at.x), Double(at.y), 21, 13))
        for y in 0..<23 {
            for x in 0..<37 {
                let isDrawn = (0..<21).contains(x - at.x) && (0..<13).contains(y - at.y)
                #expect(out[0, x, y] == (isDrawn ? into[0, x - at.x, y - at.y] : 77), "at \(x), \(y)")
            }
        }
        guard at.x % 2 == 0, at.y % 2 == 0 else { return }
        for (plane, y) in [1, 2].flatMap({ plane in (0..<12).map { (plane, $0) } }) {
            for x in 0..<19 {
                let (column, row) = (x - at.x / 2, y - at.y / 2)
                let isDrawn = (0..<11).contains(column) && (0..<7).contains(row)
                #expect(out[plane, x, y] == (isDrawn ? into[plane, column, row] : 77), "plane \(plane) at \(x), \(y)")
            }
        }
    }

    @Test(arguments: [(0, 40), (255, 200), (128, 120), (51, 72)] as [(Int32, Double)])
    func opacityIsAShare(_ opacity: Int32, exact: Double) {
        let out = TestPicture(width: 6, height: 6) { _, _, _ in 40 }
        out.draw(TestPicture(width: 4, height: 4) { _, _, _ in 200 }, target: rectangle(0, 0, 4, 4), opacity: opacity)
        #expect(abs(Double(out[0, 2, 2]) - exact) <= 1)
        #expect(abs(Double(out[1, 1, 1]) - exact) <= 1)
        #expect(out[0, 5, 5] == 40)
    }

    @Test(arguments: [(1, 1), (1, 5), (5, 1)]) func theSmallestRectanglesAreDrawn(_ width: Int, _ height: Int) {
        let out = TestPicture(width: 7, height: 7) { _, _, _ in 0 }
        out.draw(
            TestPicture(width: width, height: height) { _, _, _ in 99 },
            target: rectangle(1, 1, Double(width), Double(height)))
        let drawn = (0..<49).filter { out[0, $0 % 7, $0 / 7] == 99 }
        #expect(drawn.count == width * height)
    }
}

@Suite struct PictureColourTests {
    static let spaces = [
        pic_space(red: 0.299, blue: 0.114, full_range: false), pic_space(red: 0.299, blue: 0.114, full_range: true),
        pic_space(red: 0.2126, blue: 0.0722, full_range: false), pic_space(red: 0.2126, blue: 0.0722, full_range: true),
    ]

    /// Converts a sample by ITU-R BT.601 and BT.709: to RGB by one matrix, back by the other, with the ranges of both.
    private func exact(_ sample: [Double], _ from: pic_space, _ to: pic_space) -> [Double] {
        let (wide, offset) = from.full_range ? (255.0, 0.0) : (219, 16)
        let y = (sample[0] - offset) / wide
        let chroma = sample[1...].map { ($0 - 128) / (from.full_range ? 255 : 224) }
        let (blue, red) = (y + 2 * (1 - from.blue) * chroma[0], y + 2 * (1 - from.red) * chroma[1])
        let green = (y - from.red * red - from.blue * blue) / (1 - from.red - from.blue)
        let luma = to.red * red + (1 - to.red - to.blue) * green + to.blue * blue
        let scale = to.full_range ? 255.0 : 224
        return [
            to.full_range ? 255 * luma : 16 + 219 * luma, 128 + scale * (blue - luma) / (2 * (1 - to.blue)),
            128 + scale * (red - luma) / (2 * (1 - to.red)),
        ].map { max(0, min(255, $0)) }
    }

    @Test(arguments: 0..<4, 0..<4) func isWithinOneOfTheFormula(_ from: Int, _ to: Int) {
        let steps = Array(stride(from: 0, through: 255, by: 15))
        let into = TestPicture(width: 36, height: 648) { plane, x, y in
            plane == 0 ? UInt8(steps[(x / 2 + y) % 18]) : plane == 1 ? UInt8(steps[y / 18]) : UInt8(steps[x])
        }
        let out = TestPicture(width: 36, height: 648) { _, _, _ in 0 }
        out.draw(into, target: rectangle(0, 0, 36, 648), from: Self.spaces[from], to: Self.spaces[to])
        var worst = 0.0
        for y in 0..<648 {
            for x in 0..<36 {
                let sample = [(0, x, y), (1, x / 2, y / 2), (2, x / 2, y / 2)].map { Double(into[$0.0, $0.1, $0.2]) }
                let wanted = exact(sample, Self.spaces[from], Self.spaces[to])
                let found = [(0, x, y), (1, x / 2, y / 2), (2, x / 2, y / 2)].map { Double(out[$0.0, $0.1, $0.2]) }
                worst = max(worst, zip(wanted, found).map { abs($0 - $1) }.max() ?? 0)
            }
        }
        #expect(worst <= (from == to ? 1e-9 : 1))
    }
}

@Suite struct PictureMaskTests {
    static let frame = pic_frame(
        radius: 12, border: 3, shadow: 10, shadow_offset: 2, shadow_share: 0.5,
        border_paint: pic_paint(y: 235, u: 128, v: 128), shadow_paint: pic_paint(y: 16, u: 128, v: 128))

    private func weights(_ mask: OpaquePointer?, _ target: pic_rect, _ x: Int, _ y: Int) -> (Int, Int, Int) {
        var (main, inset, constant): (Int32, Int32, Int32) = (0, 0, 0)
        pic_mask_weights(mask, target, Int32(x), Int32(y), &main, &inset, &constant)
        return (Int(main), Int(inset), Int(constant))
    }

    /// Returns how much of a pixel is within the rounded rectangle (0...1), measured at 16 x 16 points.
    private func share(_ x: Int, _ y: Int, in target: pic_rect, radius: Double) -> Double {
        var inside = 0
        for point in 0..<256 {
            let across = Double(x) + (Double(point % 16) + 0.5) / 16, down = Double(y) + (Double(point / 16) + 0.5) / 16
            let nearX = max(target.x + radius, min(target.x + target.width - radius, across))
            let nearY = max(target.y + radius, min(target.y + target.height - radius, down))
            if hypot(across - nearX, down - nearY) <= radius { inside += 1 }
        }
        return Double(inside) / 256
    }

    /// The coverage of a pixel follows from the distance of its centre to the edge, with an error of at most 0.04 on a
    /// curve.
    @Test(arguments: [rectangle(20, 30, 90, 70), rectangle(20.25, 30.5, 90.5, 70), rectangle(21, 31, 35, 27)])
    func cornersAreRound(_ target: pic_rect) {
        var frame = pic_frame()
        frame.radius = 12
        let mask = pic_mask_make(target, frame)
        defer { pic_mask_drop(mask) }
        for y in 25..<105 {
            for x in 15..<115 {
                let (main, inset, constant) = weights(mask, target, x, y)
                #expect(abs(Double(inset) / 255 - share(x, y, in: target, radius: 12)) <= 0.04, "at \(x), \(y)")
                #expect(main + inset == 255 && constant == 0)
            }
        }
    }

    /// The border is white and three pixels wide; the shadow becomes weaker outwards and ends after ten pixels.
    @Test func aFrameHasBorderAndShadow() {
        let target = rectangle(40, 40, 120, 80)
        let mask = pic_mask_make(target, Self.frame)
        defer { pic_mask_drop(mask) }
        for column in 40..<43 { #expect(weights(mask, target, column, 80) == (0, 0, 255 * 235)) }
        #expect(weights(mask, target, 43, 80) == (0, 255, 0))
        #expect(weights(mask, target, 28, 80) == (255, 0, 0))
        let outside = (29..<40).map { weights(mask, target, $0, 80).0 }
        #expect(outside == outside.sorted(by: >) && Set(outside).count > 8, "\(outside)")
        let (above, below) = (weights(mask, target, 100, 36).0, weights(mask, target, 100, 123).0)
        #expect(above > below, "the shadow lies lower")
    }

    /// Drawing through a mask follows the formula for luma and chroma; a wide target has the same edges as a narrow
    /// one.
    @Test(arguments: [false, true]) func blendingIsTheFormula(_ interleaved: Bool) {
        let target = rectangle(14, 10, 64, 44)
        let mask = pic_mask_make(target, Self.frame)
        defer { pic_mask_drop(mask) }
        let (inset, main) = (TestPicture.noise(64, 44), TestPicture.noise(90, 66, seed: 9))
        let out = TestPicture(width: 90, height: 66, interleaved: interleaved) { main[$0, $1, $2] }
        out.draw(inset, target: target, mask: mask)
        for y in 0..<66 {
            for x in 0..<90 {
                let weight = weights(mask, target, x, y)
                let isInside = (14..<78).contains(x) && (10..<54).contains(y)
                let own = isInside ? Int(inset[0, x - 14, y - 10]) : 0
                let sum = weight.0 * Int(main[0, x, y]) + weight.1 * own + weight.2
                #expect(Int(out[0, x, y]) == (sum + 127) / 255, "at \(x), \(y)")
            }
        }
        #expect(out[1, 23, 16] == inset[1, 16, 11])
        #expect(out[2, 2, 2] == main[2, 2, 2])
    }

    @Test(arguments: [
        rectangle(0, 0, 0, 10), rectangle(0, 0, 10, -1), rectangle(.nan, 0, 10, 10), rectangle(0, 0, 40000, 10),
    ])
    func aTargetWithoutASizeHasNoMask(_ target: pic_rect) { #expect(pic_mask_make(target, Self.frame) == nil) }
}
