import DualCamConfig
import DualCamPlan

/// A request to set the interval at which the main camera changes automatically, or to turn automatic changes `off`.
struct SwitchRequest: CommandRequest {
    var every = Switchable<Duration>.off

    static let schema = command(
        .switching, "switch the main camera automatically", examples: ["switch 10s", "switch off"],
        [
            .required(
                "every", \.every, .quantityOrOff(Switching.intervals), "the interval between changes", example: "10s")
        ])

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        var edit = try machine.directedPipeline()
        _ = try edit.pipeline.recordedCombined
        edit.set("combined.switch.every", \.picture.switching.every, every)
        machine.direction.pipeline = try machine.redirect(&pending, edit)
        machine.direction.remember(pending.settings)
        machine.act(.remember(machine.direction.directed))
        machine.direction.switching.restart()
        machine.scheduleSwitch()
        machine.tellDirected(pending, at: machine.running)
    }
}

// MARK: Automatic changes of the main camera
extension SessionMachine {
    /// Plans the next automatic change of the main camera. No change is planned while nothing is recorded, or if the
    /// layout has no main camera.
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
            pipeline.decidesPicture, let every = combined.switching.every
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
        let every = pipeline.combined?.switching.every
        return [
            ControlSetting(
                "switch", .string(every?.notation ?? "off"), .seconds(Switching.intervals),
                by: .switching, obstacle: pipeline.decidesPicture ? nil : ControlRefusal.noCombinedPicture.message)
        ]
    }
}

extension CommandNumber {
    /// The command number of all commands that the session itself issues. No caller receives the answers to them.
    static let ofItself = CommandNumber(value: -1)
}
