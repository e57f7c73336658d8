@testable import DualCamTransfer
import DualCamConfig
import DualCamSession
import DualCamTestKit
import Testing

@testable import CommandLine
@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// The command line of `backup`, and the reading of rclone's output.
@Suite struct BackupTests {
    @Test(
        arguments: [
            ("nas:recordings", "nas:recordings/a", "nas"), ("nas:", "nas:a", "nas"), ("/mnt/nas//", "/mnt/nas/a", nil),
            ("/", "/a", nil), ("My Drive:x/", "My Drive:x/a", "My Drive"),
        ] as [(String, String, String?)])
    func placesAreRead(text: String, child: String, remote: String?) throws {
        let path = try RemotePath(parsing: text)
        #expect(path.child("a") == child && path.remote == remote)
    }

    @Test(arguments: [
        ("", "'' is not a place to copy to"), ("films", "'films' names no remote"),
        (":webdav,pass=x:", "':webdav,pass=x:' does not begin with the name of a remote"),
        ("nas,pass=x:y", "'nas,pass=x:y' does not begin with the name of a remote"),
        ("-v:x", "'-v:x' does not begin with the name of a remote"),
        ("nas:a\nb", "'nas:a\\nb' is not a place to copy to"),
    ])
    func otherPlacesAreRefused(text: String, message: String) {
        #expect(throws: Refusal.self) { try RemotePath(parsing: text) }
        do { _ = try RemotePath(parsing: text) } catch {
            #expect(error.message == message)
        }
    }

    @Test func severalSessionsAreOneCommand() throws {
        let words = ["backup", "a", "b", "c", "--to", "nas:x", "--only=back,combined", "--bandwidth", "20Mbps"]
        let command = try #require(try Invocation.parse(words) as? BackupCommand)
        #expect(command.sessions.map(\.path) == ["a", "b", "c"])
        #expect(command.to?.text == "nas:x" && command.only == ["back", "combined"])
        #expect(throws: CommandFailure.self) { try Invocation.parse(["backup", "--to", "nas:x"]) }
        #expect(BackupCommand.usage.synopsis == "dualcam backup SESSION... [options]")
    }

    /// Lines arrive in pieces, and lines of the log are distinguished from others.
    @Test func whatRclonePrintsIsRead() {
        let printed = """
            {"level":"warning","msg":"no configuration"}
            {"level":"warning","msg":"Serving remote control on http://127.0.0.1:4321/","source":"x"}
            [
            {"Name":"a.mov","Size":3}
            ]
            {"level":"error","msg":"no route","source":"x"}
            {"level":"warning","msg":"","stats":{"bytes":1234,"speed":1.5}}

            """
        for length in [1, 7, 50, 1000] {
            var (reading, waiting) = (RcloneReading(), [UInt8]())
            for byte in printed.utf8 {
                waiting.append(byte)
                if waiting.count >= length { reading.parse(&waiting) }
            }
            reading.parse(&waiting)
            #expect(reading.text == "[\n{\"Name\":\"a.mov\",\"Size\":3}\n]\n")
            #expect(reading.reason == "no route" && reading.copied == 1234 && waiting.isEmpty)
            #expect(reading.control == "http://127.0.0.1:4321/")
        }
    }
}
