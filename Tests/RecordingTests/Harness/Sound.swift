import Foundation

/// The sound of a file as samples of one channel.
enum Sound {
    static let rate = 48_000

    /// Returns the samples of an audio track at 48 kHz, mixed to one channel. If `seconds` is given, returns only the
    /// samples in this range.
    static func samples(of path: String, track: Int = 0, seconds: Range<Double>? = nil) async throws -> [Float] {
        let part = seconds.map { ["-ss", "\($0.lowerBound)", "-t", "\($0.upperBound - $0.lowerBound)"] } ?? []
        let decoding = ["-i", path, "-map", "0:a:\(track)", "-ac", "1", "-ar", "\(rate)", "-f", "f32le", "-"]
        let finished = try await Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-nostdin"] + part + decoding)
        return finished.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// Returns the index of each loud sample that follows at least half a second without loud samples.
    static func onsets(in samples: [Float]) -> [Int] {
        let threshold = 0.3 * (samples.map(abs).max() ?? 0)
        let loud = samples.indices.filter { abs(samples[$0]) > threshold }
        return zip([-rate] + loud, loud).filter { $1 - $0 > rate / 2 }.map(\.1)
    }
}
