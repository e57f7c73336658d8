import DualCamConfig
import Testing

/// The values of `backup`, and the error messages for it and for settings that depend on it.
@Suite struct BackupSectionTests {
    private static let context = LoadContext(environment: [:], home: "/home/me", folder: "/p")

    private static func load(_ text: String) throws -> Pipeline {
        let file = "cameras: {back: {device: test}, front: {device: test}}\n" + text
        return try PipelineLoader.load(Array(file.utf8), named: "p.yaml", context: context).pipeline
    }

    @Test func everyKeyArrives() throws {
        let backup = try Self.load(
            """
            backup: {to: "nas:films/", when: night, only: [back], bandwidth: 20Mbps, while-recording: 500kbps, metered: on}
            """
        ).backup
        #expect(backup.to?.text == "nas:films" && backup.when == .night && backup.only == [OutputName("back")])
        #expect(backup.bandwidth?.bitsPerSecond == 20_000_000 && backup.whileRecording?.bitsPerSecond == 500_000)
        #expect(backup.metered)
        #expect(try Self.load("backup: {to: ~/copies}").backup.to?.text == "/home/me/copies")
        let off = try Self.load("backup: {to: off, only: all, bandwidth: off, while-recording: off}").backup
        #expect(off == Backup())
    }

    @Test(arguments: [
        ("backup: {to: films}", "backup.to: 'films' names no remote"),
        ("backup: {to: \":webdav,pass=x:\"}", "backup.to: ':webdav,pass=x:' does not begin with the name of a remote"),
        ("backup: {when: noon}", "backup.when: unknown value 'noon'"),
        ("backup: {only: [side]}", "backup.only[0]: unknown output 'side'"),
        ("backup: {only: []}", "backup.only: nothing would be copied"),
        ("backup: {bandwidth: 20}", "backup.bandwidth: '20' has no unit"),
        ("backup: {at: night}", "backup.at: unknown key"),
        ("storage: {delete-only: backed}", "storage.delete-only: unknown value 'backed'"),
        (
            "storage: {delete-only: backed-up}\nbackup: {to: \"nas:x\", only: [back]}",
            "storage.delete-only: nothing would ever be deleted: backup.only leaves the files of 'front' out"
        ),
    ]) func mistakesAreTold(text: String, message: String) {
        let issues = #expect(throws: PipelineIssues.self) { try Self.load(text) }
        #expect(issues?.rendered.contains("error: " + message) == true, "\(issues?.rendered ?? "")")
    }

    @Test(arguments: [
        "storage: {delete-only: backed-up}", "storage: {delete-only: backed-up}\nbackup: {to: \"nas:x\"}",
        "storage: {delete-only: backed-up}\nbackup: {to: \"nas:x\", only: [front, back]}",
        "backup: {to: \"nas:x\", only: [back]}",
    ]) func theseGoTogether(text: String) throws {
        #expect(throws: Never.self) { try Self.load(text) }
    }
}
