import Glibc

/// The load of other programs during a measurement: their work makes ours dearer.
struct OtherLoad {
    /// Up to this share of the machine, figures are good.
    private static let harmless = 0.1

    private let files: any FileView
    private let cores: Int
    private var start: (time: Double, busy: Double, own: Double)?

    init(_ files: any FileView, cores: Int) {
        (self.files, self.cores) = (files, cores)
        begin()
    }

    /// Begins to measure, or begins anew.
    mutating func begin() { start = Self.now(files) }

    /// The share of the machine that others have kept busy since the beginning, where it harms; `nil` where it does not, or
    /// the system does not tell.
    var harm: Double? {
        guard let start, let end = Self.now(files), end.time > start.time else { return nil }
        let others = (end.busy - start.busy) - (end.own - start.own)
        let share = others / (end.time - start.time) / Double(max(1, cores))
        return share > Self.harmless ? min(1, share) : nil
    }

    /// Seconds: of any clock, of all cores (the first line of `/proc/stat`, without idle and waiting time; stolen time counts),
    /// and of this process with the children that have ended.
    private static func now(_ files: any FileView) -> (time: Double, busy: Double, own: Double)? {
        let text = files.bytes(of: "/proc/stat", limit: 4096).map { String(decoding: $0, as: UTF8.self) }
        guard let words = text?.split(separator: "\n").first?.split(separator: " "), words.first == "cpu" else {
            return nil
        }
        let ticks = words.dropFirst().prefix(8).compactMap { Double($0) }
        guard ticks.count == 8 else { return nil }
        var children = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &children)
        let own = clock(CLOCK_PROCESS_CPUTIME_ID) + seconds(children.ru_utime) + seconds(children.ru_stime)
        let busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7]
        return (clock(CLOCK_MONOTONIC), busy / Double(max(1, sysconf(Int32(_SC_CLK_TCK)))), own)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static func clock(_ identifier: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(identifier, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
