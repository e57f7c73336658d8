import DualCamConfig
import DualCamPlan

/// The times at which an output's frames are due, in recorded time (running time without pauses).
struct FrameGrid: Equatable {
    /// The recorded time of the frame with index 0, in nanoseconds.
    var origin: Int64
    var rate: FrameRate

    func time(of index: Int) -> Int64 {
        origin + Int64(index) * 1_000_000_000 * Int64(rate.denominator) / Int64(rate.numerator)
    }

    /// Returns the index of the first frame at or after a time.
    func index(from time: Int64) -> Int {
        guard time > origin else { return 0 }
        let step = 1_000_000_000 * Int64(rate.denominator)
        var index = Int((time - origin) * Int64(rate.numerator) / step)
        while self.time(of: index) < time { index += 1 }
        while index > 0, self.time(of: index - 1) >= time { index -= 1 }
        return index
    }
}

/// The simulated content of a recorded file: which frames it has, and how many of them survive a crash or a power cut.
struct MediaFile {
    /// A range of consecutive frames on the grid that was recorded at a fixed fraction of the frame rate.
    struct Run: Equatable {
        var from: Int
        var to: Int
        var share: RateShare

        func holds(_ index: Int) -> Bool {
            switch share {
            case .full: true
            case .twoThirds: (index - from) % 3 != 2
            case .half, .third, .quarter, .sixth: (index - from) % distance == 0
            }
        }

        /// The distance between recorded frames if only one of several frames is recorded.
        private var distance: Int { Int((1 / share.fraction).rounded()) }

        var frames: Int { frames(before: to) }

        func frames(before end: Int) -> Int {
            let count = max(0, min(end, to) - from)
            return switch share {
            case .full: count
            case .twoThirds: count - count / 3
            case .half, .third, .quarter, .sixth: (count + distance - 1) / distance
            }
        }
    }

    static let bytesPerFrame: Int64 = 40_000
    static let head: Int64 = 4_096

    let output: OutputName
    var grid: FrameGrid
    var runs: [Run] = []
    /// The index before which frames survive if the process is killed.
    var flushed = 0
    /// The index before which frames survive a power cut.
    var synced = 0
    /// True once the end of the file, such as its index of frames, has been written.
    var isClosed = false
    var begun: Int64
    /// A number that changes with every change of the content, so that the digest changes too.
    var version = 0

    var frames: Int { runs.reduce(0) { $0 + $1.frames } }
    var first: Int? { runs.first?.from }
    var bytes: Int64 { Self.head + Int64(frames) * Self.bytesPerFrame }

    /// The index after the last frame; `nil` if the file has no frames.
    var end: Int? {
        guard let last = runs.last else { return nil }
        var index = last.to
        while index > last.from, !last.holds(index - 1) { index -= 1 }
        return index
    }

    /// The number of frames between the first and the last one that were left out on purpose, because only a fraction
    /// of the frame rate was recorded.
    var leftOut: Int {
        let end = end ?? 0
        return runs.reduce(0) { $0 + min($1.to, end) - $1.from - $1.frames }
    }

    var lost: Int {
        guard let first, let end else { return 0 }
        return end - first - leftOut - frames
    }

    mutating func write(_ from: Int, _ to: Int, _ share: RateShare) {
        guard from < to else { return }
        version += 1
        if let last = runs.last, last.to == from, last.share == share {
            runs[runs.count - 1].to = to
        } else {
            runs.append(Run(from: from, to: to, share: share))
        }
    }

    /// Removes all frames from `index` on.
    mutating func cut(to index: Int) {
        runs = runs.compactMap { run in
            var run = run
            run.to = min(run.to, index)
            return run.from < run.to ? run : nil
        }
        version += 1
    }

    /// The content as a demuxer would report it.
    var content: FileContent {
        guard let first, let end else { return FileContent(frames: 0, problem: "it holds no frame") }
        let start = grid.time(of: first)
        var content = FileContent(frames: frames, first: 0, end: grid.time(of: end) - start)
        content.missing = end - first - frames
        if runs.contains(where: { $0.share < .full }) {
            content.times = runs.flatMap { run in
                (run.from..<run.to).filter(run.holds).map { grid.time(of: $0) - start }
            }
        }
        if !isClosed { content.problem = "it was cut off" }
        content.origin = FileOrigin(output: output.rawValue)
        return content
    }

    /// A digest that depends on the content alone.
    var digest: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ number: Int64) { hash = (hash ^ UInt64(bitPattern: number)) &* 0x0000_0100_0000_01B3 }
        mix(grid.origin)
        for run in runs { for number in [run.from, run.to, run.frames] { mix(Int64(number)) } }
        for byte in output.rawValue.utf8 { mix(Int64(byte)) }
        let text = String(hash, radix: 16)
        return String(repeating: text, count: 64 / text.count + 1).prefix(64).description
    }
}
