import Foundation

/// The sound of a file as samples of one channel.
enum Sound {
    static let rate = 48_000

    /// Returns the samples of a track; only those within `seconds` if it is given.
    static func samples(of path: String, track: Int = 0, seconds: Range<Double>? = nil) async throws -> [Float] {
        let part = seconds.map { ["-ss", "\($0.lowerBound)", "-t", "\($0.upperBound - $0.lowerBound)"] } ?? []
        let decoding = ["-i", path, "-map", "0:a:\(track)", "-ac", "1", "-ar", "\(rate)", "-f", "f32le", "-"]
        let finished = try await Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-nostdin"] + part + decoding)
        return finished.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// Returns the indices of loud samples after at least half a second of silence.
    static func onsets(in samples: [Float]) -> [Int] {
        let threshold = 0.3 * (samples.map(abs).max() ?? 0)
        let loud = samples.indices.filter { abs(samples[$0]) > threshold }
        return zip([-rate] + loud, loud).filter { $1 - $0 > rate / 2 }.map(\.1)
    }
}
