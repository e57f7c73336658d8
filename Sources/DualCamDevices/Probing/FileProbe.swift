package import DualCamPlan
internal import GStreamer

/// Inspects a recorded file by reading its container, without decoding.
package enum FileProbe {
    /// Reads a recorded file. Returns its number of frames, their times, and the program that wrote the file. Blocks.
    /// For a file that cannot be read, returns no frames and a problem. For a truncated file, returns the frames up to
    /// its end.
    ///
    /// - Parameter name: the file's name, whose extension determines the container; `nil` if `path` ends with that
    ///   extension.
    package static func content(of path: String, named name: String? = nil) -> FileContent {
        do {
            let demuxer = try demuxer(of: name ?? path)
            let scan = try MediaScan.scan(path: path, demuxer: demuxer)
            var content = content(scan.times, last: scan.lastDuration, problem: scan.problem?.message)
            if scan.times.isEmpty, demuxer == "qtdemux", let own = MovieIndex.pictures(of: path) {
                content = Self.content(own.times, last: own.last, problem: scan.problem?.message)
            }
            let program = scan.tags["application-name"] ?? scan.tags["encoder"]
            content.origin = FileOrigin(
                title: scan.tags["title"], program: MatroskaHead.isOurs(path) ? FileOrigin.program : program,
                begun: scan.tags["datetime"])
            return content
        } catch {
            return FileContent(frames: 0, problem: GraphFailure(error, branch: nil).message)
        }
    }

    /// Returns the name of the GStreamer demuxer for a file of this name: mov, mp4 or mkv. Throws `fault` for other
    /// names.
    package static func demuxer(of name: String) throws(GraphFailure) -> String {
        switch name.split(separator: ".").last?.lowercased() {
        case "mov", "mp4": return "qtdemux"
        case "mkv": return "matroskademux"
        default: throw GraphFailure(.fault, message: "its name ends with none of .mov, .mp4 and .mkv")
        }
    }

    /// Returns the time of the first frame of a recorded file, in nanoseconds. Blocks while the file's beginning is
    /// read.
    ///
    /// - Throws: `diskFailed` if the file cannot be opened or has no picture.
    package static func firstFrame(of path: String) throws(GraphFailure) -> Int64 {
        do throws(GraphFailure) {
            let demuxer = try Self.demuxer(of: path)
            if let first = try translating({ try MediaScan.firstFrame(of: path, demuxer: demuxer) }) { return first }
        } catch {
            throw .unread(path, error.message)
        }
        throw .unread(path, "it has no picture")
    }

    /// Returns the sample rate in hertz and the number of channels of each audio track of a file. Blocks. Throws
    /// `fault` if the file cannot be read.
    package static func soundForms(of path: String) throws(GraphFailure) -> [(rate: Int, channels: Int)] {
        let info = try translating { try MediaInfo.probe(path: path) }
        return info.audio.compactMap { caps in
            guard let form = caps.structures.first, let rate = form.int("rate"), let channels = form.int("channels")
            else { return nil }
            return (rate, channels)
        }
    }

    /// Returns the length of a media file in nanoseconds, as its container declares it. Blocks. Throws `fault` if the
    /// file cannot be read.
    package static func length(of path: String) throws(GraphFailure) -> Int64 {
        try translating { Int64(clamping: try MediaInfo.probe(path: path).duration) }
    }

    /// Returns a description of a file's content, calculated from the times of its frames. If the interval between two
    /// frames is a multiple of the usual one, frames are missing.
    ///
    /// - Parameters:
    ///   - times: presentation times in nanoseconds, in any order.
    ///   - last: the duration of the latest frame in nanoseconds; `nil` if unknown.
    package static func content(_ times: [Int64], last: Int64?, problem: String?) -> FileContent {
        let sorted = times.sorted()
        guard let first = sorted.first, let end = sorted.last else {
            return FileContent(frames: 0, problem: problem ?? "it holds no frame")
        }
        let distances = zip(sorted.dropFirst(), sorted).map { $0 -| $1 }
        let usual = distances.sorted()[safe: distances.count / 2] ?? last ?? 0
        let missing = distances.reduce(0) { sum, distance in
            sum +| (usual > 0 ? max(0, Int(saturating: Double(distance) / Double(usual)) -| 1) : 0)
        }
        let frameEnd = last.map { $0 > 0 ? $0 : usual } ?? usual
        var content = FileContent(
            frames: sorted.count, first: first, end: end +| frameEnd, missing: missing, problem: problem)
        content.times = sorted
        return content
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

/// The header of a Matroska file, which names the program that wrote the file. GStreamer's demuxer does not report that
/// name.
private enum MatroskaHead {
    /// The number of bytes to read from a Matroska file. matroskamux writes the segment's header within the first
    /// kilobyte.
    private static let length = 4096

    /// Returns true if the file's WritingApp element (RFC 9559) names dualcam. Returns false if the file is not
    /// Matroska.
    static func isOurs(_ path: String) -> Bool {
        let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
        guard let bytes = SmallFile.bytes(of: path, upTo: length), bytes.starts(with: header) else { return false }
        let name = Array(FileOrigin.program.utf8)
        // matroskamux includes the terminating zero in the length of a text.
        let element: [UInt8] = [0x57, 0x41, 0x80 | UInt8(name.count + 1)] + name
        return bytes.firstRange(of: element) != nil
    }
}
