import DualCamConfig
@testable import DualCamPlan
import Glibc

/// A picture in I420, BT.709, range 16...235. It is stored as a grey PNG: Y, and below it U and V side by side.
struct GoldenPicture: Equatable {
    let width: Int
    let height: Int
    /// The planes Y, U and V, without gaps.
    let planes: [UInt8]

    static let space = PictureSpace(red: 0.2126, blue: 0.0722, isFullRange: false)

    /// Gamma-corrected red, green and blue, each 0...1.
    typealias Colour = (red: Double, green: Double, blue: Double)

    /// - Parameter colour: Returns the colour of the pixel at x and y.
    init(width: Int, height: Int, _ colour: (Int, Int) -> Colour) {
        let quarter = width * height / 4
        var planes = [UInt8](repeating: 0, count: 6 * quarter)
        for row in 0..<height / 2 {
            for column in 0..<width / 2 {
                var (u, v) = (0.0, 0.0)
                for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let colour = colour(2 * column + x, 2 * row + y)
                    let luma = 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue
                    planes[(2 * row + y) * width + 2 * column + x] = UInt8((16 + 219 * luma).rounded())
                    u += (colour.blue - luma) / 1.8556 / 4
                    v += (colour.red - luma) / 1.5748 / 4
                }
                let place = 4 * quarter + row * (width / 2) + column
                planes[place] = UInt8((128 + 224 * u).rounded())
                planes[place + quarter] = UInt8((128 + 224 * v).rounded())
            }
        }
        (self.width, self.height, self.planes) = (width, height, planes)
    }

    /// Returns `nil` if the number of bytes is wrong.
    init?(width: Int, height: Int, planes: [UInt8]) {
        guard planes.count == width * height * 3 / 2 else { return nil }
        (self.width, self.height, self.planes) = (width, height, planes)
    }

    /// Returns the colour of a pixel with the chroma sample that covers it. Values may be outside 0...1.
    func colour(_ x: Int, _ y: Int) -> Colour {
        let luma = (Double(planes[y * width + x]) - 16) / 219
        let chroma = { (plane: Int) in
            let start = width * height * (plane + 3) / 4
            return (Double(planes[start + y / 2 * (width / 2) + x / 2]) - 128) / 224
        }
        let (u, v) = (chroma(1), chroma(2))
        return (luma + 1.5748 * v, luma - 0.18733 * u - 0.46813 * v, luma + 1.8556 * u)
    }

    /// Returns the samples of a square of four pixels: four of Y, one of U and one of V.
    func square(_ column: Int, _ row: Int) -> [UInt8] {
        let (first, quarter) = (2 * row * width + 2 * column, width * height / 4)
        let chroma = 4 * quarter + row * (width / 2) + column
        return [first, first + 1, first + width, first + width + 1, chroma, chroma + quarter].map { planes[$0] }
    }

    /// The picture as RGB, 0...255, for display.
    var rgb: [UInt8] {
        (0..<height).flatMap { y in
            (0..<width).flatMap { x -> [UInt8] in
                let colour = colour(x, y)
                return [colour.red, colour.green, colour.blue].map { UInt8((max(0, min(1, $0)) * 255).rounded()) }
            }
        }
    }

    /// The grey picture for the PNG file, of `width` x `height * 3 / 2`.
    var grey: [UInt8] {
        let (half, quarter) = (width / 2, width * height / 4)
        var bytes = Array(planes[..<(4 * quarter)])
        for row in 0..<height / 2 {
            for plane in 4...5 {
                let start = plane * quarter + row * half
                bytes += planes[start..<start + half]
            }
        }
        return bytes
    }

    /// Returns the greatest difference of a sample and the mean difference of all samples.
    func difference(from grey: some Collection<UInt8>) -> (greatest: Int, mean: Double) {
        let (greatest, sum) = zip(self.grey, grey).reduce((0, 0)) { sums, samples in
            let difference = abs(Int(samples.0) - Int(samples.1))
            return (max(sums.0, difference), sums.1 + difference)
        }
        return (greatest, Double(sum) / Double(max(1, planes.count)))
    }
}
