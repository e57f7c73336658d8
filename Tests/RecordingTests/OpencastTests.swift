import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Publishing to a server that imitates Opencast, and that refuses requests, closes connections and stops
    /// answering.
    @Suite(.serialized) struct OpencastTests {
        private static let megabytes = 1_000_000

        /// Both tracks and their metadata arrive completely, and the publication is recorded in the session.
        @Test func anEventHasItsTracks() async throws {
            let session = try await PublishedSession(["front": [9 * Self.megabytes + 1], "back": [7 * Self.megabytes]])
            let server = try StandIn(.opencast)
            let words = [
                "--presenter", "front", "--presentation", "back", "--series", "algebra-26", "--description",
                "Zum Anfang",
                "--readers", "ROLE_ANONYMOUS,ROLE_STUDENT",
            ]
            let done = try await session.publish(to: server, words)
            #expect(done.code == 0, "\(done.errors)")
            let parts = try #require(server.told("event").first?.list)
            #expect(
                parts.compactMap { $0["name"]?.text } == ["metadata", "acl", "processing", "presenter", "presentation"])
            #expect(
                parts[3]["sha256"]?.text == session.digests["front"]
                    && parts[4]["sha256"]?.text == session.digests["back"])
            #expect(parts[3]["file"]?.text == "take_front_000.mov" && parts[3]["type"]?.text == "video/quicktime")
            let metadata = try #require(parts[0]["text"]?.text.flatMap { JSONValue(ifJSON: $0) })
            #expect(
                metadata.line
                    == #"[{"flavor":"dublincore/episode","fields":[{"id":"title","value":"Räume & Körper"},"#
                    + #"{"id":"subjects","value":["algebra","lecture","x"]},{"id":"description","value":"Zum Anfang"},"#
                    + #"{"id":"isPartOf","value":"algebra-26"},{"id":"startDate","value":"2026-11-21"},"#
                    + #"{"id":"startTime","value":"14:05:03Z"}]}]"#)
            #expect(
                parts[1]["text"]?.text
                    == #"[{"allow":true,"action":"read","role":"ROLE_USER_ANN"},{"allow":true,"action":"write","role":"ROLE_USER_ANN"},"#
                    + #"{"allow":true,"action":"read","role":"ROLE_ANONYMOUS"},{"allow":true,"action":"read","role":"ROLE_STUDENT"}]"#
            )
            #expect(parts[2]["text"]?.text == #"{"workflow":"schedule-and-upload","configuration":{}}"#)
            let last = try #require(done.told.last)
            #expect(
                last["event"]?.text == "published" && last["address"]?.text == server.address + "/api/events/e6aeb8df")
            #expect(done.told.contains { $0["event"]?.text == "progress" && $0["percent"]?.count == 100 })
            let kept = try #require(session.kept.first)
            #expect(session.kept.count == 1 && kept["state"]?.text == "published" && kept["id"]?.text == "e6aeb8df")
            #expect(kept["files"]?.list?.compactMap { $0["as"]?.text } == ["presenter", "presentation"])
            #expect(kept["files"]?.list?.first?["digest"]?.text == session.digests["front"])
        }

        /// Publishes the combined file if there is one, otherwise the first camera. The same file is not published
        /// twice unless requested.
        @Test(arguments: [(["back", "combined"], "take_combined_000.mov"), (["back", "front"], "take_back_000.mov")])
        func oneTrackIsEnough(_ outputs: [String], _ file: String) async throws {
            let session = try await PublishedSession([outputs[0]: [100], outputs[1]: [200]])
            let server = try StandIn(.opencast)
            #expect(try await session.publish(to: server).code == 0)
            #expect(server.told("event").last?.list?.last?["file"]?.text == file)
            let twice = try await session.publish(to: server)
            #expect(
                twice.code == 73
                    && twice.errors.contains(
                        "'\(file)' was published at \(server.address)/api/events/e6aeb8df before ("),
                "\(twice.errors)")
            #expect(server.told("event").count == 1)
            #expect(try await session.publish(to: server, ["--again"]).code == 0)
            #expect(server.told("event").count == 2 && session.kept.count == 2)
            let other = try StandIn(.opencast)
            #expect(try await session.publish(to: other).code == 0)
            let told = try await session.publish([])
            #expect(told.code == 0 && told.told.first?["publications"]?.list?.count == 3)
        }

        /// The server's faults, the exit code and message for each, and whether any part of the recording was sent.
        @Test(arguments: [
            (#"{"me":401}"#, 69, "does not accept the user and the password. Check --user and the password.", false),
            (#"{"me":403}"#, 69, "the user may not do this at 'ADDRESS'. Give the user the roles ROLE_API and", false),
            (
                #"{"me":302}"#, 69,
                "there is no Opencast at 'ADDRESS' (HTTP status 302). Give the address of its admin node", false
            ),
            (#"{"me":404}"#, 69, "there is no Opencast at 'ADDRESS' (HTTP status 404).", false),
            (#"{"me":200}"#, 69, "does not answer as Opencast does: its answer is not JSON text.", false),
            (
                #"{"early":413}"#, 69,
                "'ADDRESS' does not accept 20 MB (HTTP status 413). Ask the server's operator for a higher limit",
                false
            ),
            (#"{"status":413}"#, 69, "'ADDRESS' does not accept 20 MB (HTTP status 413).", true),
            (#"{"status":400}"#, 69, "'ADDRESS' does not accept it (HTTP status 400: Unable to do it). Ask the", true),
            (
                #"{"status":500}"#, 69, "'ADDRESS' fails (HTTP status 500: Unable to do it). Nothing of it is there.",
                true
            ),
            (
                #"{"status":502}"#, 70,
                "it is not known whether 'take_back_000.mov' arrived at opencast:ADDRESS: all was sent", true
            ),
            (#"{"cut":1000000}"#, 69, "the connection to 'ADDRESS' was lost:", true),
            (
                #"{"hang":1000000}"#, 69,
                "'ADDRESS' no longer answers. Nothing of it is there. Run this again.", true
            ),
            (
                #"{"silent":1}"#, 70,
                "arrived at opencast:ADDRESS: all was sent, but 'ADDRESS' no longer answers. Check", true
            ),
            (
                #"{"lost":1}"#, 70,
                "arrived at opencast:ADDRESS: all was sent, but the connection to 'ADDRESS' was lost:", true
            ),
        ])
        func failuresAreTold(_ faults: String, _ code: Int32, _ text: String, _ isSent: Bool) async throws {
            let session = try await PublishedSession(["back": [20 * Self.megabytes]])
            let server = try StandIn(.opencast, faults)
            let done = try await session.publish(to: server, ["--timeout", "2s"])
            #expect(done.code == code, "\(done.errors)")
            #expect(done.errors.contains(text.replacing("ADDRESS", with: server.address)), "\(done.errors)")
            #expect(done.told.contains { $0["event"]?.text == "progress" } == isSent)
            #expect(!done.told.contains { $0["event"]?.text == "published" })
            // A publication that may have arrived is recorded, and is not repeated unless requested.
            #expect(session.kept.map { $0["state"]?.text } == (code == 70 ? ["unknown"] : []))
            let next = try await session.publish(to: try StandIn(.opencast, #"{"port":\#(try port(server))}"#))
            #expect(next.code == (code == 70 ? 73 : 0), "\(next.errors)")
            guard code == 70 else { return }
            #expect(
                next.errors.contains(
                    "and it is not known whether it arrived. Check there. Run this with --again if it is missing"))
        }

        /// Stops the server and returns its port.
        private func port(_ server: StandIn) throws -> Int {
            server.stop()
            return try #require(Int(server.address.split(separator: ":").last ?? ""))
        }

        /// A server that does not support `Expect` gets the event nevertheless.
        @Test func aServerThatIsNotAskedGetsIt() async throws {
            let session = try await PublishedSession(["back": [3 * Self.megabytes]])
            let server = try StandIn(.opencast, #"{"mute":1}"#)
            let done = try await session.publish(to: server, ["--timeout", "2s"])
            #expect(done.code == 0, "\(done.errors)")
            #expect(server.told("event").last?.list?.last?["sha256"]?.text == session.digests["back"])
            #expect(server.told("expects").compactMap(\.text) == ["100-continue"])
        }

        /// A publication that is ended or killed leaves no event.
        @Test(arguments: [SIGINT, SIGTERM, SIGKILL]) func endedThereIsNothing(_ signal: Int32) async throws {
            let session = try await PublishedSession(["back": [60 * Self.megabytes]])
            // The server accepts 3 MB and then nothing until the client is gone.
            let server = try StandIn(.opencast, #"{"hang":3000000}"#)
            let done = try await session.publish(to: server) { told, child in
                if told["event"]?.text == "progress" { child.send(signal) }
            }
            #expect(done.code == (signal == SIGKILL ? -SIGKILL : 69), "\(done.errors)")
            #expect(
                signal == SIGKILL || done.errors.contains("the publishing was stopped. No event of it is at"),
                "\(done.errors)")
            #expect(server.told("event").isEmpty && session.kept.isEmpty)
        }
    }
}
