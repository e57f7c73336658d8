import DualCamGraph
import DualCamPlan

/// The beeps of the self-timer's last ten seconds, the last one higher.
struct Countdown {
    private static let audible = 10

    let environment: [String: String]

    /// - Parameter failed: told why there is no sound, where there ought to be one.
    func tell(_ seconds: Int, failed: @escaping @Sendable (String) -> Void) {
        guard (1...Self.audible).contains(seconds) else { return }
        let beep = Beep(pitch: seconds == 1 ? 1760 : 880)
        Task { [environment] in
            do throws(GraphFailure) { try await beep.play(environment) } catch { failed(error.message) }
        }
    }
}
