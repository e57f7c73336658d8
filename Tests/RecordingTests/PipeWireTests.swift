import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Microphones of a PipeWire server that disappear and return.
    @Suite(.serialized) struct PipeWire {
        private static func pipeline(_ node: String) -> String {
            """
            cameras: {back: {device: test, size: 320x180, rate: 15}}
            microphone: "pipewire:\(node)"
            encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
            """
        }

        /// The microphone's node is removed, then the server crashes. The recording continues with silence and does not
        /// hang, and the microphone returns as soon as its node exists again.
        @Test func aMicrophoneReturnsWithItsNode() async throws {
            let server = try PipeWireServer()
            try server.restore("usb")
            let steps = Lock(Steps())
            let recording = try await Recorder(
                pipeline: Self.pipeline("usb"),
                interruptions: [Interruption(SIGINT) { _ in steps.with { $0.isOver } }],
                environment: server.environment,
                watch: { event in
                    switch steps.with({ $0.next(event) }) {
                    case .removeNode: server.remove("usb")
                    case .crash: server.crash()
                    case .restore: try? server.restore("usb")
                    case nil: break
                    }
                }
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let kinds = recording.events.map(\.event).filter { $0 == "input-lost" || $0 == "input-returned" }
            #expect(kinds == ["input-lost", "input-returned", "input-lost", "input-returned"])
            // Warnings about an element that could not be stopped, or about devices that could not be closed.
            let hung = recording.events.filter { ["graph", "close"].contains($0.code) }
            #expect(hung.isEmpty, "\(hung.compactMap(\.message))")
        }

        /// A server that hangs costs sound, but no picture.
        @Test func aHangingServerCostsNoPicture() async throws {
            let server = try PipeWireServer()
            try server.restore("usb")
            try await Pulse.expectNoPictureLost(
                with: "pipewire:usb", environment: server.environment, send: { server.send($0) })
        }

        /// A server whose devices are unknown is named, with the reason.
        @Test func aServerWithoutAnAnswerIsNamed() async throws {
            let server = try PipeWireServer()
            try server.restore("usb")
            var environment = TestHome.environment(server.environment)
            let words = ["devices", "--microphones"]
            environment["PATH"] = "/nonexistent"
            let without = try await Child.run(Tool.dualcam, words, environment: environment)
            #expect(without.code == 0 && without.errors.contains("pw-dump is missing"), "\(without.errors)")
            server.send(SIGSTOP)
            let hung = try await Child.run(
                Tool.dualcam, words, environment: TestHome.environment(server.environment))
            #expect(hung.code == 0 && hung.errors.contains("PipeWire does not answer"), "\(hung.errors)")
        }

        /// Previously, the program started PipeWire's device provider, which corrupts the heap. One of six listings was
        /// then aborted on a busy machine, so enough of them are made at the same time.
        @Test(.timeLimit(.minutes(2))) func sourcesAreListedByName() async throws {
            let server = try PipeWireServer()
            try server.restore("usb")
            let environment = TestHome.environment(server.environment)
            @Sendable func listing() async throws -> Finished {
                try await Child.run(Tool.dualcam, ["devices", "--microphones", "--json"], environment: environment)
            }
            // The server adds its source some time after it has started.
            while !String(decoding: try await listing().output, as: UTF8.self).contains("\"pipewire:drifting\"") {}
            let listings = try await withThrowingTaskGroup(of: Finished.self) { group in
                for _ in 0..<24 { group.addTask { try await listing() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for listing in listings { #expect(listing.code == 0, "\(listing.errors)") }
        }

        /// A missing node is reported before anything is recorded.
        @Test func aNodeThatIsMissingIsTold() async throws {
            let server = try PipeWireServer()
            let recording = try await Recorder(
                pipeline: Self.pipeline("nowhere"), environment: server.environment
            ).record()
            #expect(recording.code == 69)
            #expect(recording.first("failed")?.code == "device-missing")
            // The server runs. Previously, the message gave a missing server as the reason.
            #expect(recording.errors.contains("pipewiresrc cannot open nowhere"), "\(recording.errors)")
            let camera = try await Recorder(
                pipeline: """
                    cameras: {back: {device: "pipewire:nowhere", size: 320x180, rate: 15}}
                    microphone: none
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, environment: server.environment
            ).record()
            #expect(camera.code == 69)
            #expect(camera.errors.contains("camera back: PipeWire has no node nowhere"), "\(camera.errors)")
        }
    }
}

/// The steps that are done to the server, one after the other, as the recording's events arrive.
private struct Steps {
    enum Step { case removeNode, crash, restore }

    private var losses = 0
    private var isDone = false
    private var isRestored = true
    /// The recorded seconds at which the sound returned.
    private var since: Double?
    private(set) var isOver = false

    mutating func next(_ event: Event) -> Step? {
        switch event.event {
        case "input-lost": (losses, isRestored, since) = (losses + 1, false, nil)
        // Restores the node only after at least one attempt to reopen it has failed.
        case "warning" where event.code == "input" && !isRestored:
            isRestored = true
            return .restore
        case "input-returned": isDone = false
        case "status" where isRestored && !isDone:
            guard let since else {
                since = event.recorded
                return nil
            }
            guard (event.recorded ?? 0) > since + 1 else { return nil }
            isDone = true
            isOver = losses == 2
            return losses == 0 ? .removeNode : losses == 1 ? .crash : nil
        default: break
        }
        return nil
    }
}
