import DualCamPlan
import Glibc
import Testing

/// The first channel of a file with 48,000 samples per second.
struct RecordedTone {
    struct Tone {
        var frequency: Double
        var amplitude: Double
        /// The phase at sample 0, in radians.
        var phase: Double

        func sample(_ index: Int) -> Double {
            amplitude * sin(2 * Double.pi * frequency * Double(index) / 48_000 + phase)
        }
    }

    let samples: [Double]
    /// The running time of sample 0, in seconds.
    private var start: Double
    /// The first sample that is certainly recorded.
    let begin = 2048

    /// - Parameter track: The number of the audio track in the file.
    init(_ file: FileSummary, track: Int = 0) throws {
        let path = file.path
        let bytes = output(of: "ffmpeg -v error -nostdin -i '\(path)' -map 0:a:\(track) -ac 2 -f s16le -")
        samples = bytes.withUnsafeBytes { raw in
            stride(from: 0, to: raw.count / 2, by: 2).map {
                Double(raw.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) / 32_768
            }
        }
        start =
            Double(file.start.nanoseconds) / 1e9 + (try Self.begin("a:\(track)", path)) - (try Self.begin("v", path))
    }

    /// Returns the time at which a file's stream begins, in seconds.
    private static func begin(_ stream: String, _ path: String) throws -> Double {
        let text = output(
            of: "ffprobe -v error -select_streams \(stream) -show_entries stream=start_time -of csv=p=0 '\(path)'")
        return try #require(Double(String(decoding: text, as: UTF8.self).prefix { !$0.isNewline && $0 != "," }))
    }

    /// Corrects the times: all samples are `count` samples earlier than they were.
    mutating func move(by count: Int) { start -= Double(count) / 48_000 }

    func place(_ time: RunningTime) -> Int { Int(((Double(time.nanoseconds) / 1e9 - start) * 48_000).rounded()) }

    /// Returns amplitude and phase of a frequency in these samples.
    func tone(_ frequency: Double, in range: Range<Int>) -> Tone {
        let step = 2 * Double.pi * frequency / 48_000
        // Uses whole periods of the tone.
        let count = range.count / 1200 * 1200
        var (real, imaginary) = (0.0, 0.0)
        for index in range.lowerBound..<(range.lowerBound + count) {
            real += samples[index] * cos(step * Double(index))
            imaginary += samples[index] * sin(step * Double(index))
        }
        let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(max(1, count))
        return Tone(frequency: frequency, amplitude: amplitude, phase: atan2(real, imaginary))
    }

    /// Returns the first sample from `index` on that differs from the tone by more than rounding.
    func firstDifference(from tone: Tone, at index: Int) -> Int? {
        samples.indices[index...].first { abs(samples[$0] - tone.sample($0)) > 0.0002 }
    }

    /// Returns the length of the longest silence, in samples.
    func longestSilence(in range: Range<Int>) -> Int {
        var (longest, now) = (0, 0)
        for sample in samples[range] {
            now = abs(sample) < 0.0001 ? now + 1 : 0
            longest = max(longest, now)
        }
        return longest
    }
}
