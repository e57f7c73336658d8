/// `plan --json`, and what the summary is made of.
struct PlanReport: Encodable, Equatable {
    struct Cost: Encodable, Equatable {
        struct CPU: Encodable, Equatable {
            /// Cores the recording will keep busy.
            var cores: Double
        }

        /// Share of what this machine can do, 0 to 1 and beyond.
        var total: Double
        var cpu: CPU
    }

    struct Camera: Encodable, Equatable {
        var name: String
        var source: String
    }

    struct Output: Encodable, Equatable {
        var name: String
        var encoder: String
        var container: String
        var bytesPerHour: Int64
    }

    struct Element: Encodable, Equatable {
        var name: String
        var factory: String
        var branch: String
    }

    var name: String
    var cost: Cost
    var bytesPerHour: Int64
    var cameras: [Camera]
    var outputs: [Output]
    var elements: [Element]
    /// Names of the branches, in the order they are made.
    var branches: [String]
    var notes: [String]
}

/// `plan` for people.
enum PlanSummary {
    static func text(_ report: PlanReport) -> String {
        let cameras = report.cameras.map { (name: $0.name, text: $0.source) }
        let outputs = report.outputs.map { output in
            (
                name: output.name,
                text: "\(output.encoder), \(output.container), \(Wording.bytes(output.bytesPerHour)) an hour"
            )
        }
        let percent = Wording.number(report.cost.total * 100, fractionDigits: 0)
        let cores = Wording.number(report.cost.cpu.cores, fractionDigits: 2)
        let notes = report.notes.isEmpty ? "" : "\nNotes:\n" + report.notes.map { "  " + $0 + "\n" }.joined()
        return """
            \(report.name)

            Inputs:
            \(HelpText.table(cameras))

            Outputs:
            \(HelpText.table(outputs))

            All files: \(Wording.bytes(report.bytesPerHour)) an hour
            Cost: \(percent) % of this machine, \(cores) cores busy

            """ + notes
    }
}
