@testable import DualCamTransfer
import DualCamConfig
import DualCamControl
import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Glibc
import Testing

/// A recording directory with one finished session, `take`, with three files: two cameras and the combined picture.
struct RecordedSessions {
    let folder: TemporaryFolder
    let library: Library

    init() throws {
        folder = try #require(TemporaryFolder())
        let backups = BackupStatusStore()
        var backup = Backup()
        backup.to = try RemotePath(parsing: "nas:films")
        var publish = Publish()
        (publish.to, publish.user) = (try PublishingDestination(parsing: "peertube:https://tube.example.org"), "ann")
        backups.state = BackupState(backup, publish, isScheduled: true)
        library = Library(folder.path, undo: .seconds(3600), backups: backups) { _ in
            LibraryTools(work: { _, _ in .failed("No.") }, timeline: { _, _, _ in .success([]) }, delete: { _ in nil })
            {
                _, _ in .failed
            }
        }
        try add("take", start: "2026-11-23T14:21:56.908Z")
    }

    /// Adds a finished session whose name is part of its file names and is their content.
    func add(_ name: String, start: String, state: String = "finished", ledger: String = "") throws {
        let outputs = ["back", "front", "combined"].map { output in
            let file = "\(name)_\(output).mov"
            folder.write(name, to: "\(name)/\(file)")
            return """
                {"output":"\(output)","rate":"30/1","finished":true,"files":[{"file":"\(file)","output":"\(output)","segment":0,\
                "part":0,"finished":true,"size":\(name.utf8.count),"duration":4.0,"frames":120,"start":0.5,"end":4.5}]}
                """
        }
        folder.write(
            """
            {"format":1,"dualcam":"0.1","name":"x","pipeline":"cameras: {back: test, front: test}","host":"here","state":"\(state)",
            "start":{"time":"\(start)","running-time":0.5},"exit-code":0,"outputs":[\(outputs.joined(separator: ","))],
            "ledger":[{"time":"\(start)","running-time":0.5,"kind":"recording","clock":"c","wall-clock-offset":1795443716.0,\
            "files":[],"picture":{"layout":"pip","main":"back","settings":["combined.layout=pip"],"folder":"/films"}}\(ledger)]}
            """, to: "\(name)/session.json")
    }

    /// Adds stills and a waveform of the first file, and a derived file of the session.
    func derive() throws {
        try SessionLibrary(folder.path).derive("take_back.mov", of: "take") { _, _ in
            var content = DerivedContent()
            (content.poster, content.media) = ([0xFF], MediaFacts(video: nil, audio: "aac", duration: 0))
            content.strip = .init(columns: 1, rows: 1, width: 4, height: 4, interval: 1, jpeg: [0xFF])
            content.waveform = .init(interval: 1, peaks: [1])
            return content
        }
        folder.write("made", to: "take/square.mp4")
        try MadeFile.note(folder.path + "/take/square.mp4", .export, of: folder.path + "/take")
        _ = try SessionLibrary(folder.path).makeProxy(of: "take_back.mov", in: "take") { _, _, _ in nil }
    }
}
