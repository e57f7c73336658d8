import Foundation

/// A frame of a file in its stored values, one per component and pixel, with their meaning.
struct StoredPicture: Sendable {
    /// The weights of red and blue in luma, and whether luma uses the full range 0...255.
    struct Space: Sendable {
        var red: Double
        var blue: Double
        var isFullRange: Bool
    }

    /// The meaning of the stored values, if they are luma and chroma; `nil` if they are red, green and blue, 0...255.
    var space: Space?
    private var width: Int
    private var planes: [ArraySlice<UInt8>]

    /// Reads the frame that is shown at a time, in seconds from the start of the file.
    init(of path: String, width: Int, height: Int, at seconds: Double) async throws {
        space = try await Self.space(of: path)
        let stored = space.map { $0.isFullRange ? "yuvj444p" : "yuv444p" } ?? "gbrp"
        let arguments = [
            "-v", "error", "-nostdin", "-ss", "\(seconds)", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt",
            stored, "-",
        ]
        let finished = try await Tool.run("/usr/bin/ffmpeg", arguments)
        let (bytes, size) = (Array(finished.output), width * height)
        guard bytes.count == 3 * size else { throw Judgement.Failure(text: finished.errors) }
        self.width = width
        planes = (space == nil ? [2, 0, 1] : [0, 1, 2]).map { bytes[$0 * size..<($0 + 1) * size] }
    }

    private static func space(of path: String) async throws -> Space? {
        let fields = "stream=pix_fmt,color_range,color_space"
        let arguments = ["-v", "error", "-select_streams", "v", "-show_entries", fields, "-of", "json", path]
        struct Probed: Decodable {
            struct Stream: Decodable {
                var pix_fmt: String
                var color_range: String?
                var color_space: String?
            }
            var streams: [Stream]
        }
        let probed = try JSONDecoder().decode(
            Probed.self, from: try await Tool.run("/usr/bin/ffprobe", arguments).output)
        guard let stream = probed.streams.first else { throw Judgement.Failure(text: "\(path) has no picture") }
        guard stream.pix_fmt.hasPrefix("yuv") || stream.pix_fmt.hasPrefix("yuyv") else { return nil }
        let isHigh = stream.color_space == "bt709"
        return Space(
            red: isHigh ? 0.2126 : 0.299, blue: isHigh ? 0.0722 : 0.114, isFullRange: stream.color_range == "pc")
    }

    /// Returns the three stored values of a pixel.
    func numbers(x: Int, y: Int) -> [Double] { planes.map { Double($0[$0.startIndex + y * width + x]) } }

    /// Returns red, green and blue of a pixel, each from 0 to 1.
    func colour(x: Int, y: Int) -> [Double] {
        let all = numbers(x: x, y: y)
        guard let space else { return all.map { $0 / 255 } }
        let luma = space.isFullRange ? all[0] / 255 : (all[0] - 16) / 219
        let (u, v) = (
            (all[1] - 128) / (space.isFullRange ? 255 : 224), (all[2] - 128) / (space.isFullRange ? 255 : 224)
        )
        let (red, blue) = (luma + 2 * (1 - space.red) * v, luma + 2 * (1 - space.blue) * u)
        return [red, (luma - space.red * red - space.blue * blue) / (1 - space.red - space.blue), blue]
    }

    /// Returns the stored values, not rounded, for a colour given as red, green and blue, each from 0 to 1.
    func exact(_ colour: [Double]) -> [Double] {
        guard let space else { return colour.map { $0 * 255 } }
        let luma = space.red * colour[0] + (1 - space.red - space.blue) * colour[1] + space.blue * colour[2]
        let chroma = space.isFullRange ? 255.0 : 224
        return [
            space.isFullRange ? 255 * luma : 16 + 219 * luma,
            128 + chroma * (colour[2] - luma) / (2 * (1 - space.blue)),
            128 + chroma * (colour[0] - luma) / (2 * (1 - space.red)),
        ]
    }
}
