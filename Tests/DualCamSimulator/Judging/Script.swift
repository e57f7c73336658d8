import DualCamConfig
import DualCamPlan
package import DualCamRecordings
import DualCamSession
import Kernel

/// A scripted recording in the simulated world. A test compares its ledger with that of the same script in a real
/// recording.
package struct Script {
    private let world: World

    /// Creates a scripted recording, in which nothing fails unless the script says so.
    ///
    /// - Parameters:
    ///   - file: The text of the pipeline file.
    ///   - end: The seconds after which the recording is stopped.
    ///   - capacity: The size of the disk in bytes.
    package init(_ file: String, end: Double, capacity: Int64 = 1 << 44) throws {
        let scenario = try Scenario(file: file, end: Int64(end * 1e9), capacity: capacity)
        world = World(scenario, plant: nil)
    }

    /// Kills the recording process at a time.
    package func kill(at seconds: Double) {
        world.add(after: Int64(seconds * 1e9)) { $0.worker?.die(.signal(9)) }
    }

    /// Unplugs a camera at `from` and plugs it in again at `to`, both in seconds.
    package func unplug(_ camera: String, from: Double, to: Double) {
        let input = InputName(camera)
        world.add(after: Int64(from * 1e9)) { world in
            world.deviceBack[input] = Int64(to * 1e9)
            world.worker?.graph?.failDevice(input)
        }
    }

    /// Runs the script.
    ///
    /// - Returns: The entries of the session's ledger.
    package func run() throws -> [LedgerEntry] {
        world.begin()
        world.run()
        let folder = world.truth.begun.keys.sorted().first ?? Scenario.directory
        return try SystemAccess.$current.withValue(world.makeSystem()) { try SessionRecord.read(folder).ledger.entries }
    }
}
