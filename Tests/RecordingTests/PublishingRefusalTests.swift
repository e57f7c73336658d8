import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Publications that are refused before the server is contacted, and the choices that a user has.
    @Suite(.serialized) struct PublishingRefusals {
        /// Wrong arguments and their error messages, for a service that does not run.
        private static let misuse: [([String], String)] = [
            (
                ["peertube"],
                "has no combined file, which is published to PeerTube by default. Choose with --file one of back, front, side, or"
            ),
            (
                ["peertube", "--file", "side"],
                "'side' has 2 files, but only one can be published. Join them with 'dualcam trim "
            ),
            (
                ["peertube", "--file", "none.mp4"],
                "'none.mp4' is neither an output of 'Lecture_1' nor a file. Its outputs are"
            ),
            (
                ["peertube", "--file", "session.json"],
                "session.json' does not have the extension of a supported video file. Give one that ends with .mp4"
            ),
            (["peertube", "--file", "empty.mp4"], "empty.mp4' is empty."),
            (
                ["peertube", "--file", "back", "--title", "ab"],
                "PeerTube takes titles of 3 to 120 characters, but 'ab' has 2."
            ),
            (
                ["peertube", "--file", "back", "--description", "x"],
                "PeerTube takes descriptions of 3 to 10000 characters"
            ),
            (["peertube", "--file", "back", "--series", "x"], "--series is for Opencast only. Leave it out."),
            (["peertube", "--presentation", "back"], "--presentation is for Opencast only."),
            (["opencast", "--channel", "x"], "--channel is for PeerTube only."),
            (["opencast", "--privacy", "public"], "--privacy is for PeerTube only."),
            (["opencast", "--presentation", "back"], "is both the presenter and the presentation."),
            (["nobody"], "the user is missing. Write --user NAME, and --password-file FILE"),
            (["peertube", "--password-file", "/none"], "'/none' cannot be read: No such file or directory."),
        ]

        @Test(arguments: Self.misuse)
        func misuseIsRefused(_ words: [String], _ text: String) async throws {
            let session = try await PublishedSession(["back": [10], "front": [10], "side": [10, 10]])
            session.folder.write("", to: "Lecture_1/empty.mp4")
            let kind = words[0] == "opencast" ? "opencast" : "peertube"
            let user = words[0] == "nobody" ? [] : ["--user", "ann"]
            let done = try await session.publish(["--to", kind + ":http://127.0.0.1:1"] + user + words.dropFirst())
            #expect(done.code == 64 && done.errors.contains(text), "\(done.errors)")
        }

        /// A password file that other users can read is refused.
        @Test(arguments: [(0o600, true), (0o400, true), (0o640, false), (0o604, false)])
        func passwordsLieInPrivateFiles(_ mode: Int, _ isTaken: Bool) async throws {
            let session = try await PublishedSession(["combined": [10]])
            session.folder.write(PublishedSession.password + "\nmore", to: "password")
            let path = session.folder.path + "/password"
            chmod(path, mode_t(mode))
            let server = try StandIn(.peertube)
            let done = try await Child.run(
                Tool.dualcam,
                ["publish", session.path, "--to", server.place, "--user", "ann", "--password-file", path])
            #expect(done.code == (isTaken ? 0 : 64), "\(done.errors)")
            let octal = String(mode, radix: 8)
            let text =
                "other users can read the password in '\(path)' (mode \(octal)). Protect it: chmod 600 '\(path)'."
            #expect(done.errors.contains(text) == !isTaken, "\(done.errors)")
            #expect(server.log.isEmpty == !isTaken)
        }

        /// A recorded file that differs from its digest is only sent if the user asks for that; a file that is cut off
        /// is never sent.
        @Test(arguments: [(false, 0), (true, 74)]) func damagedFilesStayHere(_ isCut: Bool, _ unchecked: Int32)
            async throws
        {
            let session = try await PublishedSession(["combined": [2_000_000]])
            let file = try FileHandle(forUpdating: URL(filePath: session.path + "/take_combined_000.mov"))
            if isCut { try file.truncate(atOffset: 1_000_000) } else { try file.write(contentsOf: Data([1, 2, 3])) }
            try file.close()
            let server = try StandIn(.peertube)
            let done = try await session.publish(to: server)
            #expect(done.code == 74 && done.errors.contains("dualcam audit"), "\(done.errors)")
            #expect(server.log.isEmpty)
            #expect(try await session.publish(to: server, ["--unchecked"]).code == unchecked)
        }

        /// A file that changes while it is being sent is not published.
        @Test func aFileThatChangesIsNotPublished() async throws {
            let session = try await PublishedSession(["combined": [70_000_000]])
            let server = try StandIn(.peertube)
            let path = session.path + "/take_combined_000.mov"
            let done = try await session.publish(to: server) { told, _ in
                guard told["event"]?.text == "progress", told["percent"]?.count ?? 100 < 40 else { return }
                let file = FileHandle(forUpdatingAtPath: path)
                file?.write(Data([1]))
                file?.closeFile()
            }
            #expect(done.code == 74 && done.errors.contains("the file has changed while it was sent"), "\(done.errors)")
            #expect(server.told("video").isEmpty && session.kept.isEmpty)
        }

        /// Files that were made from the session can be published, by a path from the session's folder or from the
        /// working directory. They have no chapters.
        @Test(arguments: ["youtube.mp4", "cut/film.mkv"]) func madeFilesArePublished(_ name: String) async throws {
            let session = try await PublishedSession(["combined": [10]])
            session.folder.write("made of it", to: "Lecture_1/" + name)
            let server = try StandIn(.peertube)
            let done = try await session.publish(to: server, ["--file", name])
            #expect(done.code == 0, "\(done.errors)")
            // The result of printf 'made of it' | sha256sum
            let digest = "3d726b810cb1689a717a96e0ab188c2a185e17f9c75953bd9485989acb796f7a"
            #expect(server.told("video").map(\.text) == [digest] && server.told("chapters").isEmpty)
            #expect(session.kept.first?["files"]?.list?.first?["digest"]?.text == digest)
        }

        @Test func onlyFinishedSessionsArePublished() async throws {
            let session = try await PublishedSession(["combined": [10]], state: "unfinished")
            let done = try await session.publish(["--to", "peertube:http://127.0.0.1:1", "--user", "ann"])
            #expect(
                done.code == 64 && done.errors.contains("The session 'Lecture_1' is not finished."), "\(done.errors)")
        }

        /// A server whose certificate is not trusted gets neither the password nor anything else.
        @Test(arguments: [StandIn.Kind.peertube, .opencast]) func strangersGetNothing(_ kind: StandIn.Kind) async throws
        {
            let session = try await PublishedSession(["combined": [10]])
            let server = try StandIn(kind, try await StandIn.certificate(in: session.folder).fault)
            let done = try await session.publish(to: server)
            #expect(done.code == 69 && done.errors.contains("does not prove its identity:"), "\(done.errors)")
            #expect(server.log.isEmpty)
        }

        /// Over TLS, with a certificate that the system trusts, everything arrives as well.
        @Test(
            .enabled("mounting needs root") { try await SmallDisk.isPossible() },
            arguments: [StandIn.Kind.peertube, .opencast])
        func everythingArrivesByTLS(_ kind: StandIn.Kind) async throws {
            let session = try await PublishedSession(["combined": [40_000_000]])
            let certificate = try await StandIn.certificate(in: session.folder)
            let server = try StandIn(kind, certificate.fault)
            let command =
                "mount --bind '\(certificate.path)' /etc/ssl/certs/ca-certificates.crt && "
                + "exec '\(Tool.dualcam)' publish '\(session.path)' --to \(server.place) --user ann"
            let environment = TestHome.environment(["DUALCAM_PUBLISH_PASSWORD": PublishedSession.password])
            let done = try await Child.run(
                "/usr/bin/unshare", ["--mount", "/bin/bash", "-c", command], environment: environment)
            #expect(done.code == 0, "\(done.errors)")
            let digest = server.told("event").first?.list?.last?["sha256"]?.text ?? server.told("video").first?.text
            #expect(digest == session.digests["combined"])
        }

        /// A large file is not read into memory as a whole.
        @Test func memoryStaysFlat() async throws {
            let session = try await PublishedSession(["combined": [400_000_000]])
            for (kind, most) in [(StandIn.Kind.peertube, 120_000), (.opencast, 120_000)] {
                let server = try StandIn(kind)
                let words = ["-f", "%M", Tool.dualcam, "publish", session.path, "--to", server.place, "--user", "ann"]
                let environment = TestHome.environment(["DUALCAM_PUBLISH_PASSWORD": PublishedSession.password])
                // The upload runs at idle priority, so it is many times slower on a busy machine.
                let done = try await Child.run("/usr/bin/time", words, environment: environment, patience: 900)
                let last = done.errors.split(separator: "\n").last.flatMap { Int($0) }
                let kilobytes = try #require(last, "\(done.errors)")
                #expect(done.code == 0 && kilobytes < most, "\(kind): \(kilobytes) kB")
            }
        }
    }
}
