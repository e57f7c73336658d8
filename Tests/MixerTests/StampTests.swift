import CPicture
import Glibc
import Testing

@testable import Mixer

/// Small pictures drawn on frames, compared with the same formulas in double precision; letters and logos.
@Suite struct StampTests {
    private func exact(_ pixel: UInt32, over under: UInt8, _ plane: Int, _ space: pic_space, opacity: Double) -> Double
    {
        let part = { (shift: UInt32) in Double(pixel >> shift & 255) / 255 * opacity }
        let (alpha, red, green, blue) = (part(24), part(16), part(8), part(0))
        let luma = space.red * red + (1 - space.red - space.blue) * green + space.blue * blue
        let (scale, lift, wide) = space.full_range ? (255.0, 0.0, 255.0) : (219, 16, 224)
        let value =
            switch plane {
            case 0: lift * alpha + scale * luma
            case 1: 128 * alpha + wide * (blue - luma) / (2 * (1 - space.blue))
            default: 128 * alpha + wide * (red - luma) / (2 * (1 - space.red))
            }
        return (1 - alpha) * Double(under) + value
    }

    /// Every colour of one opacity on noise, in both formats and ranges and with two matrices, is within 1 of the
    /// formula.
    @Test(arguments: [false, true], [0.2126, 0.299])
    func isWithinOneOfTheFormula(_ interleaved: Bool, _ red: Double) throws {
        let space = pic_space(red: red, blue: red == 0.299 ? 0.114 : 0.0722, full_range: interleaved)
        for (index, colour) in [0xFFFF_0000, 0xFF00_00FF, 0x8080_8080, 0x4000_4000, 0xFFFF_FFFF, 0xFF00_0000]
            .enumerated()
        {
            let pixels = [UInt32](repeating: UInt32(colour), count: 20 * 10)
            let stamp = try #require(pic_stamp_make(pixels, 20, 10, index % 2 == 0 ? 1 : 0.6, space))
            defer { pic_stamp_drop(stamp) }
            let (before, after) = (
                TestPicture.noise(41, 31, interleaved: interleaved), TestPicture.noise(41, 31, interleaved: interleaved)
            )
            var native = after.native
            pic_stamp_draw(stamp, &native, 8, 6)
            for plane in 0...2 {
                let half = plane == 0 ? 1 : 2
                let size = after.size(of: plane)
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let isInside = (8 / half..<28 / half).contains(x) && (6 / half..<16 / half).contains(y)
                        let under = before[plane, x, y]
                        let expected =
                            isInside
                            ? exact(UInt32(colour), over: under, plane, space, opacity: index % 2 == 0 ? 1 : 0.6)
                            : Double(under)
                        #expect(abs(Double(after[plane, x, y]) - expected) <= (isInside ? 1.01 : 0))
                    }
                }
            }
        }
    }

    /// Pictures across the edges of frames with odd sizes, and completely outside.
    @Test(arguments: [(-6, -4), (30, 20), (-100, 0), (0, 100), (40, 30), (-2, 24)])
    func isCutAtTheEdges(_ x: Int32, _ y: Int32) throws {
        let pixels = (0..<15 * 9).map { _ in UInt32(0xFFFF_FFFF) }
        let stamp = try #require(pic_stamp_make(pixels, 15, 9, 1, TestPicture.same))
        defer { pic_stamp_drop(stamp) }
        for interleaved in [false, true] {
            let out = TestPicture(width: 41, height: 31, interleaved: interleaved) { _, _, _ in 50 }
            var native = out.native
            pic_stamp_draw(stamp, &native, x, y)
            for row in 0..<31 {
                for column in 0..<41 {
                    let isInside =
                        (Int(x)..<Int(x) + 15).contains(column) && (Int(y)..<Int(y) + 9).contains(row)
                    #expect(out[0, column, row] == (isInside ? 235 : 50))
                }
            }
        }
    }

    /// A colour that is computed once for equal pixels gives the same result as computing each pixel: for few colours,
    /// and for more than the cache holds.
    @Test(arguments: [1, 5, 100_000])
    func equalPixelsAreComputedOnce(_ colours: UInt32) throws {
        let (width, height) = (61, 47)
        var state: UInt32 = 1
        let pixels = (0..<width * height).map { _ -> UInt32 in
            state = state &* 1_664_525 &+ 1_013_904_223
            let (alpha, colour) = (state % colours % 256, state / 7 % colours)
            return alpha << 24 | (colour & 255) * alpha / 255 << 16 | (colour >> 8 & 255) * alpha / 255 << 8
        }
        let whole = TestPicture.noise(64, 48, interleaved: true)
        let parts = TestPicture.noise(64, 48, interleaved: true)
        let stamp = try #require(pic_stamp_make(pixels, Int32(width), Int32(height), 0.7, TestPicture.same))
        defer { pic_stamp_drop(stamp) }
        var (one, other) = (whole.native, parts.native)
        pic_stamp_draw(stamp, &one, 2, 0)
        for y in stride(from: 0, to: height, by: 2) {
            for x in stride(from: 0, to: width, by: 2) {
                let (columns, rows) = (min(2, width - x), min(2, height - y))
                let own = (0..<rows).flatMap { row in (0..<columns).map { pixels[(y + row) * width + x + $0] } }
                let part = try #require(pic_stamp_make(own, Int32(columns), Int32(rows), 0.7, TestPicture.same))
                pic_stamp_draw(part, &other, 2 + Int32(x), Int32(y))
                pic_stamp_drop(part)
            }
        }
        for plane in 0...2 {
            let size = whole.size(of: plane)
            for y in 0..<size.height {
                for x in 0..<size.width where whole[plane, x, y] != parts[plane, x, y] {
                    Issue.record("plane \(plane), \(x), \(y): \(whole[plane, x, y]), not \(parts[plane, x, y])")
                }
            }
        }
    }

    /// Lines that are not visible are not drawn, and the others are unchanged. A text that is too large is still
    /// reported as such.
    @Test(arguments: [0.0, 2, 3]) func onlyWhatIsSeenIsDrawn(_ outline: Double) throws {
        var style = LetterStyle(font: "Sans", size: 40, colour: PaintedColour(red: 1, green: 1, blue: 1))
        style.plate = PaintedColour(red: 0, green: 0, blue: 1)
        (style.outline, style.padding, style.widest) = (outline, 6, 400)
        let text = String(repeating: "Wide gaps ", count: 20)
        let whole = try #require(LetterImage(text, style))
        // The visible part ends in the middle of a line.
        style.seen = 180
        let seen = try #require(LetterImage(text, style))
        #expect(whole.height > 180 && seen.height == 180 && seen.width == whole.width)
        #expect(Array(whole.argb.prefix(180 * whole.width)) == seen.argb)
        #expect(seen.baseline == whole.baseline && seen.letters == whole.letters)
        (style.size, style.seen) = (17_000, 180)
        #expect(LetterImage("W", style) == nil && !LetterImage.fits("W", style))
    }

    @Test func lettersAreDrawnInTheirSizeAndColour() throws {
        var style = LetterStyle(font: "Sans Bold", size: 40, colour: PaintedColour(red: 1, green: 0, blue: 0))
        let plain = try #require(LetterImage("HH", style))
        #expect((40...70).contains(plain.height) && (50...80).contains(plain.width))
        let pixels = UnsafeBufferPointer(start: plain.pixels, count: plain.width * plain.height)
        #expect(pixels.contains(0xFFFF_0000) && pixels.contains(0))
        #expect(pixels.allSatisfy { $0 & 0xFFFF == 0 }, "red alone")
        (style.plate, style.padding, style.radius) = (PaintedColour(red: 0, green: 0, blue: 1), 12, 8)
        let plate = try #require(LetterImage("HH", style))
        #expect(plate.width == plain.width + 24 && plate.height == plain.height + 24)
        #expect(plate.pixels[plate.width * plate.height / 2] == 0xFF00_00FF)
        #expect(plate.pixels[0] == 0, "a round corner")
        let ground = try #require(LetterImage(plateOf: plain.letters.count, style))
        #expect(ground.width == plate.width && ground.height == plate.height)
        style.widest = Double(plain.width) / 2
        #expect(try #require(LetterImage("HHHH", style)).height > plate.height, "broken into lines")
    }

    @Test(arguments: [(Array("no picture".utf8), LetterImageFault.noPicture), (Array("<svg".utf8), .broken)])
    func whatIsNoPicture(_ bytes: [UInt8], _ fault: LetterImageFault) {
        #expect(throws: fault) { try LetterImage.size(ofPicture: bytes) }
        #expect(LetterImage(picture: bytes, width: 10, height: 10) == nil)
    }

    /// An SVG is drawn for its final size, so that its edges are sharp at any size.
    @Test func drawingsAreSharp() throws {
        let svg = Array(
            #"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="2" height="2" fill="red"/></svg>"#
                .utf8)
        let size = try LetterImage.size(ofPicture: svg)
        #expect([size.width, size.height] == [4, 2])
        let image = try #require(LetterImage(picture: svg, width: 400, height: 200))
        #expect([image.width, image.height] == [400, 200])
        #expect(image.pixels[400 * 100 + 198] == 0xFFFF_0000 && image.pixels[400 * 100 + 201] == 0)
    }

    /// A PNG of 2 x 1 pixels, half of it transparent; one that is cut off; and one that claims to be enormous.
    @Test func pngs() throws {
        let whole: [UInt8] = Self.png
        let size = try LetterImage.size(ofPicture: whole)
        #expect([size.width, size.height] == [2, 1])
        let image = try #require(LetterImage(picture: whole, width: 2, height: 1))
        #expect([image.pixels[0], image.pixels[1]] == [0xFFFF_0000, 0x8000_8000])
        for count in [10, 40, whole.count - 1] {
            #expect(throws: LetterImageFault.broken) { try LetterImage.size(ofPicture: Array(whole.prefix(count))) }
        }
        #expect(throws: LetterImageFault.self) {
            var huge = whole
            (huge[16], huge[17]) = (0x7F, 0xFF)
            _ = try LetterImage.size(ofPicture: huge)
        }
    }

    private static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
        0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0xF4, 0x22, 0x7F,
        0x8A, 0x00, 0x00, 0x00, 0x0F, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0xF0,
        0x1F, 0x08, 0x1B, 0x00, 0x10, 0x79, 0x03, 0x7E, 0x7D, 0x63, 0xCE, 0xD7, 0x00, 0x00, 0x00, 0x00,
        0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
