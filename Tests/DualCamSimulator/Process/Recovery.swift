import DualCamPlan
import Kernel

@testable import DualCamRecordings

/// Runs `dualcam recover` in a simulated process of its own.
struct Recovery {
    let world: World

    init(_ world: World) { self.world = world }

    static func tools(_ world: World) -> RecoveryTools {
        RecoveryTools(
            version: "simulated",
            probe: {
                world.disk.file(at: $0.path)?.media?.content ?? FileContent(frames: 0, problem: "it is not a film")
            },
            digest: { try world.digest($0) }, wallClock: { world.wall })
    }

    /// Recovers the session in `folder`, and returns the exit code of the command.
    ///
    /// - Parameter lives: The number of kernel calls after which the process dies; `nil` if it does not die.
    @discardableResult func recover(_ folder: String, lives: Int? = nil) -> ExitCode {
        let system = world.makeSystem()
        system.lives = lives
        let code = SystemAccess.$current.withValue(system) { () -> ExitCode in
            do throws(RecoveryFailure) {
                let report = try SessionRecovery(Self.tools(world)).recover(folder)
                world.truth.refused += report.refused.count
                return report.refused.isEmpty ? .finished : .diskFailed
            } catch {
                if !system.isDead { world.tell("recover \(folder): \(error.message)") }
                return Self.code(error)
            }
        }
        system.isDead = true
        world.disk.end(system.process)
        return code
    }

    private static func code(_ failure: RecoveryFailure) -> ExitCode {
        switch failure {
        case .lock: .outputNotCreated
        case .read, .write, .digest: .diskFailed
        }
    }

    /// Recovers the session in `folder`, and returns the number of kernel calls that this took.
    func calls(_ folder: String) -> Int {
        let system = world.makeSystem()
        _ = SystemAccess.$current.withValue(system) { try? SessionRecovery(Self.tools(world)).recover(folder) }
        system.isDead = true
        world.disk.end(system.process)
        return system.calls
    }
}

extension World {
    /// Returns the digest of a file that is held open. Throws if it is not a recorded file.
    func digest(_ held: HeldFile) throws -> String {
        guard let media = disk.file(at: held.path)?.media else {
            throw GraphFailure(.fault, message: "It is not a film.")
        }
        return media.digest
    }

    /// Gives a new graph the behaviour that earlier faults have prepared for it.
    func prepare(_ graph: SimulatedGraph) {
        for index in graph.inputs.indices {
            graph.inputs[index].isBack = deviceBack[graph.inputs[index].name] ?? 0
        }
        graph.behaviour = nextBehaviour
        nextBehaviour = .init()
    }
}
