import DualCamConfig
import Dispatch
import DualCamRecordings
import DualCamSession
import DualCamSupervisorPolicy
import DualCamWorker
import Systemd

/// Measures the worker, and reports the measurements to the service manager and Prometheus. Calls that may block on a
/// disk or a socket run on separate queues.
struct SupervisorReports {
    private static let metricsPace = Duration.seconds(10)
    private static let lastWords = Duration.seconds(2)

    private let order: SupervisionOrder
    private let facts: ProcessFacts
    private let inputContinuation: AsyncStream<SupervisorInput>.Continuation
    private let growth = FolderGrowth()
    private let measuring = DispatchQueue(label: "dualcam.supervisor.measuring")
    private let eventContinuation = DispatchQueue(label: "dualcam.supervisor.service")
    private let figures = DispatchQueue(label: "dualcam.supervisor.metrics")

    private var isMeasuring = false
    private var service = ServiceReport()
    private var rates = FrameRates()
    private var metricsAt: Duration?
    private var unsaved: Int?

    init(
        order: SupervisionOrder, facts: ProcessFacts, inputContinuation: AsyncStream<SupervisorInput>.Continuation
    ) {
        (self.order, self.facts, self.inputContinuation) = (order, facts, inputContinuation)
    }

    /// Measures the worker's memory and the growth of its files at each tick of the clock, unless the previous
    /// measurement is still running.
    mutating func measure(after input: SupervisorInput, _ state: SupervisionState) {
        if case .state(.measured) = input { isMeasuring = false }
        guard input.isTick, !isMeasuring, let pid = state.pid else { return }
        isMeasuring = true
        let places = state.folder.map(order.places) ?? []
        measuring.async { [facts, inputContinuation, growth] in
            let memory = facts.memory(of: pid)
            inputContinuation.yield(.state(.measured(Measurement(growth.look(in: places), memory: memory))))
        }
    }

    /// Reports the state to the service manager and, at intervals, to the metrics file.
    ///
    /// - Parameter unsaved: The number of finished sessions that are not backed up; `nil` if unknown.
    mutating func report(
        after input: SupervisorInput, _ state: SupervisionState, at now: Duration, unsaved: Int?
    ) {
        self.unsaved = unsaved
        tellService(state, isTick: input.isTick)
        guard input.isTick, metricsAt.map({ now - $0 >= Self.metricsPace }) ?? state.hasRecorded else { return }
        writeMetrics(state, at: now)
    }

    /// Sends the last reports before the supervisor ends. Returns when they are written, or after two seconds if a disk
    /// or a socket blocks.
    mutating func end(_ state: SupervisionState, at now: Duration) async {
        eventContinuation.async { InitSystem.tell([.stopping]) }
        writeMetrics(state, at: now)
        let (all, done) = AsyncStream.makeStream(of: Bool.self)
        eventContinuation.async { [figures] in figures.async { done.yield(true) } }
        let limit = Task {
            try await Task.sleep(for: Self.lastWords)
            done.yield(false)
        }
        for await _ in all.prefix(1) {}
        limit.cancel()
    }

    private mutating func tellService(_ state: SupervisionState, isTick: Bool) {
        guard isTick || !service.hasTold(state.beat?.stage) else { return }
        let reading = ServiceReport.Reading(
            beat: state.beat, heartbeats: state.heartbeats, bytes: state.measurement.bytes, isStopping: state.isStopping
        )
        let messages = service.observe(reading)
        if !messages.isEmpty { eventContinuation.async { InitSystem.tell(messages) } }
    }

    private mutating func writeMetrics(_ state: SupervisionState, at now: Duration) {
        guard let path = order.pipeline.supervision.metrics else { return }
        metricsAt = now
        let beat = state.lastBeat
        let reading = MetricsReading(
            beat: beat, isRecording: state.beat?.stage == .recording,
            rates: rates.observe(beat?.outputs ?? [], at: now), restarts: state.restarts,
            unsaved: unsaved, changed: state.measurement.changed, memory: state.measurement.memory)
        figures.async { [facts, inputContinuation] in
            var reading = reading
            reading.temperatures = facts.temperatures
            let problem = Self.write(reading.text, to: path)
            if let problem { inputContinuation.yield(.state(.metricsFailed(path: path, problem))) }
        }
    }

    /// Replaces the metrics file atomically, because Prometheus's textfile collector must never read an incomplete
    /// file. If that fails, the old file stays and no error is thrown, because metrics must not end a recording.
    /// - Returns: Why the file could not be written; `nil` on success.
    private static func write(_ text: String, to path: String) -> String? {
        do throws(FolderFailure) {
            try Disk.replace(path, with: text)
            return nil
        } catch {
            return error.reason + (error.path == path ? "" : " (\(error.path))")
        }
    }
}
