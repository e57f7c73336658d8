import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Another user can write into the recording directory.
    @Suite(.serialized) struct Strangers {
        private static let session = #"""
            {"format":1,"name":"x","state":"recording","outputs":[{"output":"back","files":[]}],"ledger":[]}
            """#

        /// Returns a ledger with an incomplete file that has no frames and was written about when the crash happened.
        /// Recovery deletes such a file.
        private static func ledger(_ path: String) -> String {
            let time = ISO8601DateFormatter().string(from: .now).replacing("Z", with: ".000Z")
            return #"""
                {"time":"\#(time)","running-time":0.0,"kind":"recording","files":[{"output":"back","file":"\#(path)","segment":0}]}

                """#
        }

        /// Another user can predict the next file's name, and a recovery runs in the background. Neither a link nor a
        /// ledger may make dualcam touch files outside a session.
        @Test func neitherALinkNorALedgerLeadsOutOfASession() async throws {
            let directory = try #require(TemporaryFolder())
            directory.write("mine", to: "linked.mov")
            directory.write("mine", to: "listed.mov")
            directory.write(Self.session, to: "strange/session.json")
            directory.write(Self.ledger(directory.path + "/listed.mov"), to: "strange/ledger.jsonl")
            directory.write("", to: "strange/UNFINISHED")
            var recorder = Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180}}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {segment: 2s, name: "take_{output}"}
                    """, arguments: ["--duration", "7s"], directory: directory.path)
            recorder.watch = { event in
                guard event.event == "recording" else { return }
                symlink("../linked.mov", directory.path + "/take/take_back_001.mov")
            }
            let recording = try await recorder.record()
            #expect(directory.text("linked.mov") == "mine")
            #expect(directory.text("listed.mov") == "mine")
            let warnings = recording.events.filter { $0.event == "warning" }.compactMap(\.message)
            #expect(
                warnings.contains {
                    $0.contains("take_back_001.mov is not recorded: something of that name is there already")
                        && $0.contains("For now back goes on in the file that it has, and nothing is lost.")
                }, "\(warnings)")
            #expect(recording.code == 0 && recording.first("failed") == nil, "\(recording.errors)")
            let files = directory.contents.filter { $0.hasPrefix("take/") && $0.hasSuffix(".mov") }
            #expect(files.contains("take/take_back_001.mov") && files.count >= 3, "\(files)")
            let real = files.filter { $0 != "take/take_back_001.mov" }.map { directory.path + "/" + $0 }
            for file in try await Judgement.of(real) {
                #expect(file.errors.isEmpty, "\(file.file)")
                recording.expectWhole(file)
            }
        }
    }
}
