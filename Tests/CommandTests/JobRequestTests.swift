import DualCamRecordings
import Foundation
import Testing

@testable import DualCamControl
@testable import DualCamEditing
@testable import DualCamProcess
@testable import DualCamWorker

/// Requests to the process that does a job.
@Suite struct JobRequestTests {
    @Test(
        arguments: [
            .work(.init(.compose, "take", arguments: ["edit": ["bytes": 5]], texts: ["edit": "\"ä\n\u{1F600}"])),
            .work(.init(.calibrate)), .work(.init(.proxy, "take", file: "a b.mov")),
            .work(.init(.export, "take", arguments: ["as": "story"])),
            .timeline(session: "take", .edl, isPortable: true), .timeline(session: "take", .otio, isPortable: false),
        ] as [JobRequest.Task])
    func whatIsHandedOverIsReadAgain(task: JobRequest.Task) throws {
        let handed = JobRequest(task, in: "/films")
        #expect(JobRequest(try JSONValue(parsing: handed.json.line)) == handed)
    }

    @Test(arguments: [
        "{}", #"{"directory":"/f","task":"work","kind":"nothing","session":"a"}"#,
        #"{"directory":"/f","task":"work","kind":"audit"}"#,
        #"{"directory":"/f","task":"play","kind":"audit","session":"a"}"#,
        #"{"directory":"/f","task":"work","kind":"calibrate","session":"a"}"#,
        #"{"directory":"/f","task":"timeline","session":"a","format":"mov"}"#,
    ])
    func otherOrdersAreRefused(text: String) throws {
        #expect(JobRequest(try JSONValue(parsing: text)) == nil)
    }

    /// A text for another program is in a file without a name, which disappears with its value.
    @Test func aFileWithoutANameHoldsAText() throws {
        var file = UnnamedFile(Array("words".utf8))
        let path = try #require(file?.path)
        #expect(DiskView().bytes(of: path, limit: 100) == Array("words".utf8))
        let target = try #require(try? FileManager.default.destinationOfSymbolicLink(atPath: path))
        #expect(target.hasSuffix(" (deleted)"))
        file = nil
        #expect(DiskView().bytes(of: path, limit: 100) == nil)
    }
}
