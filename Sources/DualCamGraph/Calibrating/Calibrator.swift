internal import Dispatch
package import DualCamPlan
internal import Glibc
internal import Kernel
internal import Synchronization

/// Measurements of this machine's CPU cores, memory and disks. All functions block, so they must not be called in
/// Swift's cooperative thread pool.
package enum Calibrator {
    /// Measures the throughput of 1, 2 ... `cores` cores (at most eight) that work simultaneously. Returns each result
    /// as a multiple of one core's throughput. The work resembles an encoder's motion search: it compares pictures that
    /// fit in the cache.
    package static func parallel(cores: Int) -> [Double] {
        let rates = (1...max(1, min(8, cores))).map { count in
            let rounds = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: count) { _ in
                let done = compare(seconds: 0.3)
                rounds.withLock { $0 += done }
            }
            return Double(rounds.withLock { $0 })
        }
        return rates.map { $0 / max(1, rates[0]) }
    }

    /// Compares two pictures repeatedly for `seconds`, and returns the number of comparisons.
    private static func compare(seconds: Double) -> Int {
        let first = (0..<16_384).map { UInt8(truncatingIfNeeded: $0 &* 7919) }
        let second = (0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 104_729) }
        let end = clock(CLOCK_MONOTONIC) + seconds
        var (rounds, sum): (Int, UInt32) = (0, 0)
        while clock(CLOCK_MONOTONIC) < end {
            for place in second.indices {
                let (one, other) = (first[place &+ (rounds & 8191)], second[place])
                sum &+= UInt32(one > other ? one &- other : other &- one)
            }
            rounds += 1
        }
        // Uses the sum, so that the optimizer keeps the computation.
        return sum == 1 ? rounds + 1 : rounds
    }

    /// Measures the memory bandwidth: how many bytes per second `threads` threads copy in total, each in blocks of 32
    /// MB.
    package static func memoryBandwidth(threads: Int) -> Double {
        let (bytes, rounds) = (32_000_000, 6)
        let begin = clock(CLOCK_MONOTONIC)
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
        let spent = clock(CLOCK_MONOTONIC) - begin
        // Filling the source block and touching the target block for the first time count as one more round.
        return Double(bytes * (rounds + 1) * threads) / max(1e-9, spent)
    }

    /// Measures the write speed of the folder's disk, and the CPU time in seconds that writing a megabit takes. Writes
    /// to an unnamed file for about a second, at most 512 MB, with `fdatasync` after every 4 MB.
    ///
    /// - Throws: `outputNotCreated` if no file can be written in the folder.
    package static func disk(_ folder: String) throws(GraphFailure) -> (bytesPerSecond: Double, cpuPerMegabit: Double) {
        let path = "\(folder)/.dualcam-calibration"
        let system = SystemAccess.current
        let descriptor = system.openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path, errno) }
        _ = system.unlinkat(AT_FDCWD, path, 0)
        defer { system.close(descriptor) }
        // Knuth's random number generator (MMIX), whose output no file system can compress.
        var word: UInt64 = 1
        let block = (0..<500_000).map { _ in
            word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return word
        }
        let (begin, cpu) = (clock(CLOCK_MONOTONIC), clock(CLOCK_PROCESS_CPUTIME_ID))
        var (written, spent) = (0, 0.0)
        while spent < 1, written < 512_000_000 {
            let count = block.withUnsafeBytes { system.write(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0, system.fdatasync(descriptor) == 0 else { throw .cannotWrite(path, errno) }
            written += count
            spent = clock(CLOCK_MONOTONIC) - begin
        }
        let used = clock(CLOCK_PROCESS_CPUTIME_ID) - cpu
        return (Double(written) / max(1e-9, spent), used / (Double(written) * 8 / 1_000_000))
    }

    private static func clock(_ identifier: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(identifier, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension GraphFailure {
    fileprivate static func cannotWrite(_ path: String, _ number: Int32) -> GraphFailure {
        GraphFailure(
            .outputNotCreated, message: "\(path) cannot be written: \(String(cString: strerror(number)))",
            advice: "Make room there, or give another folder with --output.")
    }
}
