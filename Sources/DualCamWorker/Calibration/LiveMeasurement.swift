import DualCamConfig
import DualCamPlan
import DualCamProcess
import Glibc
import Kernel

/// Measures the CPU use of short recordings, each made by a separate dualcam process.
struct LiveMeasurement: Sendable {
    /// A sample recording: its name for display, and its pipeline in YAML, which uses test cameras only.
    typealias Sample = (name: String, pipeline: String)

    let place: ProcessEnvironment
    /// `length`: the number of undisturbed seconds to measure; `longest`: the time limit for measuring each recording.
    private static let (length, longest) = (5.0, Duration.seconds(15))
    /// The duration of each sample recording. The recording ends by itself, even if the measuring process has died.
    private static let end = "20s"

    /// Returns the sample recordings to measure. Two use almost no CPU, one at a low and one at a high frame rate. One
    /// has sound, and one contains every kind of work.
    static func samples(on machine: MachineFacts) -> [Sample] {
        let encoder = encoder(on: machine)
        let whole = """
            cameras:
              back: { device: 'test:smpte', size: 1280x720, rate: 30 }
              front: { device: 'test:gradient', size: 640x360, rate: 30 }
            microphone: { device: test }
            combined: { size: 1280x720, rate: 30 }
            encoders: { default: { \(encoder) } }
            """
        return [
            ("an idle recording", idle(rate: 10, encoder)),
            ("a fast recording", idle(rate: 60, encoder)),
            ("a recording with sound", idle(rate: 10, encoder, microphone: "{ device: test }")),
            ("a whole recording", whole),
        ]
    }

    /// Returns the encoder settings for the samples: x264 with the preset `superfast`. If x264 is missing, the first
    /// available software encoder with the speed `faster`.
    private static func encoder(on machine: MachineFacts) -> String {
        let known = EncoderCatalog.list(on: machine).filter { $0.available && !$0.isHardware }.map(\.word)
        return known.contains("x264") ? "use: x264, preset: superfast" : "use: \(known.first ?? "auto"), speed: faster"
    }

    private static func idle(rate: Int, _ encoder: String, microphone: String = "none") -> String {
        """
        cameras:
          back: { device: 'test:black', size: 320x180, rate: \(rate) }
        microphone: \(microphone)
        encoders: { default: { \(encoder) } }
        """
    }

    /// Measures the CPU use of all processes of a sample recording, and how much CPU other programs used meanwhile.
    /// Returns `nil` if the recording fails.
    func measure(_ file: String) async -> SteadyCPUUsage? {
        guard let child = child(recording: file) else { return nil }
        let processes = ProcessTree(root: child.pid, files: place.files)
        let begin = ContinuousClock.now
        var (calm, all) = (SteadyCPUUsage(), SteadyCPUUsage(bearable: 1))
        calm.begin(at: .zero)
        all.begin(at: .zero)
        await pause(for: SteadyCPUUsage.settling - .seconds(1))
        while calm.seconds < Self.length, begin.duration(to: .now) < Self.longest {
            await pause(for: .seconds(1))
            guard let reading = processes.reading(at: begin.duration(to: .now)) else { break }
            calm.observe(reading, isSteady: true)
            all.observe(reading, isSteady: true)
        }
        child.send(SIGINT)
        guard await BlockingCalls.perform({ child.wait() }) == 0 else { return nil }
        return calm.cores == nil ? all : calm
    }

    /// Starts a process that records a pipeline file, with standard input, output and error connected to /dev/null.
    /// Returns `nil` if the process cannot be started.
    private func child(recording file: String) -> ChildProcess? {
        do throws(ChildProcess.Refusal) {
            return try ChildProcess(
                place.launcher, ["run", file, "--quiet", "--duration", Self.end], environment: place.environment,
                silent: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
        } catch {
            return nil
        }
    }
}

/// A process and all its descendants, whose CPU time is measured together (proc(5)).
struct ProcessTree {
    let root: Int32
    let files: any FileView

    /// The total CPU time of the processes in seconds, with a resolution of a nanosecond; `nil` if the root process
    /// does not exist.
    var time: Double? {
        guard let own = Self.time(of: root) else { return nil }
        return descendants.reduce(own) { $0 + (Self.time(of: $1) ?? 0) }
    }

    /// The process ids of all descendants of the root process.
    var descendants: [Int32] {
        var (waiting, found): ([Int32], [Int32]) = ([root], [])
        while let process = waiting.popLast() {
            for thread in files.names(in: "/proc/\(process)/task") {
                waiting += words("/proc/\(process)/task/\(thread)/children").compactMap { Int32($0) }
            }
            if process != root { found.append(process) }
        }
        return found
    }

    /// Returns the CPU time used so far by these processes and by the whole machine; `nil` if the root process does not
    /// exist.
    func reading(at now: Duration) -> ProcessorReading? {
        time.map { ProcessorReading(at: now, own: $0, machine: .read(files)) }
    }

    /// Returns the user and system time of all threads of a process in seconds (clock_getcpuclockid(3)). The ticks of
    /// `/proc/PID/stat` are too coarse for a load of a hundredth of a core.
    private static func time(of process: Int32) -> Double? {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func words(_ path: String) -> [Substring] {
        files.bytes(of: path, limit: 65536).map { String(decoding: $0, as: UTF8.self).split(separator: " ") } ?? []
    }
}
