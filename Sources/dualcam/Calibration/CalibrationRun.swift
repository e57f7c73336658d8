import DualCamGraph
import DualCamPlan
import DualCamSession
import Glibc

/// All that `dualcam calibrate` measures, one after the other.
struct CalibrationRun: Sendable {
    let place: ProcessEnvironment
    let store: CalibrationStore
    let output: String?
    let only: String?

    func measure() async throws(CommandFailure) -> CalibrationFile {
        let facts = try await BlockingCalls.perform { () throws(CommandFailure) in MachineProbe.facts() }
        let plan = CalibrationPlan(on: facts, only: only)
        guard only == nil || !plan.words.isEmpty else { throw Self.unknown(only ?? "", facts) }
        clearAway()
        let folder = store.folder + Self.stem + "\(getpid())"
        FileWriting.makeFolder(folder)
        defer { FileWriting.removeFolder(folder, place.files) }
        let progress = CalibrationProgress(
            place, steps: plan.trials.count + (only == nil ? 3 + LiveMeasurement.samples(with: "").count : 0))
        let load = OtherLoad(place.files, cores: facts.cores)
        let measured = try await measure(plan, in: folder, progress)
        let harm = load.harm
        var table = plan.table(measured.costs)
        var notes = measured.failures.sorted { $0.key < $1.key }.map { "\($0.key) was not measured: \($0.value)." }
        if only == nil {
            table = try await addMachine(to: table, plan, facts, folder, progress)
            notes += await addRecordings(to: &table, facts, folder, progress)
        }
        progress.end()
        if let harm {
            table.margin = 0.5
            notes.append(
                "Other programs kept \(Wording.number(harm * 100, fractionDigits: 0)) % of this machine busy meanwhile, so "
                    + "that the figures may be too high: measure again while nothing else runs.")
        }
        return CalibrationFile(
            table, of: .ofThisMachine(facts), date: Self.now(), notes: notes)
    }

    private func measure(
        _ plan: CalibrationPlan, in folder: String, _ progress: CalibrationProgress
    ) async throws(CommandFailure) -> (costs: [String: Double], failures: [String: String]) {
        try await BlockingCalls.perform { () throws(CommandFailure) in
            do throws(GraphFailure) {
                return try Calibrator.measure(plan.trials, in: folder) { progress.show($0, $1) }
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    private static let stem = "/calibrating-"

    /// Removes the pictures of calibrations that were killed.
    private func clearAway() {
        for name in place.files.names(in: store.folder) {
            guard ("/" + name).hasPrefix(Self.stem), let owner = Int32(name.dropFirst(Self.stem.count - 1)),
                kill(owner, 0) != 0, errno == ESRCH
            else { continue }
            FileWriting.removeFolder(store.folder + "/" + name, place.files)
        }
    }

    /// Encoders side by side, memory, disk.
    private func addMachine(
        to table: CostTable, _ plan: CalibrationPlan, _ facts: MachineFacts, _ folder: String,
        _ progress: CalibrationProgress
    ) async throws(CommandFailure) -> CostTable {
        let disk = nearestFolder(output ?? place.environment["HOME", default: ""] + "/Videos/DualCam")
        let steps = plan.trials.count
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            var table = table
            do throws(GraphFailure) {
                progress.show(steps, "encoders side by side")
                if let trial = plan.parallelTrial {
                    table.parallel = try Calibrator.parallel(trial, cores: facts.cores, in: folder)
                }
                progress.show(steps + 1, "memory")
                table.memoryBytesPerSecond = Calibrator.memoryBandwidth(threads: facts.cores)
                progress.show(steps + 2, "the disk of \(disk)")
                let written = try Calibrator.disk(disk)
                table.diskBytesPerSecond[disk] = written.bytesPerSecond
                table.addWriting(cpuPerMegabit: written.cpuPerMegabit)
            } catch {
                throw CommandFailure(error)
            }
            return table
        }
    }

    /// The given folder, or the nearest above it that exists.
    private func nearestFolder(_ path: String) -> String {
        var path = path.hasPrefix("/") ? path : place.workingDirectory + "/" + path
        while place.files.kind(of: path) != .directory, let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
            if path == "/" { break }
        }
        return path
    }

    /// Corrects the table by what whole recordings take.
    /// - Returns: the measurements that failed.
    private func addRecordings(
        to table: inout CostTable, _ facts: MachineFacts, _ folder: String, _ progress: CalibrationProgress
    ) async -> [String] {
        let live = LiveMeasurement(place: place, folder: folder)
        var readings: [LiveReading] = []
        let samples = LiveMeasurement.samples(with: LiveMeasurement.encoder(on: facts))
        for (index, sample) in samples.enumerated() {
            progress.show(progress.steps - samples.count + index, sample.name)
            let lacking = "\(sample.name) could not be made: what the program itself takes is not in the figures."
            do throws(CommandFailure) {
                let inputs = try inputs(of: sample, facts, table)
                guard let cores = await live.cores(of: sample) else { return [lacking] }
                readings.append(LiveReading(inputs: inputs, cores: cores))
            } catch {
                return [lacking, error.text]
            }
        }
        table.correct(by: readings)
        return []
    }

    private func inputs(
        of sample: LiveMeasurement.Sample, _ facts: MachineFacts, _ table: CostTable
    ) throws(CommandFailure) -> PlannedInputs {
        var place = place
        place.files = GivenFile(path: "live.yaml", content: Array(sample.pipeline.utf8), others: place.files)
        let request = PipelineRequest(file: "live.yaml", settings: [], simulate: true)
        var inputs = try Preparation.plan(request, Preparation.load(request, in: place), store: store).inputs
        inputs.costs = table
        return inputs
    }

    private static func unknown(_ word: String, _ facts: MachineFacts) -> CommandFailure {
        let have = EncoderCatalog.list(on: facts).filter(\.available).map(\.word)
        return CommandFailure(
            .unavailable, "this machine has no encoder '\(word)'",
            next: have.isEmpty ? "Scripts/dualcam installs encoders." : "At hand: \(have.joined(separator: ", ")).")
    }

    /// Returns the time in UTC, to the second.
    static func now() -> String {
        String(WallTime.iso8601(WallTime.unixNow()).prefix(19)) + "Z"
    }
}
