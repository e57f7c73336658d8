import DualCamControl
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// New files of a session, made as the web interface requests them.
    @Suite(.serialized) struct Making {
        private static let places = TemporaryFolder()

        /// Copies the session to a new recording directory.
        private static func copy() async throws -> (directory: String, session: String) {
            let session = try await Exporting.two.value.session
            let directory = try #require(places).path + "/" + UUID().uuidString
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let name = (session as NSString).lastPathComponent
            try FileManager.default.copyItem(atPath: session, toPath: directory + "/" + name)
            return (directory, name)
        }

        private static func lines(of finished: Finished) -> [JSONValue] {
            finished.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
        }

        /// Runs a job and returns its final report: the result or the error.
        private static func make(
            _ kind: String, _ arguments: String, _ place: (directory: String, session: String)
        ) async throws -> JSONValue {
            let finished = try await Tool.run("/bin/bash", try words(kind, arguments, place))
            return try #require(lines(of: finished).last)
        }

        /// Returns the shell command that runs the job as the web interface does.
        private static func words(
            _ kind: String, _ arguments: String, _ place: (directory: String, session: String)
        ) throws -> [String] {
            var given = try JSONValue(parsing: arguments).members ?? []
            let texts = given.filter { $0.value["text"] != nil }
            for index in given.indices {
                guard let text = given[index].value["text"]?.text else { continue }
                given[index].value = ["bytes": .count(text.utf8.count)]
            }
            let order: JSONValue = [
                "directory": .string(place.directory), "task": "work", "kind": .string(kind),
                "session": .string(place.session), "arguments": .object(given),
                "texts": .object(texts.map { .init($0.key, $0.value["text"] ?? .null) }),
            ]
            let path = place.directory + "/order-\(UUID().uuidString)"
            try order.line.write(toFile: path, atomically: true, encoding: .utf8)
            return ["-c", "exec '\(Tool.dualcam)' job session < '\(path)'"]
        }

        private static func made(_ place: (directory: String, session: String)) throws -> [String] {
            let session = try SessionLibrary(place.directory).session(place.session)
            return (session["made"]?.list ?? []).compactMap { $0["path"]?.text }
        }

        /// Each new file is in the session's folder, is complete, and is listed. Existing files do not prevent another
        /// one.
        @Test func newFilesAreMadeAndListed() async throws {
            let place = try await Self.copy()
            let folder = place.directory + "/" + place.session
            let before = try FileManager.default.subpathsOfDirectory(atPath: folder).count
            for file in ["square.mp4", "square_2.mp4"] {
                let told = try await Self.make("export", #"{"as":"square","from":"1s","to":"3s"}"#, place)
                #expect(told["result"] == ["files": [.string(file)], "frames": 60], "\(told.line)")
                #expect(try await Self.frames("\(folder)/\(file)") == 60)
            }
            let drawn = try await Self.make("compose", #"{"switch-every":"1s"}"#, place)
            #expect(drawn["result"]?["files"] == ["combined.mov"], "\(drawn.line)")
            #expect(try await Self.frames("\(folder)/combined.mov") == drawn["result"]?["frames"]?.count)
            let cut = try await Self.make(
                "trim", #"{"from":"0.5s","cut":["1s..2s"],"cameras":"back","join":true}"#, place)
            #expect(cut["result"]?["files"] == ["trim/back.mov"], "\(cut.line)")
            #expect(try await Self.frames("\(folder)/trim/back.mov") == cut["result"]?["frames"]?.count)
            let calm = try await Self.make("stabilise", #"{"camera":"front","over":"500ms"}"#, place)
            let steady = ["front_stabilised_000.mov", "front_stabilised_001.mov"]
            #expect(calm["result"] == ["files": .array(steady.map { .string($0) }), "frames": 150], "\(calm.line)")
            #expect(try Self.made(place) == ["square.mp4", "square_2.mp4", "combined.mov", "trim/back.mov"] + steady)
            // The new files, the folder of one of them, and the folder with the notes about all.
            let after = try FileManager.default.subpathsOfDirectory(atPath: folder).count
            let hasNotes = FileManager.default.fileExists(atPath: folder + "/.dualcam")
            #expect(hasNotes && (13...14).contains(after - before))
            let audit = try await Tool.run(Tool.dualcam, ["audit", folder])
            #expect(audit.code == 0, "\(audit.text)")
        }

        /// The sound recorder's file may be in the session's folder; a link there is not accepted.
        @Test func theSoundOfARecorderIsTaken() async throws {
            let place = try await Self.copy()
            let folder = place.directory + "/" + place.session
            let recorded = try #require(
                FileManager.default.contentsOfDirectory(atPath: folder).first { $0.contains("back") })
            let sound = try await Tool.run(
                "/usr/bin/ffmpeg",
                ["-v", "error", "-nostdin", "-i", "\(folder)/\(recorded)", "-map", "0:a:0", "\(folder)/recorder.wav"])
            #expect(sound.code == 0, "\(sound.errors)")
            let made = try await Self.make("dub", #"{"sound":"recorder.wav","offset":"0s","cameras":"back"}"#, place)
            let files = (made["result"]?["files"]?.list ?? []).compactMap(\.text)
            #expect(
                try !files.isEmpty && Self.made(place) == files && files.allSatisfy { $0.hasPrefix("dub/back") },
                "\(made.line)")
            let audit = try await Tool.run(Tool.dualcam, ["audit", folder])
            #expect(audit.code == 0, "\(audit.text)")
            try FileManager.default.moveItem(atPath: "\(folder)/recorder.wav", toPath: place.directory + "/secret.wav")
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/recorder.wav", withDestinationPath: place.directory + "/secret.wav")
            let refused = try await Self.make("dub", #"{"sound":"recorder.wav","offset":"0s"}"#, place)
            #expect(
                refused["problem"] == "'sound': the session's folder has no file 'recorder.wav'.", "\(refused.line)")
            #expect(refused["advice"] == "Copy the recorder's file there.")
        }

        @Test(arguments: [
            (
                "export", #"{"as":"square","from":"1h"}"#,
                "'from': the recording is only 5s long.", "Give an earlier time."
            ),
            (
                "compose", #"{"switch-every":"1s","switch-at-marks":true}"#,
                "'switch-every' and 'switch-at-marks' cannot be combined.", "Keep one of them."
            ),
            (
                "trim", #"{"cameras":"side"}"#,
                "The session has no files of 'side'.", "It has those of back, combined, front."
            ),
            (
                "compose", #"{"by-speaker":"back=anna,front=carl"}"#,
                "'by-speaker': no track holds the microphone 'carl' alone.", "There are anna, ben."
            ),
            (
                "compose", #"{"edit":{"text":"cuts:\n  - {at: 1s, man: front}\n"}}"#,
                "edit:2:14: cuts[0].man: unknown key; did you mean 'main'?.", ""
            ),
            // An error that is only found with the session is also reported with its line, and does not name an option
            // of the command line.
            (
                "compose",
                #"{"edit":{"text":"cuts:\n  - at: 1s\n    set: {combined.look: /tmp/nope.cube}\n"}}"#,
                "edit:3:26: combined.look.use: names a file that is neither in the session's folder nor among those it was recorded with; copy it into the session's folder.",
                ""
            ),
            (
                "compose", #"{"edit":{"text":"cuts:\n  - {at: 1s, layout: grid}\n  - {at: 2s, main: side}\n"}}"#,
                "edit:3:20: combined.main: is not accepted; write one of the pipeline's names, or auto.", ""
            ),
            (
                "compose", #"{"edit":{"text":"cuts:\n  - at: 1s\n    set:\n      combined.nothing: 1\n"}}"#,
                "edit:4:25: combined.nothing: unknown key; accepted: layout, when, mixer, main, inset, size, rate, fit, "
                    + "background, motion, transition, switch, divider, overlays, look, adjust.", ""
            ),
        ])
        func aReasonIsTold(kind: String, arguments: String, reason: String, advice: String) async throws {
            let place = try await Self.copy()
            let told = try await Self.make(kind, arguments, place)
            #expect(told["result"] == .null && told["problem"] == .string(reason), "\(told.line)")
            #expect(told["advice"] == .string(advice))
            #expect(try Self.made(place) == [])
        }

        /// A job that is ended leaves no files.
        @Test func whatIsEndedLeavesNothing() async throws {
            let place = try await Self.copy()
            let folder = place.directory + "/" + place.session
            let before = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            let isStruck = Lock(false)
            let finished = try await Child.run(
                "/bin/bash", try Self.words("export", #"{"as":"editing"}"#, place)
            ) { line, child in
                guard JSONValue(ifJSON: line)?["percent"]?.count != nil else { return }
                guard isStruck.with({ struck in !struck }) else { return }
                isStruck.with { $0 = true }
                child.send(SIGTERM)
            }
            let told = try #require(Self.lines(of: finished).last)
            #expect(told["problem"] == "The export was stopped." && told["advice"] == "Nothing was written.")
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() == before)
        }

        private static func frames(_ path: String) async throws -> Int? {
            let told = try await Tool.run(
                "/usr/bin/ffprobe",
                [
                    "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries", "stream=nb_read_frames",
                    "-of",
                    "csv=p=0", path,
                ])
            #expect(told.errors == "")
            return Int(told.text.filter(\.isNumber))
        }
    }
}
