import DualCamConfig
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

/// The search for hook programs: `bin` is in the search path, `here` is the pipeline file's folder.
@Suite struct ProgramSearchTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try #require(TemporaryFolder())
        for name in ["bin/both", "bin/system", "here/both", "here/own"] {
            folder.write("#!/bin/sh\n", to: name)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/" + name)
        }
        folder.write("", to: "here/text")
        folder.write("", to: "bin/folder/a")
    }

    @Test(arguments: [
        ("system", "bin/system"), ("both", "bin/both"), ("own", "here/own"), ("./both", "here/both"),
        ("text", "'HERE/text' is not executable; run chmod +x on it"),
        ("folder", "there is no program 'HERE/folder'; check the name: it is not in PATH either"),
        ("./system", "there is no program 'HERE/system'; check the path"),
        ("./own --fast", "there is no program 'HERE/own --fast'; write arguments as a list, as in [./upload, --fast]"),
    ])
    func finds(_ word: String, _ found: String) {
        let here = folder.path + "/here"
        // Relative entries of a search path depend on the current folder and are ignored.
        let search = "here:.::\(folder.path)/bin"
        let path = here + "/" + (word.hasPrefix("./") ? String(word.dropFirst(2)) : word)
        let answer =
            switch ProgramSearch.find(word, path, search) {
            case .success(let program): program.replacing(folder.path + "/", with: "")
            case .failure(let refusal):
                (refusal.message + (refusal.hint.map { "; " + $0 } ?? "")).replacing(here, with: "HERE")
            }
        #expect(answer == found)
    }
}
