import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: A recording that does not begin
extension InputMonitor {
    /// The number of consecutive times that the start time limit may pass before the recording fails, although every
    /// input delivers. A machine that is far too slow may need several of them.
    private static let maximumSlowStarts = 6

    /// Decides what happens when a recording has not begun within the start time limit. Depending on
    /// `recording.missing-camera` and `recording.missing-microphone`, the recording waits for inputs that have
    /// delivered nothing, begins without them, or fails.
    mutating func startTimedOut(in context: SessionContext) -> [SessionEffect] {
        let (settings, now) = (context.settings, context.now)
        startTimeouts += 1
        let again = SessionEffect.act(.arm(.start, at: now + settings.startLimit))
        let present = newest.filter { !$0.isLost && !isAway($0.name) }
        if present.isEmpty, !newest.isEmpty, !away.isEmpty { return awaitReturn(again, settings) }
        let silent = present.filter { $0.idle == nil }
        slowStarts = silent.isEmpty ? slowStarts + 1 : 0
        let waiting = silent.filter {
            $0.timeouts.limit(settings.startLimit) <= settings.startLimit * startTimeouts
        }.map(\.name)
        // The first picture of a slow camera is not due yet.
        if waiting.isEmpty, !silent.isEmpty { return [again] }
        if silent.isEmpty, !newest.isEmpty, slowStarts < Self.maximumSlowStarts {
            let text = "Every input delivers, but recording has not begun yet: the machine is too slow."
            // An input that has just returned gets as much time as one that was present from the beginning.
            return [again] + (slowStarts == (awaitsReturn ? 2 : 1) ? [.warn(.input, text)] : [])
        }
        let rules = Set(waiting.map(settings.missing))
        guard !waiting.isEmpty, !rules.contains(.fail) else { return [.fail(startTimeout(settings, waiting))] }
        let what = problem(of: waiting)
        if rules.contains(.wait) {
            // The start may wait for days, so the interval between two warnings about the same inputs doubles each
            // time.
            guard startTimeouts & (startTimeouts - 1) == 0 || waiting != awaited else { return [again] }
            awaited = waiting
            let length = Wording.length(settings.startLimit * startTimeouts)
            return [again, .warn(.input, what + " for \(length); recording waits for \(waiting.pronoun).")]
        }
        return [again, .warn(.input, what + "; recording begins without \(waiting.pronoun).")]
            + waiting.flatMap { Self.effects(watch.observe(.failed($0), at: now)) }
    }

    /// Returns the effects if every input is missing when the recording should begin. The recording waits until an
    /// input returns. It fails if every missing input is required.
    private mutating func awaitReturn(_ again: SessionEffect, _ settings: SessionSettings) -> [SessionEffect] {
        let lost = away
        if lost.allSatisfy({ settings.missing($0) == .fail }) { return [.fail(allLost(lost, settings))] }
        defer { (awaitsReturn, startTimeouts, slowStarts) = (true, 0, 0) }
        if awaitsReturn { return [again] }
        let verb = lost.count == 1 ? "is" : "are"
        let (who, which) = (lost.nouns.capitalised, lost.count == 1 ? "it" : "one of them")
        let text = "\(who) \(verb) lost; recording begins when \(which) can be recorded again."
        return [again, .warn(.input, text)]
    }

    private func allLost(_ lost: [InputName], _ settings: SessionSettings) -> SessionFailure {
        SessionFailure(
            .startTimeout, exit: .unavailable, branch: lost.first.map(BranchID.source),
            message: "Recording did not begin within \(Wording.length(settings.startLimit * startTimeouts)): "
                + "\(lost.nouns) \(lost.count == 1 ? "was" : "were") lost before.",
            advice: lost.advice)
    }

    private func startTimeout(_ settings: SessionSettings, _ waiting: [InputName]) -> SessionFailure {
        let start = "Recording did not begin within \(Wording.length(settings.startLimit * startTimeouts)): "
        if let camera = damaged(among: waiting).first {
            let what = problem(of: waiting)
            let others = waiting.filter { name in !damaged(among: waiting).contains { $0.name == name } }
            return SessionFailure(
                .startTimeout, exit: .unavailable, branch: .source(camera.name),
                message: start + what.prefix(1).lowercased() + what.dropFirst() + ".",
                advice:
                    "Try another cable, another USB port, or a hub with power of its own; cameras.\(camera.name).damaged: keep "
                    + "records those of the right size." + (others.isEmpty ? "" : " " + others.advice))
        }
        let names = newest.isEmpty ? silent : waiting
        let reason =
            newest.isEmpty
            ? "not every input delivers." : "every input delivers, but this machine is too slow to record them."
        guard !names.isEmpty else {
            return SessionFailure(
                .startTimeout, exit: .fault, message: start + reason,
                advice: newest.isEmpty
                    ? "Check that the cameras and the microphone are plugged in and free, or try --simulate."
                    : "End other programs, or record fewer or smaller pictures: 'dualcam plan FILE' says what it costs."
            )
        }
        return SessionFailure(
            .startTimeout, exit: .unavailable, branch: names.first.map(BranchID.source),
            message: start + "nothing came from \(names.nouns).", advice: names.advice)
    }

    /// Returns the statistics of the given inputs that have delivered only damaged pictures.
    private func damaged(among waiting: [InputName]) -> [GraphStatistics.Input] {
        newest.filter { $0.damaged > 0 && waiting.contains($0.name) }
    }

    /// Returns a clause for users that names the inputs for which the recording waits. It distinguishes inputs that
    /// have delivered nothing from those that have delivered only damaged pictures, and gives the number of these
    /// pictures.
    private func problem(of waiting: [InputName]) -> String {
        let damaged = damaged(among: waiting)
        guard !damaged.isEmpty else { return "Nothing has come from \(waiting.nouns)" }
        let counts = damaged.map { "\($0.damaged) of camera \($0.name)" }.enumeration
        let silent = waiting.filter { name in !damaged.contains { $0.name == name } }
        return "Only damaged pictures have come, \(counts)"
            + (silent.isEmpty ? "" : ", and nothing from \(silent.nouns)")
    }
}

extension [InputName] {
    /// The inputs as text for users, such as `camera back and the microphone room`.
    fileprivate var nouns: String { map(\.noun).enumeration }

    fileprivate var pronoun: String { count == 1 ? "it" : "them" }

    /// Returns the advice for inputs that deliver nothing.
    fileprivate var advice: String {
        let (cameras, microphones) = (contains { !$0.isMicrophone }, contains { $0.isMicrophone })
        let lists = [
            cameras ? "'dualcam devices' lists the cameras" : nil,
            microphones ? "'dualcam devices --microphones' lists the microphones" : nil,
        ].compactMap { $0 }
        let keys = [cameras ? "recording.missing-camera" : nil, microphones ? "recording.missing-microphone" : nil]
            .compactMap { $0 }
        return "Check that \(count == 1 ? "it is" : "they are") plugged in, and that no other program has "
            + "\(pronoun): \(lists.enumeration). With \(keys.enumeration): continue the recording begins without "
            + "\(pronoun)."
    }
}

extension String {
    fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
