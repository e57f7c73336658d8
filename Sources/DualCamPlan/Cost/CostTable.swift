/// What pieces of work cost on a machine: measured by `dualcam calibrate`, or the coarse figures that are built in.
public struct CostTable: Sendable, Equatable {
    /// CPU time of one piece of work.
    public struct Work: Sendable, Equatable {
        /// CPU seconds per megapixel.
        public var perMegapixel: Double
        /// CPU seconds per frame, whatever its size.
        public var perFrame: Double

        public init(perMegapixel: Double, perFrame: Double = 0) {
            (self.perMegapixel, self.perFrame) = (perMegapixel, perFrame)
        }
    }

    /// By the piece of work: `encode x264 veryfast`, `decode mjpeg`, `compose scaled`.
    public var work: [String: Work]
    /// The share by which the figures can be wrong either way.
    public var margin: Double
    /// `false`: the built-in table.
    public var isMeasured: Bool
    /// Frames encoded a second by 1, 2, 3 ... encoders at once, as multiples of one encoder's; empty: not measured.
    public var parallel: [Double]
    /// Bytes a second that a folder's disk takes, written through, by the folder's path.
    public var diskBytesPerSecond: [String: Double]
    /// Bytes a second that all cores together copy in memory.
    public var memoryBytesPerSecond: Double?

    public init(
        work: [String: Work] = [:], margin: Double, isMeasured: Bool, parallel: [Double] = [],
        diskBytesPerSecond: [String: Double] = [:], memoryBytesPerSecond: Double? = nil
    ) {
        (self.work, self.margin, self.isMeasured, self.parallel) = (work, margin, isMeasured, parallel)
        (self.diskBytesPerSecond, self.memoryBytesPerSecond) = (diskBytesPerSecond, memoryBytesPerSecond)
    }

    /// Coarse figures of one core of a 2023 server.
    public static let builtIn = CostTable(margin: 0.5, isMeasured: false)
}
