import Glibc
import Testing
import DualCamConfig
import DualCamPlan

/// The colours of a file's decoded frames.
struct ColourFrames {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    /// - Parameter path: The path of a recording or a picture.
    init(of path: String, _ size: FrameSize) {
        (width, height) = (size.width, size.height)
        bytes = output(of: "ffmpeg -v error -i '\(path)' -f rawvideo -pix_fmt rgb24 -fps_mode passthrough -")
    }

    var count: Int { bytes.count / (width * height * 3) }

    /// Returns the red, green and blue values of a pixel.
    func levels(_ frame: Int, _ x: Int, _ y: Int) -> [Int] {
        let place = ((frame * height + y) * width + x) * 3
        return bytes[place..<place + 3].map(Int.init)
    }

    func paint(_ frame: Int, _ x: Int, _ y: Int) -> Paint { Paint(levels(frame, x, y)) }

    /// Returns the similarity of a frame to one of another file in decibels; infinity if they are equal.
    func ratio(_ frame: Int, to other: ColourFrames, _ otherFrame: Int) -> Double {
        let size = width * height * 3
        let own = bytes[frame * size..<(frame + 1) * size]
        let others = other.bytes[otherFrame * size..<(otherFrame + 1) * size]
        let error = zip(own, others).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        return 10 * log10(255 * 255 * Double(size) / Double(error))
    }
}

enum Paint: String {
    case red, green, blue, black, white, other

    init(_ levels: [Int]) {
        switch levels.map({ $0 > 140 ? "1" : $0 < 100 ? "0" : "-" }).joined() {
        case "100": self = .red
        case "010": self = .green
        case "001": self = .blue
        case "000": self = .black
        case "111": self = .white
        default: self = .other
        }
    }
}
