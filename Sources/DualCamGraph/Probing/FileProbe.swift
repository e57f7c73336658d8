public import DualCamPlan
internal import GStreamer

/// Reads a recorded file again, by its container alone.
public enum FileProbe {
    /// What the file holds. Blocks while the file is read. A file that cannot be read has no frames and says why; one
    /// that breaks off has the frames before.
    public static func content(of path: String) -> FileContent {
        guard let demuxer = demuxer(for: path) else {
            return FileContent(frames: 0, problem: "its name ends with none of .mov, .mp4 and .mkv")
        }
        do {
            let scan = try MediaScan.scan(path: path, demuxer: demuxer)
            return content(scan.times, last: scan.lastDuration, problem: scan.problem?.message)
        } catch {
            let reason = (error as? LibraryError)?.message ?? GraphFailure(error, branch: nil).message
            return FileContent(frames: 0, problem: reason)
        }
    }

    private static func demuxer(for path: String) -> String? {
        switch path.split(separator: ".").last?.lowercased() {
        case "mov", "mp4": "qtdemux"
        case "mkv": "matroskademux"
        default: nil
        }
    }

    /// - Parameters:
    ///   - times: presentation times in nanoseconds, in any order.
    ///   - last: how long the latest frame lasts, where that is told.
    static func content(_ times: [Int64], last: Int64?, problem: String?) -> FileContent {
        let sorted = times.sorted()
        guard let first = sorted.first, let end = sorted.last else {
            return FileContent(frames: 0, problem: problem ?? "it holds no frame")
        }
        let distances = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
        let usual = distances.sorted()[safe: distances.count / 2] ?? last ?? 0
        let missing = distances.reduce(0) { sum, distance in
            sum + (usual > 0 ? max(0, Int((Double(distance) / Double(usual)).rounded()) - 1) : 0)
        }
        let frameEnd = last.map { $0 > 0 ? $0 : usual } ?? usual
        var content = FileContent(
            frames: sorted.count, first: first, end: end + frameEnd, missing: missing, problem: problem)
        content.times = sorted
        return content
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
