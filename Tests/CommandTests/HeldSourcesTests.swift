import DualCamConfig
import DualCamGraph
@testable import DualCamSession
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamCommands

/// Files from which a new one is made are compared with what they were, before the new one gets its name.
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

    /// The file's time of the last write is what it was, as `cp -p` and `touch -r` make it.
    private func keepingTime(_ change: () -> Void) throws {
        var facts = stat()
        #expect(stat(path, &facts) == 0)
        // The kernel's clock of files goes on every few milliseconds.
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

    /// Whatever a pipeline makes of a file that was overwritten, with its time set back: the file is named.
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

    /// A file that was overwritten before anybody looked is found by the digest of its recording; a mistake in a list is not looked
    /// behind, and neither is what somebody ended.
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

    /// Metadata that change beside a failure do not explain it.
    @Test func aTouchedFileExplainsNothing() throws {
        let digest = try FileDigest.sha256(path)
        let sources = HeldSources(watching: [OutputName("back"): [file(digest: digest)]])
        try keepingTime { folder.write("recorded", to: "back.mov") }
        let failure = #expect(throws: CommandFailure.self) {
            try sources.watching { () throws(CommandFailure) in throw CommandFailure(.fault, "no", next: "") }
        }
        #expect(failure?.exitCode == .fault)
    }

    /// The digest that was found before decides where nothing but the metadata differ.
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

    /// What failed may have failed because of the change, and what succeeded is not to be believed.
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

    /// More files than are held open: also the last one's change is seen, and descriptors are left for others.
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

    /// A plan is made of the session's files, which takes a moment: they have to be what they were before.
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

    /// While the plan is made a decoder's own words are told of no file; the file that has changed is.
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

    /// Files that the plan does not read may change, and are released.
    @Test func filesThatAreNotReadMayChange() throws {
        let sources = watched(["back.mov", "front.mov"])
        try sources.hold(only: [folder.path + "/front.mov"])
        try spoil("cut")
        try sources.check()
        #expect(sources.paths == [folder.path + "/front.mov"])
    }

    /// A file that a foreign list names is opened only after it is known to belong to the session.
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
