import Foundation

/// A frame of a file as RGB values.
struct Picture: Sendable {
    var width: Int
    var height: Int
    var bytes: [UInt8]

    /// Reads the frame that is shown at a time, in seconds from the start of the file.
    init(of path: String, width: Int, height: Int, at seconds: Double = 1) async throws {
        let arguments = [
            "-v", "error", "-nostdin", "-ss", "\(seconds)", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt",
            "rgb24",
            "-",
        ]
        let finished = try await Tool.run("/usr/bin/ffmpeg", arguments)
        (self.width, self.height, bytes) = (width, height, Array(finished.output))
        guard bytes.count == width * height * 3 else { throw Judgement.Failure(text: finished.errors) }
    }

    /// Returns the red, green or blue value (channel 0, 1 or 2) of a pixel.
    func level(x: Int, y: Int, of channel: Int) -> Int { Int(bytes[(y * width + x) * 3 + channel]) }

    /// Returns the name of a pixel's colour; `nil` if it is not a plain colour.
    func colour(x: Int, y: Int) -> Paint? {
        Paint(red: level(x: x, y: y, of: 0), green: level(x: x, y: y, of: 1), blue: level(x: x, y: y, of: 2))
    }
}

/// Every frame of a file, reduced to one pixel in ten in both directions. The lowest lines, which have the counters,
/// are left out.
struct Thumbnails: Sendable {
    private static let (width, height) = (32, 14)
    /// The limits of a change. A value has changed if it differs by more than `step`. A frame has changed if more than
    /// 1/`share` of its values have. Counters within the picture and a lossy codec change fewer.
    private static let (step, share) = (40, 20)

    private var frames: [ArraySlice<UInt8>]

    /// Reads the frames of a file with 320x180 pixels.
    init(of path: String) async throws {
        let filter = "crop=320:140:0:0,scale=\(Self.width):\(Self.height):flags=neighbor"
        let arguments = [
            "-v", "error", "-nostdin", "-i", path, "-vf", filter, "-fps_mode", "passthrough", "-f", "rawvideo",
            "-pix_fmt", "rgb24", "-",
        ]
        let bytes = Array(try await Tool.run("/usr/bin/ffmpeg", arguments).output)
        let size = Self.width * Self.height * 3
        frames = stride(from: 0, to: bytes.count - size + 1, by: size).map { bytes[$0..<$0 + size] }
    }

    /// The numbers of the frames that differ from the frame before.
    var changes: [Int] {
        zip(frames, frames.dropFirst()).enumerated().filter { _, pair in
            let changed = zip(pair.0, pair.1).filter { abs(Int($0) - Int($1)) > Self.step }.count
            return changed > Self.width * Self.height * 3 / Self.share
        }.map { $0.offset + 1 }
    }
}

/// The plain colours of the test cameras.
enum Paint: String, Sendable {
    case red, green, blue, white, black

    /// Creates the plain colour of a pixel from its values, 0 to 255; returns `nil` for other colours. A lossy codec
    /// changes each value by a few steps, which are tolerated.
    init?(red: Int, green: Int, blue: Int) {
        switch (red > 190, green > 190, blue > 190, red < 60, green < 60, blue < 60) {
        case (true, _, _, _, true, true): self = .red
        case (_, true, _, true, _, true): self = .green
        case (_, _, true, true, true, _): self = .blue
        case (true, true, true, _, _, _): self = .white
        case (_, _, _, true, true, true): self = .black
        default: return nil
        }
    }
}
