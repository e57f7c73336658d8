internal import DualCamDevices
import DualCamGraph
import DualCamPlan
package import DualCamProcess
import DualCamRecordings
import Glibc

/// Makes the measurements of `dualcam calibrate`.
package struct CalibrationRun: Sendable {
    let place: ProcessEnvironment
    let store: CalibrationStore
    let output: String?
    /// The function that receives the progress of the calibration in percent; `nil` to print the progress on standard
    /// error.
    package var listener: (@Sendable (Int) -> Void)?

    /// Creates a calibration run, which does not begin yet.
    ///
    /// - Parameters:
    ///   - output: The folder whose disk is measured; `nil` for the default recording folder.
    ///   - listener: Receives the progress in percent; `nil` to print the progress on standard error.
    package init(
        place: ProcessEnvironment, store: CalibrationStore, output: String? = nil,
        listener: (@Sendable (Int) -> Void)? = nil
    ) {
        (self.place, self.store, self.output, self.listener) = (place, store, output, listener)
    }

    private var folder: String { store.folder + Self.stem + "\(getpid())" }

    /// Measures this machine and makes the sample recordings. Does not store the result.
    ///
    /// - Throws: `unavailable` if a sample is not recorded to its end, or another failure if a file cannot be written.
    package func measure() async throws(CommandFailure) -> CalibrationFile {
        let facts = try await BlockingCalls.perform { () throws(CommandFailure) in MachineProbe.facts() }
        let samples = LiveMeasurement.samples(on: facts)
        clearAway()
        FileWriting.makeFolder(folder)
        defer { FileWriting.removeFolder(folder, place.files) }
        let progress = CalibrationProgress(place, steps: samples.count + 3, listener: listener)
        var table = CostTable.measured(on: facts)
        try await measureMachine(&table, facts, progress)
        let disturbance = try await record(samples, for: &table, in: folder, progress)
        progress.end()
        var notes: [String] = []
        if disturbance > SteadyCPUUsage.harmless {
            table.margin = 0.5
            notes.append(
                "Other programs kept \(Wording.number(disturbance * 100, fractionDigits: 0)) % of this machine busy meanwhile, so "
                    + "that the figures may be too high: measure again while nothing else runs.")
        }
        return CalibrationFile(table, of: .ofThisMachine(facts), date: Self.now(), notes: notes)
    }

    private static let stem = "/calibrating-"

    /// Ends the calibration early: kills its recordings and deletes their files.
    package func abandon() {
        for process in ProcessTree(root: getpid(), files: place.files).descendants { kill(process, SIGKILL) }
        FileWriting.removeFolder(folder, place.files)
    }

    /// Deletes the files of earlier calibrations whose processes were killed.
    private func clearAway() {
        for name in place.files.names(in: store.folder) {
            guard ("/" + name).hasPrefix(Self.stem), let owner = Int32(name.dropFirst(Self.stem.count - 1)),
                kill(owner, 0) != 0, errno == ESRCH
            else { continue }
            FileWriting.removeFolder(store.folder + "/" + name, place.files)
        }
    }

    /// Measures how the throughput grows with the number of cores, the memory bandwidth, and the disk speed. Adds the
    /// results to the cost table.
    private func measureMachine(
        _ table: inout CostTable, _ facts: MachineFacts, _ progress: CalibrationProgress
    ) async throws(CommandFailure) {
        let disk = place.nearestFolder(output ?? place.environment["HOME", default: ""] + "/Videos/DualCam")
        progress.show(0, "cores side by side")
        table.parallel = await BlockingCalls.perform { Calibrator.parallel(cores: facts.cores) }
        progress.show(1, "memory")
        table.memoryBytesPerSecond = await BlockingCalls.perform { Calibrator.memoryBandwidth(threads: facts.cores) }
        progress.show(2, "the disk of \(disk)")
        let written = try await BlockingCalls.perform { () throws(CommandFailure) in
            return try translated { () throws(GraphFailure) in try Calibrator.disk(disk) }
        }
        table.diskBytesPerSecond[disk] = written.bytesPerSecond
        table.addWriting(cpuPerMegabit: written.cpuPerMegabit)
    }

    /// Makes the sample recordings and corrects the cost table by their measured CPU use. Returns the largest fraction
    /// of the machine's CPU that other programs used during a recording, from 0 to 1.
    private func record(
        _ samples: [LiveMeasurement.Sample], for table: inout CostTable, in folder: String,
        _ progress: CalibrationProgress
    ) async throws(CommandFailure) -> Double {
        var (readings, disturbance): ([LiveReading], Double) = ([], 0)
        for (index, sample) in samples.enumerated() {
            progress.show(progress.steps - samples.count + index, sample.name)
            let (reading, harm) = try await reading(of: sample, table, in: folder)
            readings.append(reading)
            disturbance = max(disturbance, harm)
        }
        table.correct(by: readings)
        return disturbance
    }

    private func reading(
        of sample: LiveMeasurement.Sample, _ table: CostTable, in folder: String
    ) async throws(CommandFailure) -> (LiveReading, disturbance: Double) {
        let file = folder + "/live.yaml"
        let text = """
            \(sample.pipeline)
            recording: { directory: '\(folder)', container: mkv }
            storage: { keep-free: 0B, warn-at: [] }
            budget: { enforce: off }
            control: { socket: off, media-keys: off }

            """
        if let problem = FileWriting.write(text, to: file) {
            throw CommandFailure(.outputNotCreated, "\(file) cannot be written: \(problem)")
        }
        let request = PipelineRequest(file: file, settings: [], simulate: false)
        let loaded = try Preparation.load(request, in: place)
        var inputs = try Preparation.plan(request, loaded, store: store, in: place).inputs
        inputs.costs = table
        guard let seen = await LiveMeasurement(place: place).measure(file), let cores = seen.cores else {
            throw CommandFailure(
                .unavailable, "\(sample.name) did not finish, so this machine's speed is unknown",
                next: "Run 'dualcam run pip --simulate' to see why.")
        }
        return (LiveReading(inputs: inputs, cores: cores), seen.disturbance)
    }

    /// Returns the current time in UTC as text, with a resolution of one second.
    static func now() -> String {
        String(WallTime.iso8601(WallTime.unixNow()).prefix(19)) + "Z"
    }
}
