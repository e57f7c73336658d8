import DualCamControl
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

@Suite struct OpenCommandTests {
    /// Without a screen or a browser, the link itself is printed.
    @Test(arguments: [[:], ["DISPLAY": ":0", "PATH": "/nowhere", "XDG_STATE_HOME": "/dev/null"]]) func theLinkIsPrinted(
        environment: [String: String]
    )
        async
    {
        let output = CapturedText()
        let place = ProcessEnvironment(
            output: output, errors: CapturedText(), errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } }, environment: environment, files: FakeFiles([]),
            executable: "/src/dualcam", workingDirectory: "/")
        await place.openPage("http://127.0.0.1:1/#token=x")
        #expect(output.text == "http://127.0.0.1:1/#token=x\n")
    }

    /// The browser's command line does not contain the token, and only this user can read the file that does.
    @Test func theEntranceIsPrivate() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "open \(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try PageEntrance.make(for: "http://127.0.0.1:1/#token=a&b", state: folder)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(#"url=http://127.0.0.1:1/#token=a&amp;b""#))
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        #expect(PageEntrance.address(of: "/a b/open.html") == "file:///a%20b/open.html")
    }
}
