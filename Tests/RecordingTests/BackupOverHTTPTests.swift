import DualCamControl
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings.Backups {
    /// A backup that is requested over HTTP is complete, whether or not the schedule copies the session at that moment.
    @Test(arguments: ["finished", "night"]) func whatIsAskedForOverHTTPArrives(when: String) async throws {
        // Small files, so that they arrive soon even on a busy machine.
        let session = try await PublishedSession(["back": [80_000], "front": [50_000, 20_000]])
        let there = try #require(TemporaryFolder())
        let name = PublishedSession.name
        let told = Lock<[JSONValue]>([])
        let more = "backup: {to: '\(there.path)', when: \(when)}\n"
        let recording = try await ServedLibrary.show(session.folder.path, more: more) { library in
            let work = try await library.work("sessions/\(name)/backup", [:])
            let texts = [
                work, try await library.ask("backups").json ?? .null,
                try await library.ask("sessions/\(name)").json ?? .null,
                try await library.work("sessions/\(name)/backup", [:]),
            ]
            told.with { $0 = texts }
        }
        #expect(recording.code == 0, "\(recording.errors)")
        let all = told.with { $0 }
        #expect(all[0]["state"] == "done", "\(all[0].line)")
        #expect(all[0]["result"]?["to"]?.text == there.path + "/" + name)
        #expect(all[1]["to"]?.text == there.path && all[1]["by-itself"]?.text == when, "\(all[1].line)")
        #expect(all[1]["waiting"]?.list?.isEmpty != false && all[1]["failed"] == .array([]), "\(all[1].line)")
        #expect(all[2]["backed-up"] == true)
        #expect(all[3]["result"]?["copied"]?.count == 0, "\(all[3].line)")
        let copied = there.contents.filter { !$0.hasSuffix("/") }
        #expect(!copied.contains { $0.hasSuffix(".part") })
        let wanted = try await Self.digests(of: session.path).filter { !$0.key.hasPrefix(".dualcam/") }
        #expect(try await Self.digests(of: there.path + "/" + name) == wanted && wanted.count == 4)
        // The schedule must not report an error about files that the request has already copied.
        #expect(!recording.events.contains { $0.event == "backup-failed" }, "\(recording.errors)")
    }

    /// A missing backup folder is reported as the reason why the job failed. If the pipeline file names no backup
    /// folder, the request is refused.
    @Test func whatIsWrongIsTold() async throws {
        let session = try await Self.session.value
        let folder = try #require(TemporaryFolder())
        try FileManager.default.copyItem(atPath: session.folder, toPath: folder.path + "/" + session.name)
        try? FileManager.default.removeItem(atPath: folder.path + "/\(session.name)/.dualcam")
        let told = Lock<[JSONValue]>([])
        let gone = folder.path + "/gone"
        let recording = try await ServedLibrary.show(folder.path, more: "backup: {to: '\(gone)'}\n") {
            [name = session.name] library in
            let work = try await library.work("sessions/\(name)/backup", [:])
            let hasFailed = { @Sendable (backups: JSONValue) in backups["failed"]?.list?.isEmpty == false }
            var backups = try await library.ask("backups").json ?? .null
            if !hasFailed(backups) { backups = await library.until { $0["event"] == "backups" && hasFailed($0) } }
            told.with { $0 = [work, backups] }
        }
        #expect(recording.code == 0, "\(recording.errors)")
        let all = told.with { $0 }
        let reason = "There is no folder '\(gone)'. Mount its disk, or create the folder."
        #expect(all[0]["state"] == "failed" && all[0]["error"]?.text == reason, "\(all[0].line)")
        let failure = all[1]["failed"]?.list?.first
        #expect(failure?["session"] == .null && failure?["message"]?.text == reason, "\(all[1].line)")
        #expect(failure?["again"]?.text.flatMap { WallTime.unixNanoseconds(iso8601: $0) } != nil)
        #expect(all[1]["waiting"] == [.string(session.name)] && all[1]["waiting-count"]?.count == 1)
        let none = Lock<Int>(0)
        _ = try await ServedLibrary.show(folder.path) { [name = session.name] library in
            let status = try await library.ask("sessions/\(name)/backup", [:]).status
            none.with { $0 = status }
        }
        #expect(none.with { $0 } == 409)
    }
}
