import DualCamConfig

/// The kinds of faults. Each seed leaves out a random half of them.
package enum FaultKind: String, CaseIterable, Sendable {
    case cameraFails = "camera-fails"
    case cameraStalls = "camera-stalls"
    case cameraBlinks = "camera-blinks"
    case cameraMissing = "camera-missing"
    case framesDrop = "frames-drop"
    case outputFails = "output-fails"
    case graphFails = "graph-fails"
    case filesStick = "files-stick"
    case closeHangs = "close-hangs"
    case diskFull = "disk-full"
    case diskReadOnly = "disk-read-only"
    case diskFails = "disk-fails"
    case diskCall = "disk-call"
    case diskSlow = "disk-slow"
    case folderVanishes = "folder-vanishes"
    case folderMoves = "folder-moves"
    case workerDies = "worker-dies"
    case workersDie = "workers-die"
    case workerHangs = "worker-hangs"
    case workerGrows = "worker-grows"
    case supervisorDies = "supervisor-dies"
    case powerCut = "power-cut"
    case clockJumps = "clock-jumps"
    case suspends = "suspends"
    case heat = "heat"
    case load = "load"
    case battery = "battery"
    case nonsense = "nonsense"
    case command = "command"
    case recover = "recover"
    case signal = "signal"

    /// The word of `--faults` that selects this kind together with related ones.
    package var family: String {
        switch self {
        case .cameraFails, .cameraStalls, .cameraBlinks, .cameraMissing: "camera"
        case .framesDrop, .outputFails, .graphFails, .filesStick, .closeHangs: "graph"
        case .diskFull, .diskReadOnly, .diskFails, .diskCall, .diskSlow, .folderVanishes, .folderMoves: "disk"
        case .workerDies, .workersDie, .workerHangs, .workerGrows, .supervisorDies, .powerCut: "process"
        case .clockJumps, .suspends: "clock"
        case .heat, .load, .battery, .nonsense: "machine"
        case .command, .recover, .signal: "people"
        }
    }
}

/// One fault or one action of a person. Its target is chosen when its time has come.
package struct Fault: Sendable, Equatable {
    package var kind: FaultKind
    /// The time of the fault, in nanoseconds of the world's time.
    package var at: Int64
    /// The seed of the fault's own random choices, such as its length or size.
    package var seed: UInt64
    /// The seed for the choice of the camera or output. Faults with the same value hit the same one.
    package var subject: UInt64

    package var text: String { "\(kind.rawValue) at \(Story.clock(at))" }
}
