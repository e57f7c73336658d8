import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings

/// The diagnosis of `dualcam doctor`: findings about the machine, the pipeline file, the disk, and each camera,
/// microphone and encoder.
struct Diagnosis: Sendable, Equatable {
    /// A finding about one part of the machine or the recording, such as a camera, with its verdict.
    struct Finding: Sendable, Equatable {
        enum Verdict: Sendable, Equatable {
            case good
            /// The examined part, such as a camera, has a minor problem, but a recording would still be complete.
            case caution
            /// The examined part has a fault because of which a recording would not start, or would be incomplete.
            ///
            /// - Parameter exit: The exit code with which such a recording would end.
            case fault(exit: ExitCode)

            var word: String {
                switch self {
                case .good: "ok"
                case .caution: "caution"
                case .fault: "fault"
                }
            }
        }

        /// The part of the machine or the recording that the finding is about, such as `camera back`, `microphone` or
        /// `disk`.
        var subject: String
        var verdict: Verdict
        /// The text of the finding, in full sentences.
        var text: String
        /// The advice to the user about the finding, in full sentences; `nil` if there is none.
        var advice: String?

        init(_ subject: String, _ verdict: Verdict, _ text: String, advice: String? = nil) {
            (self.subject, self.verdict, self.text, self.advice) = (subject, verdict, Sentence.ended(text), advice)
        }
    }

    private(set) var findings: [Finding] = []

    mutating func add(
        _ subject: String, _ verdict: Finding.Verdict, _ text: String, advice: String? = nil
    ) {
        findings.append(Finding(subject, verdict, text, advice: advice))
    }

    /// Adds the measurements of a camera or another part of the machine to the diagnosis. If there are already findings
    /// about the part, the text is appended to the last of them, so that no separate line can contradict it. Otherwise,
    /// a finding without a problem is added.
    /// - Parameter count: The number of all findings before the findings about this part were added.
    mutating func conclude(_ subject: String, _ text: String, since count: Int) {
        guard findings.count > count else { return add(subject, .good, text) }
        findings[findings.count - 1].text += " " + Sentence.ended(text)
    }

    var faults: Int { findings.count { $0.verdict.word == Finding.Verdict.fault(exit: .fault).word } }

    /// The exit code of the first fault; `finished` if the diagnosis contains no fault.
    var exit: ExitCode {
        for finding in findings { if case .fault(let exit) = finding.verdict { return exit } }
        return .finished
    }
}

extension Diagnosis {
    /// Returns the diagnosis as text for users: each finding, followed by its advice, and then the verdict.
    ///
    /// - Parameters:
    ///   - machine: The lines that describe the machine and the trial recording.
    ///   - name: The name of the pipeline file; `nil` if no recording was tried.
    func text(on machine: [String], of name: String?) -> String {
        let words = findings.map(\.verdict.word).map(\.count).max() ?? 0
        let subjects = findings.map(\.subject.count).max() ?? 0
        let indent = words + subjects + 4
        let lines = findings.flatMap { finding in
            let head =
                HelpText.padded(finding.verdict.word, to: words + 2)
                + HelpText.padded(finding.subject.printable, to: subjects + 2)
            let text = HelpText.wrap(finding.text.printable, indent: indent).dropFirst(indent)
            return [head + text] + (finding.advice.map { [HelpText.wrap($0.printable, indent: indent)] } ?? [])
        }
        return (machine.map(\.printable) + [""] + lines + ["", verdict(of: name)]).map { $0 + "\n" }.joined()
    }

    private func verdict(of name: String?) -> String {
        guard let name = name?.printable else { return "No recording was tested." }
        guard faults > 0 else { return "A recording of \(name) would be complete on this machine." }
        return
            "A recording of \(name) would not be complete: \(faults == 1 ? "1 fault" : "\(faults) faults"), see above."
    }

    /// The diagnosis as members of the JSON object that `dualcam doctor --json` prints.
    var report: JSONObject {
        [
            "sound": faults == 0, "exit-code": exit.rawValue,
            "findings": findings.map { finding -> JSONObject in
                [
                    "subject": finding.subject, "verdict": finding.verdict.word, "text": finding.text,
                    "advice": finding.advice,
                ]
            },
        ]
    }
}
