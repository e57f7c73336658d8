import DualCamConfig
import DualCamGraph
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamEditing
@testable import DualCamProcess
@testable import DualCamRecordings

/// Source files are checked for changes before a file that was made from them gets its name.
@Suite struct HeldSourcesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try #require(TemporaryFolder())
        folder.write("recorded", to: "back.mov")
        folder.write("recorded, too", to: "front.mov")
    }

    private var path: String { folder.path + "/back.mov" }

    private func file(digest: String?) -> ComposedSession.File {
        ComposedSession.File(path: path, start: 0, end: 1, digest: digest)
    }

    private func held() throws -> HeldSources { try HeldSources([path, folder.path + "/front.mov"]) }

    /// Changes the file but keeps its modification time, as `cp -p` and `touch -r` do.
    private func keepingTime(_ change: () -> Void) throws {
        var facts = stat()
        #expect(stat(path, &facts) == 0)
        // The kernel's clock for file times advances every few milliseconds.
        let before = try #require(FileFacts(of: path)?.statusChanged)
        var now = before
        while now <= before {
            folder.write("", to: "clock")
            now = try #require(FileFacts(of: folder.path + "/clock")?.statusChanged)
        }
        change()
        #expect(utimensat(AT_FDCWD, path, [facts.st_atim, facts.st_mtim], 0) == 0)
    }

    private func spoil(_ change: String) throws {
        switch change {
        case "cut": #expect(truncate(path, 3) == 0)
        case "lengthened": folder.write("recorded and more", to: "back.mov")
        case "overwritten, its time set back": try keepingTime { folder.write("forgery!", to: "back.mov") }
        case "replaced":
            folder.write("forgery!", to: "new")
            #expect(rename(folder.path + "/new", path) == 0)
        case "renamed": #expect(rename(path, path + ".old") == 0)
        default: unlink(path)
        }
    }

    @Test(arguments: [
        ("cut", "was written to, from 8 to 3 bytes, at 2"), ("lengthened", "was written to, from 8 to 17 bytes, at 2"),
        ("overwritten, its time set back", "was changed, at 2"), ("replaced", "was replaced by another file, at 2"),
        ("renamed", "was removed or renamed, at 2"), ("removed", "was removed or renamed, at 2"),
    ]) func aChangeSaysWhatAndWhen(change: String, words: String) throws {
        let sources = try held()
        try sources.check()
        try spoil(change)
        let error = #expect(throws: CommandFailure.self) { try sources.check() }
        #expect(error?.exitCode == .diskFailed)
        #expect(error?.text.contains("'\(path)' \(words)") == true, "\(error?.text ?? "")")
        #expect(error?.text.contains("the new file was not kept") == true)
    }

    /// If a source was overwritten with its time set back, any failure of the pipeline names that file.
    @Test(arguments: [ExitCode.fault, .unavailable, .outputNotCreated, .usage])
    func aFailureBesideAChangeIsTheChanges(code: ExitCode) throws {
        for digest in [nil, try FileDigest.sha256(path)] {
            folder.write("recorded", to: "back.mov")
            let sources = HeldSources(watching: [OutputName("back"): [file(digest: digest)]])
            let failure = #expect(throws: CommandFailure.self) {
                try sources.watching { () throws(CommandFailure) in
                    do { try spoil("overwritten, its time set back") } catch {}
                    throw CommandFailure(code, "it cannot be played", next: "Try again.")
                }
            }
            #expect(failure?.exitCode == .diskFailed)
            #expect(failure?.text.contains("'\(path)' was changed, at 2") == true, "\(failure?.text ?? "")")
        }
    }

    /// A file that was overwritten beforehand is found by its digest. Errors of a list, and runs that a user ended, are
    /// not examined.
    @Test(arguments: [
        (ExitCode.fault, true, true), (.unavailable, true, true), (.usage, true, false), (.fault, false, false),
    ])
    func aFailureOfADamagedFileNamesIt(code: ExitCode, goesOn: Bool, isNamed: Bool) throws {
        let digest = try FileDigest.sha256(path)
        folder.write("forgery!", to: "back.mov")
        let sources = HeldSources(watching: [OutputName("back"): [file(digest: digest)]], goesOn: { goesOn })
        let failure = #expect(throws: CommandFailure.self) {
            try sources.watching { () throws(CommandFailure) in throw CommandFailure(code, "no", next: "") }
        }
        #expect(failure?.exitCode == (isNamed ? .diskFailed : code))
        #expect(failure?.text.contains("'\(path)' is not what was recorded") == isNamed, "\(failure?.text ?? "")")
    }

    /// A change of the metadata alone does not explain a failure.
    @Test func aTouchedFileExplainsNothing() throws {
        let digest = try FileDigest.sha256(path)
        let sources = HeldSources(watching: [OutputName("back"): [file(digest: digest)]])
        try keepingTime { folder.write("recorded", to: "back.mov") }
        let failure = #expect(throws: CommandFailure.self) {
            try sources.watching { () throws(CommandFailure) in throw CommandFailure(.fault, "no", next: "") }
        }
        #expect(failure?.exitCode == .fault)
    }

    /// If only the metadata differ, the digest decides.
    @Test(arguments: [false, true]) func metadataAloneAreNoChangeOfTheContent(isOverwritten: Bool) throws {
        let sources = try held()
        sources.note(try FileDigest.sha256(path), of: path)
        if isOverwritten { try spoil("overwritten, its time set back") }
        #expect(chmod(path, 0o600) == 0)
        if isOverwritten {
            #expect(throws: CommandFailure.self) { try sources.check() }
        } else {
            try sources.check()
        }
    }

    /// A failure may be caused by the change, and a success cannot be trusted, so only the change is reported.
    @Test(arguments: [false, true]) func aChangeIsToldInPlaceOfWhatCameOfIt(fails: Bool) throws {
        let sources = try held()
        let other = CommandFailure(.fault, "there is no frame", next: "")
        let error = #expect(throws: CommandFailure.self) {
            try sources.guarding { () throws(CommandFailure) in
                #expect(sources.change == nil)
                truncate(path, 1)
                #expect(sources.change != nil)
                if fails { throw other }
            }
        }
        #expect(error?.text.contains("from 8 to 1 bytes") == true, "\(error?.text ?? "")")
        let untouched = try held()
        #expect(throws: other) { try untouched.guarding { () throws(CommandFailure) in throw other } }
    }

    /// With more files than can be held open, a change of the last one is still found, and descriptors are left for
    /// others.
    @Test func manyFilesAreCompared() throws {
        let paths = (0..<600).map { "\(folder.path)/\($0).mov" }
        for number in paths.indices { folder.write("recorded", to: "\(number).mov") }
        for number in [0, 299, 599] {
            let sources = try HeldSources(paths)
            try sources.check()
            #expect(truncate(paths[number], 1) == 0)
            let error = #expect(throws: CommandFailure.self) { try sources.check() }
            #expect(error?.text.contains("/\(number).mov'") == true && sources.change == error)
        }
    }

    private func watched(_ names: [String]) -> HeldSources {
        HeldSources(watching: [OutputName("back"): names.map { .init(path: folder.path + "/" + $0, start: 0, end: 1) }])
    }

    /// The files must not change between the reading of the session and the holding of its files.
    @Test(arguments: [
        ("cut", "was written to, from 8 to 3 bytes, at 2"), ("replaced", "was replaced by another file, at 2"),
        ("removed", "cannot be read"), ("overwritten, its time set back", "was changed, at 2"),
    ]) func aChangeBeforeTheyAreHeldIsSeen(change: String, words: String) throws {
        let sources = watched(["back.mov", "front.mov", "none.mov"])
        #expect(sources.paths.count == 2)
        try sources.check()
        try spoil(change)
        let error = #expect(throws: CommandFailure.self) {
            try sources.hold(only: [path])
            try sources.check()
        }
        #expect(error?.text.contains("'\(path)' \(words)") == true, "\(error?.text ?? "")")
    }

    /// If a file changes while the plan is made, the message names that file and not the decoder's error.
    @Test func aChangeDuringThePlanIsTold() throws {
        let sources = watched(["back.mov", "front.mov"])
        let error = #expect(throws: CommandFailure.self) {
            try sources.watching { () throws(CommandFailure) in
                truncate(path, 2)
                throw CommandFailure(.fault, "this file is invalid and cannot be played")
            }
        }
        #expect(error?.text.contains("'\(path)' was written to, from 8 to 2 bytes") == true, "\(error?.text ?? "")")
    }

    /// Files that the plan does not need are released and may change.
    @Test func filesThatAreNotReadMayChange() throws {
        let sources = watched(["back.mov", "front.mov"])
        try sources.hold(only: [folder.path + "/front.mov"])
        try spoil("cut")
        try sources.check()
        #expect(sources.paths == [folder.path + "/front.mov"])
    }

    /// A file from a stranger's list is only opened once it is known to belong to the session.
    @Test func neitherPipesNorLinksAreWatched() throws {
        #expect(mkfifo(folder.path + "/pipe.mov", 0o600) == 0)
        #expect(symlink(path, folder.path + "/link.mov") == 0)
        #expect(watched(["pipe.mov", "link.mov", "back.mov"]).paths == [path])
    }

    @Test func aFileThatIsNotThereIsNamed() {
        let error = #expect(throws: CommandFailure.self) { try HeldSources([path, folder.path + "/none.mov"]) }
        #expect(error?.exitCode == .diskFailed && error?.text.contains("none.mov' cannot be read") == true)
    }
}
