import Dispatch
import DualCamConfig
import DualCamRecordings
import DualCamSupervisorPolicy
import Glibc

/// The metrics of this worker for Prometheus, read when a client requests `/metrics`.
actor WorkerMetrics {
    private let pulse: HeartbeatWriter
    private let facts: ProcessFacts
    private let fallback: String?
    private let restarts: Int
    private let growth = FolderGrowth()
    private let measuring = DispatchQueue(label: "dualcam.worker.metrics")
    private let begin = ContinuousClock.now
    private var rates = FrameRates()

    /// Creates the metrics of a worker.
    ///
    /// - Parameter restarts: The number of times that a lost worker has been replaced, including by this worker.
    init(of pulse: HeartbeatWriter, _ pipeline: Pipeline, restarts: Int) {
        (self.pulse, self.restarts) = (pulse, restarts)
        facts = ProcessFacts(proc: pipeline.machine.proc, sysfs: pipeline.machine.sysfs)
        fallback = pipeline.recording.fallback
    }

    func text() async -> String {
        let beat = await pulse.beat
        let places = SupervisionOrder.places(of: beat.folder, fallback: fallback)
        let reading = MetricsReading(
            beat: beat, isRecording: beat.stage == .recording,
            rates: rates.observe(beat.outputs, at: begin.duration(to: .now)), restarts: restarts)
        // Reading files and sensors may block for a long time.
        return await withCheckedContinuation { continuation in
            measuring.async { [facts, growth] in
                var reading = reading
                reading.changed = growth.look(in: places).changed
                reading.memory = facts.memory(of: getpid())
                reading.temperatures = facts.temperatures
                continuation.resume(returning: reading.text)
            }
        }
    }
}
