import DualCamDevices
import DualCamPlan

extension ProcessEnvironment {
    /// The time after which a message explains why GStreamer takes so long to start.
    private static let patience = Duration.seconds(1)

    /// Initialises GStreamer, and throws the failure if that is impossible. Without a plugin cache this takes some
    /// seconds. Unless `quiet` is true, a message then explains the delay.
    package func startGStreamer(quiet: Bool) async throws(CommandFailure) {
        let notice = Task {
            try await Task.sleep(for: Self.patience)
            if !quiet { note("reading the GStreamer plugins, once") }
        }
        defer { notice.cancel() }
        try await BlockingCalls.perform { () throws(CommandFailure) in
            try translated { () throws(GraphFailure) in try MachineProbe.prepare() }
        }
    }
}
