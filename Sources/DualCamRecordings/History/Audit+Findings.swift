import DualCamConfig
import DualCamPlan

extension Audit {
    /// One finding of an audit, such as a missing file or dropped frames.
    package struct Finding: Sendable, Equatable {
        package var severity: Severity
        /// The name of the file or output that the audit's finding concerns; empty for the whole session.
        package var subject: String
        /// The audit's finding as a phrase for users, without a full stop.
        package var text: String
        /// True when the audit's finding is about lost data, even if the ledger explains the loss.
        package var isLoss = false
        /// True when the audit's finding is about a failure that the recording itself reported.
        package var isFailure = false
    }
}

// MARK: Sound
extension Audit {
    mutating func tellLostSound() {
        for loss in history.losses.dropped {
            guard let name = loss.branch.microphone?.title else { continue }
            let length = loss.nanoseconds > 0 ? "about \(Self.seconds(loss.nanoseconds))" : "some"
            let what = "\(length) of the sound of the \(name) lost, silence in its place, as the ledger says"
            add(.note, "", what, isLoss: true)
        }
        tellAwaySound()
        for (name, drift) in history.drifts.sorted(by: { $0.key < $1.key }) where abs(drift) > Self.largestDrift {
            let (input, ppm) = (InputName(microphone: name), Int64(saturating: abs(drift).rounded()))
            add(
                .unaccounted, "",
                "the sound of \(input.noun) jumps, as its clock is \(ppm) ppm \(drift > 0 ? "slow" : "fast"): its distance "
                    + "from the picture is not proven", isLoss: true)
        }
    }

    /// The largest clock drift of a microphone that is corrected, in parts per million.
    private static let largestDrift = GraphStatistics.Sound.largestCorrection * 1e6

    /// Adds findings to the audit about how long microphones were missing. During that time, the files contain silence.
    private mutating func tellAwaySound() {
        var names: [InputName] = []
        var lengths: [InputName: Int64] = [:]
        for absence in history.absences {
            guard case .input(let name) = absence.subject, name.isMicrophone,
                history.parts.indices.contains(absence.part)
            else { continue }
            let last = absence.to?.nanoseconds ?? end(of: absence.part) ?? absence.from.nanoseconds
            let pauses = history.pauses(in: absence.part)
            let ends = [absence.from, RunningTime(nanoseconds: last)].map { pauses.recorded($0).nanoseconds }
            if !names.contains(name) { names.append(name) }
            lengths[name] = lengths[name, default: 0] +| max(0, ends[1] -| ends[0])
        }
        for name in names {
            guard let length = lengths[name], length > 0 else { continue }
            add(.note, "", "the \(name.title) was away for \(Self.seconds(length)), silence in its place", isLoss: true)
        }
    }
}

// MARK: Pictures
extension Audit {
    /// Adds a finding to the audit about the number of damaged pictures that arrived from an output's camera. Damaged
    /// pictures that were left out of the file are also counted as dropped frames.
    mutating func tellDamaged(_ output: OutputName) {
        for damage in history.losses.damaged where damage.input.rawValue == output.rawValue {
            let pictures = Self.count(damage.count, "picture")
            let fate = damage.isKept ? "recorded unchanged" : "left out"
            let were = damage.count == 1 ? "was" : "were"
            add(.note, output.rawValue, "\(pictures) came damaged from its camera and \(were) \(fate)", isLoss: true)
        }
    }
}

// MARK: Failures
extension Audit {
    /// Adds findings to the audit about failures that ended the recording. If data was lost in a failure, the session
    /// is not proven, even if the ledger describes the failure.
    ///
    /// A full disk, heat, an empty battery, a lost folder or a handover is not such a failure. The recording is then
    /// complete up to its end, unless an output lacks data.
    mutating func judgeFailures() {
        guard let ending = history.ending else { return }
        for output in ending.lacking {
            let failure = history.failures[output] ?? .init(exit: ending.exit, message: "the ledger does not say why")
            blame(failure, output.rawValue, "is not whole: \(failure.message)")
        }
        switch ending.reason {
        case .diskFull, .heat, .battery, .folderLost, .handOver: return
        case .interrupt, .terminate, .duration, .request, .failure, .reload, nil: break
        }
        guard ending.lacking.isEmpty, let failure = history.lastFailure else { return }
        blame(.init(exit: ending.exit, message: failure.message), "", "the recording failed: \(failure.message)")
    }

    /// Adds a finding to the audit about a failure. Does nothing if a finding of the same or worse severity exists for
    /// the same `subject`, or for any subject if `subject` is empty.
    private mutating func blame(_ failure: SessionHistory.Failure, _ subject: String, _ text: String) {
        let severity: Severity
        switch failure.exit {
        case .finished, .handedOver, .heat: return
        case .outputNotCreated, .diskFailed: severity = .damaged
        case .usage, .pipelineFile, .unavailable, .fault: severity = .unaccounted
        }
        let isKnown = findings.contains { $0.severity >= severity && (subject.isEmpty || $0.subject == subject) }
        if !isKnown {
            findings.append(.init(severity: severity, subject: subject, text: text, isLoss: true, isFailure: true))
        }
    }
}
