/// The costs of pieces of work on a machine: measured by `dualcam calibrate`, or the coarse figures that are built in.
///
/// `isMeasured` says which of the two it is, `margin` how far it can be off. `diskBytesPerSecond` and
/// `memoryBytesPerSecond` are known of a measured table only; `CostTable.disk(for:)` finds the folder that counts.
package struct CostTable: Sendable, Equatable {
    /// CPU time of one piece of work: the sum of four parts.
    package struct Work: Sendable, Equatable, Codable {
        /// CPU seconds per megapixel (of sound: per million samples).
        package var perMegapixel: Double
        /// CPU seconds per frame, whatever its size.
        package var perFrame: Double
        /// CPU seconds per megabit of the encoded stream.
        package var perMegabit: Double
        /// CPU seconds per second, whatever comes.
        package var perSecond: Double

        /// As `dualcam calibrate` prints and keeps them.
        private enum CodingKeys: String, CodingKey {
            case perMegapixel = "megapixel"
            case perFrame = "frame"
            case perMegabit = "megabit"
            case perSecond = "second"
        }

        package init(
            perMegapixel: Double = 0, perFrame: Double = 0, perMegabit: Double = 0, perSecond: Double = 0
        ) {
            (self.perMegapixel, self.perFrame) = (perMegapixel, perFrame)
            (self.perMegabit, self.perSecond) = (perMegabit, perSecond)
        }
    }

    /// Costs by the piece of work (`WorkName`): `encode x264 veryfast`, `decode mjpeg`, `compose scaled`.
    package var work: [String: Work]
    /// The share by which the figures can be wrong either way.
    package var margin: Double
    /// `false`: the built-in table.
    package var isMeasured: Bool
    /// Work done by 1, 2, 3 ... cores at once, as multiples of what one does; empty: not measured.
    package var parallel: [Double]
    /// The cost of encoding a drawn picture (most test pictures, empty places) beside that of a camera's. The built-in table takes
    /// every picture for a camera's.
    package var drawn = 1.0
    /// Bytes a second that a folder's disk takes, written through, by the folder's absolute path.
    package var diskBytesPerSecond: [String: Double]
    /// Bytes a second that all cores together copy in memory: read once and written once.
    package var memoryBytesPerSecond: Double?

    package init(
        work: [String: Work] = [:], margin: Double, isMeasured: Bool, parallel: [Double] = [],
        diskBytesPerSecond: [String: Double] = [:], memoryBytesPerSecond: Double? = nil
    ) {
        (self.work, self.margin, self.isMeasured, self.parallel) = (work, margin, isMeasured, parallel)
        (self.diskBytesPerSecond, self.memoryBytesPerSecond) = (diskBytesPerSecond, memoryBytesPerSecond)
    }

    /// Bytes a second of the measured folder that holds `path` (absolute), the nearest above it; `nil`: none was measured.
    package func disk(for path: String) -> Double? {
        let holding = diskBytesPerSecond.keys.filter { path == $0 || path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
        return holding.max { $0.utf8.count < $1.utf8.count }.flatMap { diskBytesPerSecond[$0] }
    }
}

/// The amount of a piece of work that there is in a second.
package struct WorkAmount: Sendable, Equatable {
    package var megapixels: Double
    package var frames: Double
    package var megabits: Double

    package init(megapixels: Double = 0, frames: Double = 0, megabits: Double = 0) {
        (self.megapixels, self.frames, self.megabits) = (megapixels, frames, megabits)
    }
}

extension CostTable.Work {
    /// Cores that so much work keeps busy.
    package func cores(_ amount: WorkAmount) -> Double {
        perMegapixel * amount.megapixels + perFrame * amount.frames + perMegabit * amount.megabits + perSecond
    }
}

extension CostTable {
    /// Cores that so much of the first piece of work in `names` that is known keeps busy. What was not measured is taken
    /// from the built-in table; what stands nowhere costs nothing.
    func cores(_ names: [String], _ amount: WorkAmount) -> Double {
        let known = names.lazy.compactMap { work[$0] }.first ?? names.lazy.compactMap { Self.builtIn.work[$0] }.first
        return known?.cores(amount) ?? 0
    }

    func cores(_ name: String, _ amount: WorkAmount) -> Double { cores([name], amount) }
}
