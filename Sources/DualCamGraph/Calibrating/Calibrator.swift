internal import Dispatch
internal import DualCamConfig
package import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Synchronization

/// Measures what work costs on this machine. Everything here blocks: call it away from the cooperative pool.
package enum Calibrator {
    /// Runs the trials one after the other.
    ///
    /// - Parameters:
    ///   - folder: for pictures of some 50 MB in all, which are deleted again; it must exist.
    ///   - progress: called before each trial with its number and its name.
    /// - Returns: CPU seconds per frame by the trial's name, and the names of those that failed, with the reason.
    ///
    /// Throws `outputNotCreated` where the pictures cannot be written.
    package static func measure(
        _ trials: [CalibrationTrial], in folder: String, progress: (Int, String) -> Void
    ) throws(GraphFailure) -> (costs: [String: Double], failures: [String: String]) {
        let store = TrialPictureCache(in: folder)
        var (costs, failures): ([String: Double], [String: String]) = ([:], [:])
        for (index, trial) in trials.enumerated() {
            progress(index, trial.name)
            do throws(GraphFailure) {
                costs[trial.name] = try TrialRun(trial, store).run().cpu
            } catch {
                if error.code == .outputNotCreated { throw error }
                failures[trial.name] = error.message
            }
        }
        return (costs, failures)
    }

    /// Frames a second that 1, 2 ... `cores` runs of a trial make at once, as multiples of one; stops at eight.
    package static func parallel(
        _ trial: CalibrationTrial, cores: Int, in folder: String
    ) throws(GraphFailure) -> [Double] {
        let store = TrialPictureCache(in: folder)
        var long = trial
        (long.seconds, long.limit) = (0.7, 1.5)
        var rates: [Double] = []
        for count in 1...max(1, min(8, cores)) {
            var runs: [TrialRun] = []
            for _ in 0..<count { runs.append(try TrialRun(long, store)) }
            defer { for run in runs { run.end() } }
            for run in runs { try run.begin() }
            var sum = 0.0
            for run in runs { sum += 1 / max(1e-9, try run.reading().elapsed) }
            rates.append(sum)
        }
        let first = max(1e-9, rates.first ?? 1)
        return rates.map { $0 / first }
    }

    /// Bytes a second that `threads` threads copy together, each in blocks of 32 MB.
    package static func memoryBandwidth(threads: Int) -> Double {
        let (bytes, rounds) = (32_000_000, 6)
        let begin = TrialMeter.clock(CLOCK_MONOTONIC)
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            let from = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
            let to = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
            defer {
                from.deallocate()
                to.deallocate()
            }
            guard let source = from.baseAddress, let target = to.baseAddress else { return }
            memset(source, 1, bytes)
            for _ in 0..<rounds { memcpy(target, source, bytes) }
        }
        let spent = TrialMeter.clock(CLOCK_MONOTONIC) - begin
        // Filling the one and touching the other for the first time count as one round more.
        return Double(bytes * (rounds + 1) * threads) / max(1e-9, spent)
    }

    /// Measures the folder's disk, and its cost for the processor: writes through (`fdatasync`) every 4 MB for about a second,
    /// 512 MB at most, into a file without a name.
    ///
    /// Throws `outputNotCreated` where the folder takes no file.
    package static func disk(_ folder: String) throws(GraphFailure) -> (bytesPerSecond: Double, cpuPerMegabit: Double) {
        let path = "\(folder)/.dualcam-calibration"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path, errno) }
        unlink(path)
        defer { close(descriptor) }
        let block = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let (begin, cpu) = (TrialMeter.clock(CLOCK_MONOTONIC), TrialMeter.clock(CLOCK_PROCESS_CPUTIME_ID))
        var (written, spent) = (0, 0.0)
        while spent < 1, written < 512_000_000 {
            let count = block.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0, fdatasync(descriptor) == 0 else { throw .cannotWrite(path, errno) }
            written += count
            spent = TrialMeter.clock(CLOCK_MONOTONIC) - begin
        }
        let used = TrialMeter.clock(CLOCK_PROCESS_CPUTIME_ID) - cpu
        return (Double(written) / max(1e-9, spent), used / (Double(written) * 8 / 1_000_000))
    }
}
