import DualCamTestKit
import Testing

extension Recordings {
    /// A recording that is watched by real clients, some of which are stalled: no frame of its files is missed, and behind them the
    /// process is as it was.
    @Suite(.serialized) struct Previews {
        @Test(
            arguments: [
                // Watchers cost no frame.
                ["--clients", "4", "--seconds", "6", "--previews", "9", "--stalled", "4"],
                // Those who come and go leave no memory behind.
                ["--rounds", "5", "--seconds", "2", "--previews", "9", "--stalled", "4"],
            ])
        func watchersAreHarmless(words: [String]) async throws {
            let finished = try await Tool.run(Tool.doorBench, ["--program", Tool.dualcam] + words)
            #expect(finished.code == 0, "\(finished.text)\n\(finished.errors)")
        }
    }
}
