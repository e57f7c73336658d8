import DualCamTestKit
import Testing

extension Recordings {
    /// A recording whose preview is watched by real clients, some of which are stalled. No recorded frame is lost, and
    /// the clients leave no resources in the process.
    @Suite(.serialized) struct Previews {
        @Test(
            arguments: [
                // Clients that watch cost no frame.
                ["--clients", "4", "--seconds", "6", "--previews", "9", "--stalled", "4"],
                // Clients that connect and disconnect leave no memory in use.
                ["--rounds", "5", "--seconds", "2", "--previews", "9", "--stalled", "4"],
            ])
        func watchersAreHarmless(words: [String]) async throws {
            let finished = try await Tool.run(Tool.doorBench, ["--program", Tool.dualcam] + words)
            #expect(finished.code == 0, "\(finished.text)\n\(finished.errors)")
        }
    }
}
