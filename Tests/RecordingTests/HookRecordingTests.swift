import DualCamTestKit
import Foundation
import Glibc
import Testing

extension Recordings {
    /// Hooks during a recording: programs that work, hang or fail, and a web address that refuses requests.
    @Suite(.serialized) struct Hooks {
        private static let cameras = """
            cameras: {back: {device: test, size: 320x180}, front: {device: "test:ball", size: 320x180}}
            microphone: test
            encoders: {default: {use: x264, preset: ultrafast}}

            """

        private func folder(_ scripts: [String: String]) throws -> TemporaryFolder {
            let folder = try #require(TemporaryFolder())
            for (name, script) in scripts {
                folder.write("#!/bin/sh\ncd \"$(dirname \"$0\")\"\n" + script, to: name)
                chmod(folder.path + "/" + name, 0o755)
            }
            return folder
        }

        private func record(_ hooks: String, in folder: TemporaryFolder, _ interruptions: [Interruption] = [])
            async throws
            -> Recording
        {
            try await Recorder(
                pipeline: Self.cameras + hooks, arguments: interruptions.isEmpty ? ["--duration", "2s"] : [],
                interruptions: interruptions, environment: ["XDG_STATE_HOME": folder.path + "/state"], journal: folder
            ).record()
        }

        @Test func programsRunBesideIt() async throws {
            let folder = try folder([
                "note": "cat >> notes; echo \"$1 $DUALCAM_EVENT $(ls \"$DUALCAM_SESSION\" | grep -c mov)\" >> notes",
                "hang": "trap '' TERM; while :; do sleep 60; done", "fail": "sleep 1; echo no route >&2; exit 3",
                "last": "sleep 1; ls \"$DUALCAM_SESSION\" > listing",
            ])
            let recording = try await record(
                """
                hooks:
                  file-finished: [./note, closed]
                  recording: ./hang
                  started: ./fail
                  finished: ./last
                  limit: 5s
                """, in: folder)
            #expect(recording.code == 0, "\(recording.errors)")
            let failures = recording.events.filter { $0.event == "hook-failed" }
            #expect(Set(failures.map(\.reason)) == ["limit", "failed"])
            #expect(
                failures.contains {
                    $0.message?.hasSuffix("/fail (hooks.started) ended with exit code 3: no route.") == true
                })
            let notes = try #require(folder.text("notes")).split(separator: "\n")
            #expect(notes.count { $0 == "closed file-finished 2" } == 2, "\(notes)")
            #expect(notes.count { Event(line: String($0))?.event == "file-finished" } == 2, "\(notes)")
            // The hook `finished` was given time to end, and saw a complete session.
            #expect(folder.text("listing")?.contains("session.json") == true)
            // On a busy machine a hook may only run after the recording is over.
            let told = recording.events.prefix { $0.event != "file-finished" }
            if told.contains(where: { $0.event == "hook-failed" }) {
                let ledger = try String(contentsOfFile: try recording.path("session.json"), encoding: .utf8)
                #expect(ledger.contains("hook-failed"))
            }
            for output in recording.events.last(where: { $0.event == "status" })?.outputs ?? [] {
                #expect(output.frames >= 29, "\(output)")
            }
        }

        /// A hook's program gets neither open descriptors of recorded files nor the password of a service.
        @Test func aProgramGetsNeitherFilesNorSecrets() async throws {
            let folder = try #require(TemporaryFolder())
            let script = """
                n=3; while [ $n -lt 400 ]; do [ -e /proc/self/fd/$n ] && echo $n >> \(folder.path)/files; n=$((n+1)); done; \
                env > \(folder.path)/variables
                """
            let recording = try await Recorder(
                pipeline: Self.cameras + "hooks: {recording: [/bin/sh, -c, '\(script)']}\n",
                arguments: ["--duration", "2s"],
                environment: [
                    "XDG_STATE_HOME": folder.path + "/state", "DUALCAM_PUBLISH_PASSWORD": "hidden", "MY_OWN": "seen",
                ]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let variables = try #require(folder.text("variables"))
            #expect(variables.contains("MY_OWN=seen") && variables.contains("DUALCAM_EVENT=recording"))
            #expect(!variables.contains("DUALCAM_PUBLISH_PASSWORD") && !variables.contains("hidden"))
            #expect(folder.text("files") == nil)
        }

        /// A second Ctrl-C ends the wait for a hook.
        @Test func theWaitCanBeEnded() async throws {
            let folder = try folder(["hang": "echo $$ > pid; exec sleep 600"])
            let recording = try await record(
                "hooks: {finished: ./hang}\n", in: folder,
                [Interruption(SIGINT) { $0.tells(ofSeconds: 0.9) }, Interruption(SIGINT) { $0.event == "finished" }])
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.events.last?.event == "hook-failed" && recording.events.last?.reason == "abandoned")
            let last = try #require(recording.signals.last)
            #expect(recording.ended - last < .seconds(20))
            if let pid = folder.text("pid").flatMap({ Int32($0.dropLast()) }) { #expect(kill(pid, 0) != 0) }
        }

        /// Events that a web address did not accept are sent first in the next run.
        @Test func anAddressIsServedByTheNextRun() async throws {
            let folder = try folder([:])
            let isOpen = Lock(false)
            let server = try TinyServer { _ in .init(status: isOpen.with { $0 } ? 204 : 503, body: "") }
            defer { server.close() }
            let hooks = "hooks: {finished: 'http://127.0.0.1:\(server.port)/key', paused: 'http://127.0.0.1:1/'}\n"
            let first = try await record(hooks, in: folder)
            #expect(first.code == 0, "\(first.errors)")
            #expect(first.first("hook-failed")?.reason == "unreachable")
            #expect(first.first("hook-failed")?.message?.contains("/key") == false)
            let early = server.asked.count
            isOpen.with { $0 = true }
            let second = try await record(hooks, in: folder)
            #expect(second.code == 0 && second.first("hook-failed") == nil, "\(second.errors)")
            let taken = server.asked.dropFirst(early)
            #expect(early >= 1 && taken.count == 2 && taken.first == server.asked.first)
            #expect(taken.allSatisfy { $0.hasPrefix("POST /key {\"event\":\"finished\"") })
            #expect(!folder.contents.contains { $0.hasPrefix("state/dualcam/hooks/") && $0.hasSuffix(".json") })
        }

        /// A missing hook program is an error in the pipeline file, reported before anything begins.
        @Test func aMissingProgramIsAMistake() async throws {
            let folder = try folder([:])
            let recording = try await record("hooks: {finished: ./gone}\n", in: folder)
            #expect(recording.code == 65)
            #expect(
                recording.errors.contains(
                    "error: hooks.finished: there is no program '\(folder.path)/gone'; check the path"))
        }
    }
}
