import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// `dualcam doctor` with its trial recording.
    @Suite(.serialized) struct Doctor {
        private struct Report: Decodable {
            struct Diagnosis: Decodable { var findings: [Finding] }

            struct Finding: Decodable {
                var subject: String
                var verdict: String
                var text: String
            }

            struct Trial: Decodable {
                var outputs: [Output]
            }

            struct Output: Decodable {
                var output: String
                var frames: Int
            }

            var diagnosis: Diagnosis
            var trial: Trial?
        }

        private func folder(_ pipeline: String) throws -> TemporaryFolder {
            let folder = try #require(TemporaryFolder())
            folder.write("#!/bin/sh\ntouch \"$(dirname \"$0\")/called\"\n", to: "note")
            chmod(folder.path + "/note", 0o755)
            folder.write(pipeline, to: "talk.yaml")
            return folder
        }

        private func doctor(_ folder: TemporaryFolder) async throws -> (code: Int32, report: Report) {
            let own = ["XDG_CACHE_HOME": folder.path + "/cache", "XDG_STATE_HOME": folder.path + "/state"]
            let result = try await Child.run(
                Tool.dualcam, ["doctor", folder.path + "/talk.yaml", "--json", "--duration", "3s"],
                environment: TestHome.environment().merging(own) { $1 })
            return (result.code, try JSONDecoder().decode(Report.self, from: result.output))
        }

        /// The trial is recorded, checked and deleted, and leaves nothing that others could notice.
        @Test func triesARecordingThatNobodyNotices() async throws {
            let folder = try folder(
                """
                cameras: {back: {device: test, size: 320x180}, front: {device: "test:ball", size: 320x180}}
                microphone: test
                combined: {size: 320x180}
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {directory: videos}
                hooks: {started: ./note, finished: ./note}
                """)
            let (code, report) = try await doctor(folder)
            #expect([0, 70].contains(code), "\(report)")
            let outputs = try #require(report.trial).outputs
            #expect(outputs.map(\.output) == ["back", "front", "combined"])
            #expect(outputs.allSatisfy { $0.frames > 0 }, "\(outputs)")
            let subjects = Set(report.diagnosis.findings.map(\.subject))
            let expected = [
                "time", "trial", "camera back", "camera front", "microphone", "encoder back", "encoder combined",
                "cost",
                "disk", "space",
            ]
            #expect(subjects.isSuperset(of: expected), "\(subjects)")
            #expect((code == 0) == !report.diagnosis.findings.contains { $0.verdict == "fault" })
            #expect(folder.text("called") == nil)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/videos"))
            let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/dualcam")
            #expect(!rest.contains { $0.hasPrefix("doctor-") }, "\(rest)")
        }

        /// Ctrl-C during the trial recording ends it and deletes its folder. The report does not mention a recording
        /// that was cut short.
        @Test func anInterruptedTrialLeavesNothing() async throws {
            let folder = try folder("cameras: {back: {device: test, size: 320x180}}\nmicrophone: none\n")
            let cache = folder.path + "/cache/dualcam"
            let own = ["XDG_CACHE_HOME": folder.path + "/cache", "XDG_STATE_HOME": folder.path + "/state"]
            let result = try await Child.run(
                Tool.dualcam, ["doctor", folder.path + "/talk.yaml", "--duration", "1h"],
                environment: TestHome.environment().merging(own) { $1 },
                begun: { child in
                    while child.isRunning, !Self.records(in: cache) { poll(nil, 0, 50) }
                    child.send(SIGINT)
                })
            #expect(result.code == 70 && result.errors.contains("was interrupted"), "\(result.errors)")
            #expect(result.text.isEmpty)
            let rest = try FileManager.default.contentsOfDirectory(atPath: cache)
            #expect(!rest.contains { $0.hasPrefix("doctor-") }, "\(rest)")
        }

        /// Ctrl-C while devices and disk are still being checked deletes the trial's folder. Previously, it stayed
        /// until the next `doctor`.
        @Test func oneThatIsInterruptedBeforeItRecordsLeavesNothing() async throws {
            let folder = try folder("cameras: {back: {device: test, size: 320x180}}\nmicrophone: none\n")
            let cache = folder.path + "/cache/dualcam"
            let own = ["XDG_CACHE_HOME": folder.path + "/cache", "XDG_STATE_HOME": folder.path + "/state"]
            let result = try await Child.run(
                Tool.dualcam, ["doctor", folder.path + "/talk.yaml", "--duration", "1h"],
                environment: TestHome.environment().merging(own) { $1 },
                begun: { child in
                    while child.isRunning, Self.folders(in: cache).isEmpty { poll(nil, 0, 1) }
                    child.send(SIGINT)
                })
            #expect(result.code != 0 && result.text.isEmpty, "\(result.errors)")
            #expect(Self.folders(in: cache) == [])
        }

        /// A disk with too little free space is reported, and the cameras are tried as well. Previously, the report did
        /// not mention the cameras.
        @Test func aDiskThatIsNearlyFullKeepsNoCameraFromBeingTried() async throws {
            let folder = try folder(
                """
                cameras: {back: {device: test, size: 320x180}}
                microphone: none
                encoders: {default: {use: x264, preset: ultrafast}}
                storage: {keep-free: 1000TB}
                """)
            let (code, report) = try await doctor(folder)
            // A busy machine may lose frames in addition.
            #expect([70, 74].contains(code), "\(report)")
            #expect(try #require(report.trial).outputs.allSatisfy { $0.frames > 0 })
            let findings = report.diagnosis.findings
            #expect(findings.contains { $0.subject == "space" && $0.verdict == "fault" }, "\(report)")
            #expect(findings.contains { $0.subject == "camera back" && !$0.text.hasPrefix("0 ") }, "\(report)")
        }

        private static func folders(in cache: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []).filter { $0.hasPrefix("doctor-") }
        }

        private static func records(in cache: String) -> Bool {
            let names = FileManager.default.enumerator(atPath: cache)
            return names?.contains { ($0 as? String)?.hasSuffix(".mov") == true } ?? false
        }

        @Test func aCameraThatIsNotThereIsAFault() async throws {
            let folder = try folder("cameras: {back: {device: /dev/video99}}\nmicrophone: none\n")
            let (code, report) = try await doctor(folder)
            #expect(code == 69)
            #expect(report.trial == nil)
            #expect(
                report.diagnosis.findings.contains {
                    $0.verdict == "fault" && $0.text.lowercased().hasPrefix("camera back: ")
                })
        }
    }
}
