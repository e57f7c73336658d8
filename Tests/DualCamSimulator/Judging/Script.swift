import DualCamConfig
import DualCamPlan
package import DualCamSession
import Kernel

/// A small script in a simulated world, whose ledger is compared with that of the same script in a real one.
package struct Script {
    private let world: World

    /// - Parameters:
    ///   - file: the pipeline file.
    ///   - end: seconds after which somebody ends it.
    ///   - capacity: bytes of its disk.
    package init(_ file: String, end: Double, capacity: Int64 = 1 << 44) throws {
        let scenario = try Scenario(file: file, end: Int64(end * 1e9), capacity: capacity)
        world = World(scenario, plant: nil)
    }

    /// The process that records is killed.
    package func kill(at seconds: Double) {
        world.add(after: Int64(seconds * 1e9)) { $0.worker?.die(.signal(9)) }
    }

    /// A camera's plug is pulled, and put back.
    package func unplug(_ camera: String, from: Double, to: Double) {
        let input = InputName(camera)
        world.add(after: Int64(from * 1e9)) { world in
            world.deviceBack[input] = Int64(to * 1e9)
            world.worker?.graph?.failDevice(input)
        }
    }

    /// Runs it.
    ///
    /// - Returns: the session's ledger.
    package func run() throws -> [LedgerEntry] {
        world.begin()
        world.run()
        let folder = world.truth.begun.keys.sorted().first ?? Scenario.directory
        return try SystemAccess.$current.withValue(world.makeSystem()) { try SessionRecord.read(folder).ledger.entries }
    }
}
