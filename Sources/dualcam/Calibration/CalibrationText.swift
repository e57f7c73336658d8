import DualCamConfig
import DualCamPlan

/// `dualcam calibrate` for people.
enum CalibrationText {
    static func text(_ file: CalibrationFile, path: String) -> String {
        let sound = Set(AudioCodec.allCases.map { "encode " + $0.rawValue })
        let encoders = file.work.filter { $0.key.hasPrefix("encode ") && !sound.contains($0.key) }
        let full = WorkAmount(megapixels: 1920 * 1080 * 30 / 1_000_000, frames: 30, megabits: 8)
        let rows = encoders.keys.sorted().map { name in
            let cores = file.table.work[name]?.cores(full) ?? 0
            return (name: String(name.dropFirst("encode ".count)), text: Wording.number(cores, fractionDigits: 2))
        }
        let disks = file.disks.keys.sorted().map {
            "\($0) takes \(Wording.bytes(Int64(saturating: file.disks[$0] ?? 0))) a second"
        }
        let growth = file.parallel.last.map { last in
            [
                "\(file.parallel.count) cores at once do \(Wording.number(last, fractionDigits: 2)) times the work of one"
            ]
        }
        let facts = disks + (growth ?? []) + file.notes
        return """
            Cores for 1920x1080 at 30 frames a second and 8 Mbps of a camera's picture:
            \(HelpText.table(rows))

            \(HelpText.table(facts.map { (name: "-", text: $0) }))

            Kept in \(path.printable)

            """
    }
}
