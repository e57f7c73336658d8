import DualCamConfig
import DualCamPlan

// MARK: The main camera that changes by itself
extension SessionMachine {
    /// Directs another interval, or none.
    mutating func directSwitch(_ pending: inout PendingCommand, _ request: SwitchRequest) throws(ControlRefusal) {
        guard let now = direction.pipeline else {
            throw ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        _ = try now.recordedCombined
        let every = request.every.notation
        direction.pipeline = try redirect(&pending, [LiveSetting("combined.switch.every", every)])
        direction.remember(pending.settings)
        act(.remember(direction.directed))
        direction.switching.restart()
        scheduleSwitch()
        tellDirected(pending, at: running)
    }

    /// Looks what the main camera is, and when it is to change. While nothing is recorded, and in layouts without a main camera,
    /// it does not.
    mutating func scheduleSwitch() {
        let isRecording = phase == .running && !take.isPaused
        perform(direction.switching.schedule(isRecording ? switchedCast : nil, at: now))
    }

    mutating func switchMain() {
        guard phase == .running, !take.isPaused, let cast = switchedCast else { return }
        let away = Set(inputs.away.map(\.rawValue))
        let change = direction.switching.change(cast, away: away, at: now)
        perform(change.effects)
        guard let next = change.next else { return }
        do throws(ControlRefusal) {
            let command = try ControlCommand(.main, [.init("camera", .string(next))])
            direction.waiting.append(PendingCommand(number: .ofItself, command: command))
            carryOutNextCommand()
        } catch {
            perform(direction.switching.refused(error))
        }
    }

    private var switchedCast: MainSwitching.Cast? {
        guard let pipeline = direction.pipeline, let combined = pipeline.combined,
            pipeline.outputs.contains(.combined), let every = combined.switching.every
        else { return nil }
        let names = pipeline.cameras.map(\.name)
        let wanted = combined.switching.cameras ?? names
        switch combined.layout.lead {
        case .chosen: return combined.cast(of: names).first.map { .init(main: $0, every: every, cameras: wanted) }
        case .named:
            let main = combined.layout == .frontPrimary ? "front" : "back"
            return .init(main: main, every: every, cameras: wanted.filter(["front", "back"].contains))
        case .none: return nil
        }
    }

    var switchSettings: [ControlSetting] {
        guard let pipeline = direction.pipeline else { return [] }
        let isRecorded = pipeline.combined != nil && pipeline.outputs.contains(.combined)
        let every = pipeline.combined?.switching.every
        return [
            ControlSetting(
                "switch", .string(every?.notation ?? "off"), .seconds(Switching.intervals),
                by: .switching, obstacle: isRecorded ? nil : ControlRefusal.noCombinedPicture.message)
        ]
    }
}

extension CommandNumber {
    /// Nobody waits for its answer.
    static let ofItself = CommandNumber(value: -1)
}
