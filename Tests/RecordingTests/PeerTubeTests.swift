import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Publishing to a server that imitates PeerTube, and that refuses requests, closes connections, forgets uploads
    /// and stops answering.
    @Suite(.serialized) struct PeerTubeTests {
        /// A size that is uploaded in three pieces.
        private static let bytes = 70_000_000
        private static let address = "/w/2y84q2MQUMWPbiEcxNXMgC"

        /// The video and its metadata arrive completely. Marks become chapters, and one tag is left out.
        @Test func aVideoArrives() async throws {
            let session = try await PublishedSession(["back": [100], "combined": [Self.bytes]])
            let server = try StandIn(.peertube)
            let done = try await session.publish(
                to: server, ["--channel", "lectures", "--privacy", "unlisted", "--description", "Zum Anfang"])
            #expect(done.code == 0, "\(done.errors)")
            #expect(server.told("video").map(\.text) == [session.digests["combined"]])
            var begun = try #require(server.told("begun").first)
            #expect(begun["lastModified"]?.whole ?? 0 > 1_700_000_000_000)
            begun = .object((begun.members ?? []).filter { $0.key != "lastModified" })
            #expect(
                begun.line
                    == #"{"channelId":8,"name":"Räume & Körper","filename":"take_combined_000.mov","privacy":2,"#
                    + #""waitTranscoding":true,"description":"Zum Anfang","tags":["algebra","lecture"],"#
                    + #""originallyPublishedAt":"2026-11-21T14:05:03.250Z"}"#)
            let chapters = #"{"chapters":[{"timecode":2,"title":"Überblick"},{"timecode":30,"title":"Mark 3"}]}"#
            #expect(server.told("chapters").map(\.line) == [chapters])
            let ranges = [
                "bytes 0-33554431/70000000", "bytes 33554432-67108863/70000000", "bytes 67108864-69999999/70000000",
            ]
            #expect(server.told("range").compactMap(\.text) == ranges)
            #expect(
                done.errors.contains("note: PeerTube accepts 5 tags of 2 to 30 characters; left out: x"),
                "\(done.errors)")
            let last = try #require(done.told.last)
            #expect(last["address"]?.text == server.address + Self.address && last["chapters"]?.count == 2)
            #expect(session.kept.first?["id"]?.text == "04af977f-4201-4697-be67-a8d8cae6fa7a")
            #expect(server.kept.isEmpty && !server.log.contains { $0.line.contains("sécret") })
            let twice = try await session.publish(to: server)
            #expect(twice.code == 73 && twice.errors.contains(Self.address), "\(twice.errors)")
        }

        /// The bandwidth limit: seven million bytes at 16 Mbit/s take 3.5 seconds.
        @Test func aLimitIsKept() async throws {
            let session = try await PublishedSession(["combined": [7_000_000]])
            let server = try StandIn(.peertube)
            let begin = ContinuousClock.now
            let done = try await session.publish(to: server, ["--bandwidth", "16Mbps"])
            let seconds = begin.duration(to: .now) / .seconds(1)
            #expect(done.code == 0 && seconds > 3.2, "\(seconds) \(done.errors)")
            #expect(server.told("video").map(\.text) == [session.digests["combined"]])
            let refused = try await session.publish(to: server, ["--bandwidth", "9kbps", "--again"])
            #expect(refused.code == 64 && refused.errors.contains("Give at least 200kbps."), "\(refused.errors)")
        }

        /// A publication that is requested over HTTP goes to the service in the pipeline file, arrives completely, and
        /// is recorded in the session.
        @Test func itIsHandedOverForWhoeverAsksOverHTTP() async throws {
            let session = try await PublishedSession(["combined": [2_000_000]])
            let server = try StandIn(.peertube)
            try FileManager.default.createSymbolicLink(
                atPath: session.folder.path + "/Lecture_1/link.mov", withDestinationPath: "/etc/hostname")
            let told = Lock<[JSONValue]>([])
            let recording = try await ServedLibrary.show(
                session.folder.path, more: "publish: {to: '\(server.place)', user: ann}\n",
                environment: ["DUALCAM_PUBLISH_PASSWORD": PublishedSession.password]
            ) { library in
                let answers = [
                    try await library.work("sessions/Lecture_1/publish", ["title": "Lesson 4"]),
                    try await library.ask("sessions/Lecture_1").json ?? .null,
                    try await library.work("sessions/Lecture_1/publish", [:]),
                    try await library.work("sessions/Lecture_1/publish", ["file": "link.mov"]),
                ]
                told.with { $0 = answers }
            }
            #expect(recording.code == 0, "\(recording.errors)")
            let all = told.with { $0 }
            #expect(all[0]["state"] == "done" && all[0]["result"]?["title"] == "Lesson 4", "\(all[0].line)")
            #expect(all[0]["result"]?["address"]?.text == server.address + Self.address)
            #expect(server.told("video").map(\.text) == [session.digests["combined"]])
            #expect(all[1]["published"] == .array(session.kept) && session.kept.count == 1)
            #expect(all[2]["state"] == "failed", "\(all[2].line)")
            #expect(all[2]["error"]?.text?.contains("was published at") == true, "\(all[2].line)")
            #expect(
                all[3]["error"]?.text?.hasPrefix("'file': the file is not in the session's folder.") == true,
                "\(all[3].line)"
            )
        }

        /// An upload that is interrupted for any reason resumes at the server's position and arrives completely.
        @Test(arguments: [
            #"{"cut":{"2":5000000}}"#, #"{"cut":{"1":1}}"#, #"{"cut":{"3":100,"4":200,"5":300}}"#,
            #"{"lose":{"1":1000}}"#, #"{"hang":{"2":7000000}}"#, #"{"pieces":{"1":503,"2":409},"retry":1}"#,
            #"{"pieces":{"3":500}}"#, #"{"tokens":2}"#, #"{"limit":5000000}"#, #"{"lost":"told"}"#,
        ])
        func whatBreaksOffGoesOn(_ faults: String) async throws {
            let session = try await PublishedSession(["combined": [Self.bytes]])
            let server = try StandIn(.peertube, faults)
            let done = try await session.publish(to: server, ["--timeout", "2s"])
            #expect(done.code == 0, "\(done.errors)")
            #expect(server.told("video").map(\.text) == [session.digests["combined"]])
            #expect(session.kept.map { $0["state"]?.text } == ["published"])
            let isBroken = !["tokens", "limit", "lose"].contains { faults.contains($0) }
            #expect(done.errors.contains("; retrying in 1 s") == isBroken, "\(done.errors)")
        }

        @Test(arguments: [
            (#"{"login":400}"#, 69, "does not accept the user and the password."),
            (
                #"{"login":"two-factor"}"#, 69,
                "'ADDRESS' requires a second factor for this user. Publish as a user without one."
            ),
            (
                #"{"login":404}"#, 69,
                "there is no PeerTube at 'ADDRESS' (HTTP status 404). Give the address of its web page"
            ),
            (
                #"{"me":500}"#, 69,
                "'ADDRESS' fails (HTTP status 500). Run this again to resume."
            ),
            (#"{"init":413}"#, 69, "'ADDRESS' does not accept 70 MB (HTTP status 413)."),
            (#"{"init":415}"#, 69, "'ADDRESS' does not accept it (HTTP status 415: The file is too large)."),
            (
                #"{"pieces":{"2":403}}"#, 69,
                "the user may not do this at 'ADDRESS'. Ask the server's operator whether the user may"
            ),
            (#"{"pieces":{"1":422}}"#, 69, "'ADDRESS' does not accept it (HTTP status 422: It does not like that)."),
            (
                #"{"pieces":{"all":500},"retry":1}"#, 69,
                "'ADDRESS' fails (HTTP status 500: It does not like that). Run this again to resume."
            ),
            (
                #"{"lost":"busy","retry":1}"#, 70,
                "all was sent, but 'ADDRESS' fails (HTTP status 503: It does not like that)."
            ),
            (
                #"{"lost":"gone"}"#, 70,
                "it is not known whether 'take_combined_000.mov' arrived at peertube:ADDRESS: all was sent"
            ),
        ])
        func failuresAreTold(_ faults: String, _ code: Int32, _ text: String) async throws {
            let session = try await PublishedSession(["combined": [Self.bytes]])
            let server = try StandIn(.peertube, faults)
            let done = try await session.publish(to: server, ["--timeout", "2s"])
            #expect(done.code == code, "\(done.errors)")
            #expect(done.errors.contains(text.replacing("ADDRESS", with: server.address)), "\(done.errors)")
            #expect(session.kept.map { $0["state"]?.text } == (code == 70 ? ["unknown"] : []))
            #expect(server.told("video").count == (code == 70 ? 1 : 0))
        }

        /// A server without chapters gets the video nevertheless, and the missing chapters are reported.
        @Test(arguments: [
            (404, "note: the marks did not become chapters: PeerTube supports chapters from version 6 on"),
            (400, "warning: the marks did not become chapters: the server rejected them"),
        ]) func missingChaptersAreTold(_ status: Int, _ text: String) async throws {
            let session = try await PublishedSession(["combined": [1000]])
            let server = try StandIn(.peertube, #"{"chapters":\#(status)}"#)
            let done = try await session.publish(to: server)
            #expect(done.code == 0 && done.errors.contains(text), "\(done.errors)")
            #expect(done.told.last?["chapters"] == .null && session.kept.count == 1)
        }

        /// Ctrl-C deletes the uploaded part from the server; an upload that was killed is resumed by the next call.
        @Test(arguments: [SIGINT, SIGKILL]) func endedThereIsNoVideo(_ signal: Int32) async throws {
            let session = try await PublishedSession(["combined": [Self.bytes]])
            let server = try StandIn(.peertube, #"{"hang":{"2":3000000}}"#)
            let done = try await session.publish(to: server) { told, child in
                if told["percent"]?.count ?? 0 > 47 { child.send(signal) }
            }
            #expect(done.code == (signal == SIGKILL ? -SIGKILL : 69), "\(done.errors)")
            #expect(server.told("video").isEmpty && session.kept.isEmpty)
            #expect(server.kept.count == (signal == SIGINT ? 0 : 1))
            let next = try await session.publish(to: server, ["--timeout", "5s"])
            #expect(next.code == 0, "\(next.errors)")
            #expect(server.told("video").map(\.text) == [session.digests["combined"]])
            let ranges = server.told("range").compactMap(\.text)
            #expect(ranges.count { $0.hasPrefix("bytes 0-") } == (signal == SIGINT ? 2 : 1), "\(ranges)")
        }

        /// After a kill at any moment, the server has no video or a complete one, and nothing is published twice.
        @Test func killedAtAnyMomentNothingIsHalf() async throws {
            let session = try await PublishedSession(["combined": [Self.bytes]])
            let server = try StandIn(.peertube)
            for _ in 0..<12 {
                let delay = Double.random(in: 0.1...1.2)
                let command =
                    "timeout -s KILL \(delay) \(Tool.dualcam) publish '\(session.path)' --to \(server.place) --user ann; true"
                let environment = TestHome.environment(["DUALCAM_PUBLISH_PASSWORD": PublishedSession.password])
                _ = try await Child.run("/bin/bash", ["-c", command], environment: environment)
                let videos = server.told("video").map(\.text)
                #expect(videos.isEmpty || videos == [session.digests["combined"]], "after \(delay) s")
                #expect(videos.isEmpty || session.kept.count == 1, "after \(delay) s")
            }
            let last = try await session.publish(to: server)
            #expect([0, 73].contains(last.code), "\(last.errors)")
            #expect(last.code == 73 || server.told("video").count == 1)
        }

        /// A server that does not run, and a port where another web server answers, with HTML instead of JSON.
        @Test func nobodyThereIsTold() async throws {
            let session = try await PublishedSession(["combined": [1000]])
            let gone = try StandIn(.peertube)
            gone.stop()
            let done = try await session.publish(to: gone)
            #expect(done.code == 69 && done.errors.contains("'\(gone.address)' cannot be reached:"), "\(done.errors)")
            let silent = try TinyServer { _ in
                .init(status: 200, headers: "Content-Type: text/html\r\n", body: "<html>")
            }
            let strange = try await session.publish([
                "--to", "peertube:http://127.0.0.1:\(silent.port)", "--user", "ann",
            ])
            silent.close()
            #expect(
                strange.code == 69
                    && strange.errors.contains("does not answer as PeerTube does: its answer is not JSON text."),
                "\(strange.errors)")
        }
    }
}
