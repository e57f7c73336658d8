import DualCamConfig
import DualCamPlan
import DualCamSupervision
import Glibc

@testable import DualCamSession

/// A simulated machine with its clocks, disk, processes and people, and everything that happens on it in one run.
///
/// Invariant that makes it Sendable: a world and everything in it is used by one thread alone.
package final class World: @unchecked Sendable {
    let scenario: Scenario
    let plant: PlantedBug?
    let disk: SimulatedDisk
    var agenda = Agenda()
    /// Nanoseconds since the world began, asleep or awake.
    private(set) var time: Int64 = 0
    private(set) var slept: Int64 = 0
    var wallShift: Int64 = 0
    var random: Randomness
    var story = Story()
    var truth = Truth()
    var readings = Readings()
    var coverage = Coverage()
    private(set) var violations: [Violation] = []
    /// When the devices are there again, in the world's time.
    var deviceBack: [InputName: Int64] = [:]
    var supervisor: SimulatedSupervisor?
    /// The processes that record, the newest last.
    var workers: [SimulatedWorker] = []
    let people = People()
    /// Until then everything is looked at as often as it really is.
    private var busyUntil: Int64 = 20 * Span.second
    /// When somebody asked for the end for the first time.
    var endAsked: Int64?
    /// Power was cut, or the supervisor killed.
    var isCutOff = false
    private var nextProcess: Int32 = 1000
    var exit: ExitCode?
    /// Workers that begin before this time die soon.
    var mortalUntil: Int64 = 0
    /// Folders of sessions that somebody has deleted.
    var deleted: Set<String> = []
    /// How the next graph behaves, where a fault comes before there is one.
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
    /// Nanoseconds for which the machine has been awake.
    var uptime: Int64 { time - slept }
    /// Unix nanoseconds.
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

    /// The machine sleeps: nothing runs meanwhile.
    func suspend(for length: Int64) {
        time += length
        slept += length
    }

    /// Something happens that is to be followed closely.
    func disturb() {
        let wasQuiet = busyUntil < time
        busyUntil = max(busyUntil, time + 15 * Span.second)
        guard wasQuiet else { return }
        for worker in workers { worker.look(after: 250 * Span.millisecond) }
        supervisor?.look(after: 500 * Span.millisecond)
    }

    /// How long it is until the next look, for somebody who looks that often: seldom while nothing happens, which changes
    /// nothing but the cost.
    func pause(_ pace: Int64, before: Int64) -> Int64 {
        if time < busyUntil || isTense { return pace }
        return min(max(pace, before * 2), 20 * Span.second)
    }

    /// Somebody has to notice something that nothing else will tell.
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
        // The same once: what is wrong for a while would be told again and again.
        guard !violations.contains(where: { $0.invariant == invariant }) else { return }
        violations.append(Violation(invariant: invariant, time: time, text: text))
        story.tell("BREACH of \"\(invariant.rawValue)\": \(text)")
    }

    func tell(_ text: String) { story.tell(text) }

    /// Runs until nothing is left to happen, or for too long.
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
    /// The newest worker that lives.
    var worker: SimulatedWorker? { workers.last { !$0.isGone } }
}
