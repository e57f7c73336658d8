import DualCamConfig
import DualCamPlan

// MARK: The main camera that changes by itself
extension SessionState {
    /// Another interval, or none.
    mutating func directSwitch(_ pending: inout PendingCommand) throws(ControlRefusal) {
        guard let now = direction.pipeline else {
            throw ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        _ = try PictureWish(now)
        let every = pending.command["every"]?.text ?? ""
        direction.pipeline = try redirect(&pending, [LiveSetting("combined.switch.every", every)])
        direction.remember(pending.settings)
        act(.remember(direction.directed))
        switching.restart()
        scheduleSwitch()
        tellDirected(pending, at: timeline.running(at: self.now))
    }

    /// Looks what the main camera is, and when it is to change. While nothing is recorded, and in layouts without a main camera,
    /// it does not.
    mutating func scheduleSwitch() {
        guard phase == .running, !isPaused, let cast = switchedCast else {
            switching.restart()
            return disarm(.switching)
        }
        arm(.switching, at: switching.due(cast.main, every: cast.every, at: now))
    }

    mutating func switchMain() {
        guard phase == .running, !isPaused, let cast = switchedCast else { return }
        let due = switching.due(cast.main, every: cast.every, at: now)
        guard due <= now else { return arm(.switching, at: due) }
        switching.restart()
        arm(.switching, at: switching.due(cast.main, every: cast.every, at: now))
        let away = Set(cameras.away.map(\.rawValue))
        guard let next = SwitchPolicy.next(after: cast.main, of: cast.cameras, away: away) else { return }
        do throws(ControlRefusal) {
            let command = try ControlCommand(.main, [.init("camera", .string(next))])
            direction.waiting.append(PendingCommand(number: .ofItself, command: command))
            carryOutNextCommand()
        } catch {
            tellUnswitched(error)
        }
    }

    /// Said once, until it works again.
    mutating func tellUnswitched(_ refusal: ControlRefusal) {
        guard toldUnswitched != refusal.message else { return }
        toldUnswitched = refusal.message
        warn(
            .switching,
            "The main camera does not change by itself: " + Wording.sentences(refusal.message, refusal.advice))
    }

    private var switchedCast: (main: String, every: Duration, cameras: [String])? {
        guard let pipeline = direction.pipeline, let combined = pipeline.combined,
            pipeline.outputs.contains(.combined), let every = combined.switching.every
        else { return nil }
        let names = pipeline.cameras.map(\.name)
        let wanted = combined.switching.cameras ?? names
        switch combined.layout.lead {
        case .chosen: return combined.cast(of: names).first.map { ($0, every, wanted) }
        case .named:
            let main = combined.layout == .frontPrimary ? "front" : "back"
            return (main, every, wanted.filter(["front", "back"].contains))
        case .none: return nil
        }
    }

    var switchSettings: [ControlSetting] {
        guard let pipeline = direction.pipeline else { return [] }
        let isRecorded = pipeline.combined != nil && pipeline.outputs.contains(.combined)
        let every = pipeline.combined?.switching.every
        return [
            ControlSetting(
                "switch", .string(every?.notation ?? "off"), .number(1...86_400, step: 0.001, unit: "s"),
                by: .switching, obstacle: isRecorded ? nil : ControlRefusal.noCombinedPicture.message)
        ]
    }
}

extension CommandNumber {
    /// Nobody waits for its answer.
    static let ofItself = CommandNumber(value: -1)
}
