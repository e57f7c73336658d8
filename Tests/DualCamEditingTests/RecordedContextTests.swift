import DualCamConfig
import DualCamGraph
import DualCamTestKit
import Foundation
import Testing

@testable import CommandLine
@testable import DualCamEditing
@testable import DualCamProcess

/// The pictures and colour tables that a session's folder may refer to.
@Suite struct RecordedContextTests {
    private let folder: TemporaryFolder
    private var session: String { folder.path + "/rec/take" }
    private static let content = Array("picture".utf8)

    init() throws {
        folder = try #require(TemporaryFolder())
        folder.write("picture", to: "logo.png")
        folder.write("other", to: "private.png")
        folder.write("inside", to: "rec/take/own.png")
        folder.write("", to: "rec/take/session.json")
        symlink(folder.path + "/private.png", session + "/link.png")
        symlink("/dev/zero", folder.path + "/device.png")
    }

    private func files(_ digests: [String: String] = [:], readsAll: Bool = false) -> RecordedPictureFiles {
        RecordedPictureFiles(folder: session, digests: digests, readsAll: readsAll)
    }

    /// The answer is the same whether the file exists or not, so that nothing is revealed.
    @Test(arguments: ["logo.png", "private.png", "nothing.png", "rec/take/../../private.png", "device.png"])
    func nothingOutsideIsRead(name: String) {
        let path = folder.path + "/" + name
        let told = [path, folder.path + "/nothing"].map { path in
            #expect(throws: Refusal.self) { try files().bytes(path, limit: 100) }?.message
        }
        if name.contains("..") {
            #expect(told[0]?.contains("contains '..'") == true)
        } else {
            #expect(told[0] == told[1] && told[0]?.contains(folder.path) == false)
        }
    }

    /// A file that was used in the recording is read if it is unchanged; missing and changed files get the same
    /// message.
    @Test func whatItWasRecordedWithIsRead() throws {
        let (logo, strange, missing) = (
            folder.path + "/logo.png", folder.path + "/private.png", folder.path + "/missing.png"
        )
        let digest = FileDigest.sha256(of: Self.content)
        let known = files([logo: digest, strange: digest, missing: digest, folder.path + "/device.png": digest])
        #expect(try known.bytes(logo, limit: 100) == Self.content)
        let refused = [strange, missing, folder.path + "/device.png"].map { path in
            #expect(throws: Refusal.self) { try known.bytes(path, limit: 100) }
        }
        #expect(Set(refused.compactMap { $0?.message }).count == 1 && refused.count == 3, "\(refused)")
    }

    @Test func itsOwnFilesAreReadAndLinksAreNot() throws {
        #expect(try files().bytes(session + "/own.png", limit: 100) == Array("inside".utf8))
        #expect(throws: Refusal.self) { try files().bytes(session + "/link.png", limit: 100) }
        #expect(try files(readsAll: true).bytes(folder.path + "/private.png", limit: 100) == Array("other".utf8))
    }

    /// The advice is to copy a file into the session's folder; a relative name then means that copy.
    @Test(arguments: [false, true]) func aRelativeNameMeansTheCopyInTheSession(isOwn: Bool) throws {
        var files = files(readsAll: isOwn)
        files.start = folder.path
        #expect(try files.bytes(folder.path + "/own.png", limit: 100) == Array("inside".utf8))
        folder.write("copied", to: "rec/take/private.png")
        #expect(try files.bytes(folder.path + "/private.png", limit: 100) == Array("copied".utf8))
        #expect(throws: Refusal.self) { try files.bytes(folder.path + "/link.png", limit: 100) }
    }

    /// The file of the recording takes precedence over a copy with the same name in the session's folder.
    @Test func theRecordedFileGoesBeforeACopy() throws {
        folder.write("copied", to: "rec/take/logo.png")
        let logo = folder.path + "/logo.png"
        var files = files([logo: FileDigest.sha256(of: Self.content)])
        files.start = folder.path
        #expect(try files.bytes(logo, limit: 100) == Self.content)
        folder.write("changed", to: "logo.png")
        #expect(try files.bytes(logo, limit: 100) == Array("copied".utf8))
    }

    /// Over the network a session never counts as the user's own.
    @Test func nobodyTrustsOverTheNetwork() throws {
        let asked = try ComposeCommand(["--json", "--", "/films/take"], texts: [:])
        #expect(asked.options.trust == SessionTrust(isOwn: false, isRemote: true))
        #expect(asked.options.trust.rule(needsPicture: true) == TextRule(.untold, shown: .never))
        #expect(asked.options.trust.ruleOfCuts == .remote)
        let own = try ComposeCommand.declaration.command(["--trust", "/films/take"])
        #expect(own.options.trust == SessionTrust(isOwn: true, isRemote: false))
    }
}
