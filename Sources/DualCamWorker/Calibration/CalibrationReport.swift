import CommandLine
import DualCamConfig
import DualCamPlan
import DualCamProcess
package import DualCamRecordings
import DualCamSession
import Glibc

extension CalibrationFile {
    /// The measured video encoders, each with the number of cores that it needs to encode a camera's picture at
    /// 1920x1080, 30 frames a second and 8 Mbps. `name` is the name of the encoder with its preset.
    var encoders: [(name: String, cores: Double)] {
        let sound = Set(AudioCodec.allCases.map { "encode " + $0.rawValue })
        let full = WorkAmount(megapixels: 1920 * 1080 * 30 / 1_000_000, frames: 30, megabits: 8)
        let names = work.keys.filter { $0.hasPrefix("encode ") && !sound.contains($0) }.sorted()
        return names.map { (String($0.dropFirst("encode ".count)), work[$0]?.cores(full) ?? 0) }
    }

    /// Returns the calibration as text for the user.
    package func text(keptIn path: String) -> String {
        let rows = encoders.map { (name: $0.name, text: Wording.number($0.cores, fractionDigits: 2)) }
        let writing = disks.keys.sorted().map {
            "\($0) takes \(Wording.bytes(Int64(saturating: disks[$0] ?? 0))) a second"
        }
        let growth = parallel.last.map { last in
            [
                "\(parallel.count) cores at once do \(Wording.number(last, fractionDigits: 2)) times the work of one"
            ]
        }
        let facts = writing + (growth ?? []) + notes
        return """
            Cores for 1920x1080 at 30 frames a second and 8 Mbps of a camera's picture:
            \(HelpText.table(rows))

            \(HelpText.table(facts.map { (name: "-", text: $0) }))

            Kept in \(path.printable)

            """
    }

    /// The calibration as JSON, with the keys `measured`, `cores`, `encoders` (`name`, `cores`, `at-once`), `notes` and
    /// `problem`.
    package var report: JSONValue {
        let most = parallel.last ?? Double(machine.cores)
        let encoders = encoders.map { one -> JSONValue in
            let count = one.cores > 0 ? Int(min(most / one.cores, 1000)) : 0
            return [
                "name": .string(one.name), "cores": .number((one.cores * 1000).rounded() / 1000),
                "at-once": .count(count),
            ]
        }
        return [
            "measured": .string(date), "cores": .count(machine.cores), "encoders": .array(encoders),
            "notes": .array(notes.map(JSONValue.string)), "problem": .null,
        ]
    }
}

/// Provides clients of a recording's control interface with this machine's calibration.
struct CalibrationReport: Sendable {
    let place: ProcessEnvironment
    let machine: MachineFacts

    /// Returns the calibration in the format of `CalibrationFile.report`. If this machine has no usable calibration,
    /// the result contains no cost values.
    func known() -> JSONValue {
        var problem: String?
        let (store, machine) = (CalibrationStore(place), MachineIdentity.ofThisMachine(machine))
        do throws(CalibrationProblem) {
            if let file = try store.file(of: machine) { return file.report }
        } catch {
            problem = Sentence.text(error.text(store.path(of: machine.host)))
        }
        return [
            "measured": .null, "cores": .count(machine.cores), "encoders": [], "notes": [], "problem": .text(problem),
        ]
    }

    /// Throws an error if this recorder's own processes, whose cameras stay open, use so much CPU that a calibration
    /// would be wrong. Measures their CPU use for one second.
    func checkIsCalm() async throws(ControlRefusal) {
        let processes = ProcessTree(root: getppid(), files: place.files)
        let begin = ContinuousClock.now
        guard let before = processes.time else { return }
        await pause(for: .seconds(1))
        guard let after = processes.time else { return }
        let share = (after - before) / (begin.duration(to: .now) / .seconds(1) * Double(max(1, machine.cores)))
        guard share > SteadyCPUUsage.harmless else { return }
        let percent = Wording.number(share * 100, fractionDigits: 0)
        throw ControlRefusal(
            .notNow,
            "The cameras on standby and their previews keep \(percent) % of this machine busy, so the figures would be too high.",
            advice: "Stop dualcam, run 'dualcam calibrate', and start it again.")
    }
}
