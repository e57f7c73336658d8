import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

/// The decoded frames of a file, luma only.
struct Frames {
    private let width: Int
    private let height: Int
    private let bytes: [UInt8]

    init(of file: FileSummary, width: Int = Rehearsal.size.width) {
        self.init(of: file.path, width: width, height: Rehearsal.size.height)
    }

    init(of path: String, width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        bytes = output(of: "ffmpeg -v error -nostdin -i '\(path)' -f rawvideo -pix_fmt gray -fps_mode passthrough -")
    }

    var count: Int { bytes.count / (width * height) }

    /// Returns the number that a test camera has written into each of its frames (16 blocks after four fixed ones);
    /// `nil` if there is none.
    func numbers(left: Int = 0) -> [Int?] {
        (0..<count).map { frame in
            let bits = (0..<20).map { level(frame, x: left + $0 * 16 + 8, y: height - 8) > 127 }
            // The four fixed blocks of simplevideomark: dark, bright, dark, bright.
            guard Array(bits.prefix(4)) == [false, true, false, true] else { return nil }
            return bits.dropFirst(4).reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
        }
    }

    /// Returns the value of the brightest pixel in the half of a frame that begins at `left`.
    func brightest(_ frame: Int, left: Int) -> Int {
        let size = Rehearsal.size
        return (0..<size.height).flatMap { y in (0..<size.width).map { level(frame, x: left + $0, y: y) } }.max() ?? 0
    }

    func level(_ frame: Int, x: Int, y: Int) -> Int { Int(bytes[(frame * height + y) * width + x]) }
}

/// Expects that a file is decoded in the same way with the header of its container alone. Many players ignore headers
/// that are repeated within the stream.
/// - Parameter codec: The codec of the file's pictures; only H.264 and H.265 have such headers.
func expectOwnHeader(
    _ file: FileSummary, of codec: VideoCodec, sourceLocation: SourceLocation = #_sourceLocation
) {
    // The parameter sets: the types of NAL units in H.264 and in H.265.
    guard let repeated = [VideoCodec.h264: "7-8", .h265: "32-34"][codec] else { return }
    let raw = "-f rawvideo -pix_fmt gray -fps_mode passthrough -"
    let bare = output(
        of: "ffmpeg -v error -nostdin -i '\(file.path)' -map 0:v -c copy -bsf:v filter_units=remove_types=\(repeated) "
            + "-f matroska - | ffmpeg -v error -i - \(raw)")
    let whole = output(of: "ffmpeg -v error -nostdin -i '\(file.path)' \(raw)")
    #expect(!whole.isEmpty && bare == whole, "\(file)", sourceLocation: sourceLocation)
}

/// Returns true if a file's first picture is a key frame, by ffprobe.
func beginsWithKeyFrame(_ path: String) -> Bool {
    let flags = output(
        of: "ffprobe -v error -select_streams v -read_intervals '%+#1' -show_entries packet=flags -of csv=p=0 '\(path)'"
    )
    return flags.first == UInt8(ascii: "K")
}

/// Returns the durations of a file's streams in seconds, by ffprobe.
func trackLengths(of path: String) -> [Double] {
    let text = output(of: "ffprobe -v error -show_entries stream=duration -of csv=p=0 '\(path)'")
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
}

/// Returns the times of a file's pictures in seconds, in display order, by ffprobe.
func frameTimes(of path: String) -> [Double] {
    let text = output(of: "ffprobe -v error -select_streams v -show_entries packet=pts_time -of csv=p=0 '\(path)'")
    return String(decoding: text, as: UTF8.self).split { !"0123456789.".contains($0) }.compactMap { Double($0) }
        .sorted()
}

/// Expects evenly spaced pictures with none repeated. As many may be missing as were reported lost, but fewer than
/// half.
func expectEven(
    _ file: FileSummary, rate: Double = 30, lost: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
) {
    let times = frameTimes(of: file.path)
    #expect(times.count == file.frames && times.count > 10, "\(file)", sourceLocation: sourceLocation)
    let room = Int(((file.end - file.start) / .seconds(1) * rate).rounded())
    let fewest = max(room - lost, (room + 1) / 2)
    #expect((fewest...room).contains(times.count), "\(file), \(lost) lost", sourceLocation: sourceLocation)
    let places = times.map { ($0 - (times.first ?? 0)) * rate }
    // The file's time base rounds by half a millisecond.
    let odd = places.filter { abs($0 - $0.rounded()) > 0.0005 * rate }
    let isOrdered = zip(places, places.dropFirst()).allSatisfy { $1 - $0 > 0.5 }
    #expect(odd.isEmpty && isOrdered, "\(file): \(times)", sourceLocation: sourceLocation)
}

/// Returns the standard output of a command. A command that hangs is killed after 60 s and named; coreutils' `timeout`
/// then returns 124 or 137.
func output(of command: String, sourceLocation: SourceLocation = #_sourceLocation) -> [UInt8] {
    let limited = ForkServers.inShell + "timeout --kill-after=5 60 " + command
    guard let answer = popen(limited, "r") else { return [] }
    var (all, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
    while case let count = fread(&chunk, 1, chunk.count, answer), count > 0 { all += chunk[..<count] }
    let code = pclose(answer) >> 8
    if code == 124 || code == 137 {
        Issue.record("no end within 60 s: \(command)", sourceLocation: sourceLocation)
    }
    return all
}
