import DualCamConfig
import DualCamPlan

/// `dualcam calibrate` for people.
enum CalibrationText {
    static func text(_ file: CalibrationFile, path: String) -> String {
        let rows = file.encoders.map { (name: $0.name, text: Wording.number($0.cores, fractionDigits: 2)) }
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
