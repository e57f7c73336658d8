import DualCamConfig
import DualCamPlan
import DualCamSupervisorPolicy
import Glibc

@testable import DualCamRecordings
@testable import DualCamSession

/// A simulated machine with its clocks, disk, processes and users, and everything that happens on it in one run.
///
/// Invariant that makes it Sendable: a world and everything in it is used by a single thread.
package final class World: @unchecked Sendable {
    let scenario: Scenario
    let plant: PlantedBug?
    let disk: SimulatedDisk
    var agenda = Agenda()
    /// The time since the world began in nanoseconds, including the time in which the machine slept.
    private(set) var time: Int64 = 0
    private(set) var slept: Int64 = 0
    var wallShift: Int64 = 0
    var random: Randomness
    var story = Story()
    var truth = Truth()
    var readings = Readings()
    var coverage = Coverage()
    private(set) var violations: [Violation] = []
    /// The times at which lost devices are connected again, in the world's time.
    var deviceBack: [InputName: Int64] = [:]
    var supervisor: SimulatedSupervisor?
    /// The worker processes, the newest last.
    var workers: [SimulatedWorker] = []
    let people = People()
    /// The world's time, in nanoseconds, until which all periodic checks run at their real rate.
    private var busyUntil: Int64 = 20 * Span.second
    /// True if the power was cut or the supervisor killed.
    var isCutOff = false
    private var nextProcess: Int32 = 1000
    var exit: ExitCode?
    /// The world's time, in nanoseconds, before which new workers die soon after their start.
    var mortalUntil: Int64 = 0
    /// The folders of sessions that a user has deleted.
    var deleted: Set<String> = []
    /// The behaviour of the next graph, because of faults that came before it existed.
    var nextBehaviour = SimulatedGraph.Behaviour()

    init(_ scenario: Scenario, plant: PlantedBug?) {
        (self.scenario, self.plant) = (scenario, plant)
        random = Randomness(scenario.seed ^ 0x5EED)
        disk = SimulatedDisk(volumes: [(Scenario.directory, scenario.capacity), (Scenario.fallback, 1 << 42)])
        disk.plant = plant
        disk.wall = { [weak self] in self?.wall ?? 0 }
        disk.allowed = [Scenario.directory, Scenario.fallback]
        disk.judgeDeletion = { [weak self] folder in self.map { RetentionJudge($0).judge(folder) } }
        deviceBack = [:]
    }

    // MARK: Time
    /// The time for which the machine was awake, in nanoseconds.
    var uptime: Int64 { time - slept }
    /// The wall-clock time in Unix nanoseconds.
    var wall: Int64 { scenario.wall + time + wallShift }
    var clocks: ClockReading { ClockReading(wall: wall, uptime: uptime, boottime: time) }

    func clock(_ clock: clockid_t) -> Int64 {
        switch clock {
        case CLOCK_REALTIME: wall
        case CLOCK_MONOTONIC: uptime
        default: time
        }
    }

    func add(after delay: Int64, _ work: @escaping (World) -> Void) { agenda.add(at: time + max(0, delay), work) }

    /// Lets the machine sleep; no process runs meanwhile.
    func suspend(for length: Int64) {
        time += length
        slept += length
    }

    /// Returns all periodic checks to their real rate, because something has happened that must be observed closely.
    func disturb() {
        let wasQuiet = busyUntil < time
        busyUntil = max(busyUntil, time + 15 * Span.second)
        guard wasQuiet else { return }
        for worker in workers { worker.look(after: 250 * Span.millisecond) }
        supervisor?.look(after: 500 * Span.millisecond)
    }

    /// Returns the pause until the next periodic check. If nothing happens, the pause grows beyond `pace`, which only
    /// saves time.
    func pause(_ pace: Int64, before: Int64) -> Int64 {
        if time < busyUntil || isTense { return pace }
        return min(max(pace, before * 2), 20 * Span.second)
    }

    /// True while a periodic check has to notice something that no event would report.
    private var isTense: Bool {
        guard let worker else { return true }
        return worker.isHung || worker.isWaitingForDisk || worker.phase != .running
            || disk.freeBytes(of: 1) < 3_000_000_000
    }

    // MARK: Processes
    func makeSystem() -> ProcessSystem {
        nextProcess += 1
        return ProcessSystem(disk, process: nextProcess) { [weak self] in self?.clock($0) ?? 0 }
    }

    // MARK: The run
    func breach(_ invariant: Invariant, _ text: String) {
        // Each invariant is reported once, because a lasting fault would be reported again and again.
        guard !violations.contains(where: { $0.invariant == invariant }) else { return }
        violations.append(Violation(invariant: invariant, time: time, text: text))
        story.tell("BREACH of \"\(invariant.rawValue)\": \(text)")
    }

    func tell(_ text: String) { story.tell(text) }

    /// Runs until no event is left or the time limit is reached.
    func run() {
        while !isOver, let next = agenda.next, max(next, time) <= limit, let work = agenda.take() {
            time = max(time, next)
            story.now = time
            work(self)
        }
        if !isOver { breach(.endsInTime, "the recording has not ended ten minutes after its end") }
    }

    private var limit: Int64 { scenario.end + slept + 10 * Span.minute }

    private var isOver: Bool { (supervisor?.isGone ?? true) && workers.allSatisfy(\.isGone) && hasBegun }
    private(set) var hasBegun = false
    private var sessionNumber = 0

    func makeSessionNumber() -> Int {
        sessionNumber += 1
        return sessionNumber
    }

    func begin() {
        hasBegun = true
        OlderSessions.make(in: self)
        for fault in scenario.faults { agenda.add(at: fault.at) { $0.happen(fault) } }
        let supervisor = SimulatedSupervisor(self)
        self.supervisor = supervisor
        supervisor.take(.begin)
        supervisor.look(after: 500 * Span.millisecond)
        if scenario.serves { people.directTakes(self) }
        agenda.add(at: scenario.end) { $0.people.end($0) }
    }
}

extension World {
    /// The newest worker that is alive.
    var worker: SimulatedWorker? { workers.last { !$0.isGone } }
}
