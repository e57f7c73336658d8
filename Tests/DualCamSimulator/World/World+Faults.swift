import DualCamConfig
import DualCamPlan
import DualCamSupervisorPolicy
import Glibc

@testable import DualCamRecordings
@testable import DualCamSession

/// The faults, as they are carried out when their time has come.
extension World {
    func happen(_ fault: Fault) {
        var (draw, subject) = (Randomness(fault.seed), Randomness(fault.subject))
        disturb()
        if !["clock", "machine", "people"].contains(fault.kind.family) { truth.hasTrouble = true }
        coverage.faults[fault.kind, default: 0] += 1
        if fault.kind != .command, fault.kind != .signal { tell("fault: \(fault.kind.rawValue)") }
        switch fault.kind.family {
        case "camera": device(fault.kind, subject.pick(scenario.inputs), &draw)
        case "graph": graph(fault.kind, subject.pick(scenario.outputs), &draw)
        case "disk": disk(fault.kind, &draw)
        case "process": process(fault.kind, &draw)
        case "clock": clock(fault.kind, &draw)
        case "machine": machine(fault.kind, &draw)
        default: person(fault.kind, &draw)
        }
    }

    // MARK: Devices
    private func device(_ kind: FaultKind, _ input: InputName, _ draw: inout Randomness) {
        let length = draw.number(200 * Span.millisecond...20 * Span.second)
        switch kind {
        case .cameraFails:
            deviceBack[input] = time + length
            worker?.graph?.failDevice(input)
        case .cameraStalls:
            deviceBack[input] = time + length
            worker?.graph?.silence(input)
        case .cameraBlinks:
            worker?.graph?.silence(input)
            let graph = worker?.graph
            add(after: draw.number(50 * Span.millisecond...900 * Span.millisecond)) { _ in graph?.wake(input) }
        default: deviceBack[input] = time + length
        }
    }

    // MARK: The graph
    private func graph(_ kind: FaultKind, _ output: OutputName, _ draw: inout Randomness) {
        let graph = worker?.graph
        switch kind {
        case .framesDrop:
            let length = draw.number(40 * Span.millisecond...900 * Span.millisecond)
            graph?.dropFrames(of: output, for: length, inDriver: draw.isOne(in: 2))
        case .outputFails:
            graph?.behaviour.restoresFrom = time + draw.number(0...12 * Span.second)
            graph?.failOutput(output, draw.pick([.encoderFailed, .fault]))
        case .graphFails:
            let busy = GraphFailure(.deviceBusy, message: "The simulated device is busy.")
            if graph == nil { nextBehaviour.startFailure = busy }
            if graph?.start == nil { graph?.behaviour.startFailure = busy }
            graph?.failWholly()
        case .filesStick:
            graph?.behaviour.stuck.insert(output)
            graph?.behaviour.isStuckForGood = draw.isOne(in: 3)
        default:
            let closing: SimulatedGraph.Closing = draw.isOne(in: 2) ? .never : .tooLate
            graph?.behaviour.closing = closing
            if graph == nil { nextBehaviour.closing = closing }
        }
    }

    // MARK: The disk
    private func disk(_ kind: FaultKind, _ draw: inout Randomness) {
        let volume = draw.isOne(in: 8) ? 2 : 1
        let length = draw.number(Span.second...40 * Span.second)
        switch kind {
        case .diskFull:
            let free = disk.freeBytes(of: volume)
            hurt(volume, for: length, .diskFull) {
                $0.foreignBytes += free
            } undo: {
                $0.foreignBytes -= free
            }
        case .diskReadOnly:
            hurt(volume, for: length, .outputNotCreated) {
                $0.refusal = EROFS
            } undo: {
                $0.refusal = nil
            }
        case .diskFails:
            hurt(volume, for: length, .diskFailed) {
                $0.refusal = EIO
            } undo: {
                $0.refusal = nil
            }
        case .diskCall:
            truth.isLedgerHurt = true
            let error = draw.pick([EIO, ENOSPC, EMFILE, EINTR, EACCES])
            disk.volumes[volume].failures.append((draw.pick(DiskCall.allCases), error == EINTR ? EIO : error))
        case .diskSlow:
            let delay = draw.number(20 * Span.millisecond...700 * Span.millisecond)
            disk.volumes[volume].delay = delay
            truth.isDiskSlow = true
            add(after: length) { $0.disk.volumes[volume].delay = 0 }
        case .folderVanishes: vanish(&draw)
        default: moveFolder(&draw)
        }
    }

    private func hurt(
        _ volume: Int, for length: Int64, _ code: GraphFailure.Code, _ change: (inout Volume) -> Void,
        undo: @escaping (inout Volume) -> Void
    ) {
        truth.isLedgerHurt = true
        change(&disk.volumes[volume])
        worker?.graph?.failFiles(on: volume, code)
        add(after: length) { undo(&$0.disk.volumes[volume]) }
    }

    /// Deletes the session's folder or unmounts its disk.
    private func vanish(_ draw: inout Randomness) {
        guard let path = worker?.place?.path, let folder = disk.find(path), path.hasPrefix(Scenario.directory + "/")
        else {
            return
        }
        truth.isLedgerHurt = true
        if draw.isOne(in: 2) {
            tell("somebody deletes \(path)")
            // A user may delete a session that was already reported as complete.
            if !scenario.serves || truth.told[path] == nil { deleted.insert(path) }
            for name in folder.sortedNames {
                let inode = folder.names[name]
                folder.remove(name)
                if let inode { disk.removed(inode) }
            }
            disk.find(Scenario.directory)?.remove(folder.name)
        } else {
            tell("the disk is unmounted for a while")
            disk.unmount(1)
            add(after: draw.number(Span.second...30 * Span.second)) { $0.disk.mount(1) }
        }
    }

    private func moveFolder(_ draw: inout Randomness) {
        guard let path = worker?.place?.path, let folder = disk.find(path), path.hasPrefix(Scenario.directory + "/")
        else {
            return
        }
        tell("somebody moves \(path)")
        disk.find(Scenario.directory)?.rename(folder.name, to: "moved-\(folder.name)")
        disk.find(Scenario.directory)?.commitNames()
        // The move keeps the machine busy: frames that are lost meanwhile are reported when the folder is already
        // elsewhere.
        let length = draw.number(40 * Span.millisecond...200 * Span.millisecond)
        worker?.graph?.dropFrames(of: draw.pick(scenario.outputs), for: length)
    }

    // MARK: Processes
    private func process(_ kind: FaultKind, _ draw: inout Randomness) {
        switch kind {
        case .workerDies:
            guard let worker else { return }
            switch draw.number(1...3) {
            case 1: worker.die(.signal(draw.pick([9, 11, 6])))
            case 2: worker.actionsLeft = draw.number(0...12)
            default: worker.system.lives = draw.number(1...120)
            }
        case .workersDie:
            mortalUntil = time + draw.number(2 * Span.second...25 * Span.second)
            worker?.die(.signal(11))
        case .workerHangs: worker?.hang()
        case .workerGrows: worker?.memory = 5_000_000_000
        case .supervisorDies: supervisor?.die()
        default: cutPower(&draw)
        }
    }

    private func cutPower(_ draw: inout Randomness) {
        tell("the power is cut")
        isCutOff = true
        supervisor?.leave()
        for worker in workers where !worker.isGone { worker.die(.signal(9)) }
        disk.cutPower(&draw)
    }

    // MARK: Clocks and machine
    private func clock(_ kind: FaultKind, _ draw: inout Randomness) {
        if kind == .suspends { return suspend(for: draw.number(Span.second...2 * Span.hour)) }
        let jumps = [
            -3600 * Span.second, 3600 * Span.second, -700 * Span.millisecond, 86_400 * Span.second, -5 * Span.second,
        ]
        wallShift += draw.pick(jumps)
        truth.lastJump = uptime
    }

    private func machine(_ kind: FaultKind, _ draw: inout Randomness) {
        let length = draw.number(5 * Span.second...90 * Span.second)
        let before = readings
        switch kind {
        case .heat: readings.celsius = draw.pick([75, 85, 92, 97, 104])
        case .load: (readings.load, readings.queue) = (draw.pick([0.9, 0.99, 1.1]), draw.pick([0, 0.4, 0.9]))
        case .battery:
            readings.battery = .init(charge: draw.pick([0.03, 0.1, 0.25, 0.9]), isDischarging: !draw.isOne(in: 4))
        default: readings.isNonsense = true
        }
        add(after: length) { world in
            (world.readings.celsius, world.readings.load) = (before.celsius, before.load)
            (world.readings.queue, world.readings.battery) = (before.queue, before.battery)
            world.readings.isNonsense = before.isNonsense
            world.disturb()
        }
    }

    private func person(_ kind: FaultKind, _ draw: inout Randomness) {
        if kind == .signal { return people.signal(draw.pick([.interrupt, .terminate, .hangUp]), self) }
        if kind == .recover { return people.recover(self) }
        // Sometimes a user presses a button twice, or three buttons at once.
        for _ in 0..<draw.pick([1, 1, 1, 2, 3]) { people.command(&draw, self) }
    }
}
