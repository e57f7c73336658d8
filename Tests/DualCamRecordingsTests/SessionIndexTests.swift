import DualCamTestKit
import Glibc
import SQLite
import Synchronization
import Testing

@testable import DualCamRecordings

@Suite("Sessions: the index over them")
struct SessionIndexTests {
    /// The time before any session was created.
    private let begin = WallTime.unixNow()
    private let place: TemporaryFolder
    private let cache: TemporaryFolder
    private let told = Lock<[String]>([])

    init() throws {
        (place, cache) = (try #require(TemporaryFolder()), try #require(TemporaryFolder()))
        for name in ["a", "b", "c"] { try add(name) }
    }

    private func add(_ name: String, marks: [String] = ["first", "answer"]) throws {
        let session = try SessionOnDisk(name, in: place)
        session.finish([name + ".mov"])
        // The clock is corrected in between, which the index stores as well.
        let entries = [
            #""kind":"clock-state","synchronised":false,"boot":"b","uptime":100"#, #""kind":"clock-jumped","by":60.0"#,
            #""kind":"clock-state","synchronised":true,"boot":"b","uptime":100"#,
        ]
        let lines = (entries + marks.map { #""kind":"marked","at":1.0,"text":"\#($0)""# }).map {
            #"{"time":"2026-11-21T14:05:03.000Z","running-time":1.0,\#($0)}"#
        }
        let text = try #require(session.text("session.json"))
        session.write(
            text.replacing(#""ledger":[]"#, with: #""ledger":[\#(lines.joined(separator: ","))]"#), to: "session.json")
    }

    /// Returns an index whose clock is so far ahead that every change counts as old.
    private func index(_ folder: String? = nil, ahead: Int64 = 10) -> SessionIndex {
        SessionIndex(
            folder ?? cache.path + "/dualcam", now: { WallTime.unixNow() + ahead * 1_000_000_000 },
            tell: { [told] text in told.with { $0.append(text) } })
    }

    private func library() -> SessionLibrary { SessionLibrary(place.path) }

    /// Waits until the file system's clock has advanced, so that a change gets another time.
    private func awaitTick() {
        func time() -> Int64 {
            cache.write("", to: "tick")
            var facts = stat()
            stat(cache.path + "/tick", &facts)
            return Int64(facts.st_ctim.tv_sec) * 1_000_000_000 + Int64(facts.st_ctim.tv_nsec)
        }
        let begin = time()
        while time() < begin + 12_000_000 { sched_yield() }
    }

    enum Alteration: String, CaseIterable {
        case nothing, added, deleted, renamed, linked, recorded, unfinished, replaced, writtenInPlace, damaged, fileGone
        case titled, titledAgain, tagged, taggedAgain, derived, exchanged, noFolder, withLedger
    }

    /// The number of sessions that are read again after each kind of change.
    private static let readAgain: [Alteration: Int] = [
        .nothing: 0, .deleted: 0, .linked: 0, .noFolder: 0, .exchanged: 2,
    ]

    private func alter(_ change: Alteration) throws {
        let manifest = try #require(place.text("b/session.json"))
        switch change {
        case .nothing: break
        case .added: try add("bb")
        case .deleted: place.remove("b")
        case .renamed: rename(place.path + "/b", place.path + "/bc")
        case .linked:
            rename(place.path + "/b", cache.path + "/b")
            symlink(cache.path + "/b", place.path + "/b")
        case .recorded, .unfinished: place.write("", to: "b/UNFINISHED")
        case .replaced:
            place.write(manifest.replacing("finished", with: "recovered"), to: "b/new")
            rename(place.path + "/b/new", place.path + "/b/session.json")
        case .writtenInPlace: place.write(manifest.replacing("answer", with: "reply!"), to: "b/session.json")
        case .damaged: place.write("{", to: "b/session.json")
        case .fileGone: place.remove("b/b.mov")
        case .titled: try library().rename("b", to: "Lecture")
        case .titledAgain: try library().rename("a", to: "Another")
        case .tagged: _ = try library().tag("b") { $0.add(["x"]) }
        case .taggedAgain: _ = try library().tag("a") { $0.rating = 2 }
        case .derived: try library().derive("b.mov", of: "b") { _, _ in DerivedContent() }
        case .exchanged:
            rename(place.path + "/b", place.path + "/d")
            rename(place.path + "/c", place.path + "/b")
            rename(place.path + "/d", place.path + "/c")
        case .noFolder:
            place.remove("b")
            place.write("", to: "b")
        case .withLedger: place.write("{}\n", to: "b/ledger.jsonl")
        }
    }

    @Test(arguments: Alteration.allCases)
    func `it tells what a fresh reading tells, and reads no more than has changed`(change: Alteration) throws {
        try library().rename("a", to: "First")
        _ = try library().tag("a") {
            $0.add(["y", "x"]); $0.rating = 5
        }
        let index = index()
        #expect(try index.sessions(in: place.path).read == 3)
        awaitTick()
        try alter(change)
        let lock = change == .recorded ? try FolderLock.shared(place.path + "/b") : nil
        let fresh = try ListedSession.all(in: place.path)
        for other in [self.index(), index] {
            let listing = try other.sessions(in: place.path)
            #expect(listing.sessions == fresh)
        }
        #expect(fresh.contains { if case .recording = $0.state { true } else { false } } == (change == .recorded))
        let isAlwaysRead = [.recorded, .unfinished, .damaged, .withLedger].contains(change)
        #expect(try self.index().sessions(in: place.path).read == (isAlwaysRead ? 1 : 0))
        #expect(told.with { $0 } == [])
        withExtendedLifetime(lock) {}
    }

    @Test(arguments: Alteration.allCases)
    func `only what has changed is read again`(change: Alteration) throws {
        try library().rename("a", to: "First")
        let index = index()
        _ = try index.sessions(in: place.path)
        awaitTick()
        try alter(change)
        #expect(try index.sessions(in: place.path).read == Self.readAgain[change] ?? 1)
    }

    @Test func `what has just changed is not believed to stay so`() throws {
        // The clock stands still at the time when the sessions were created.
        let index = SessionIndex(cache.path + "/dualcam", now: { [begin] in begin })
        #expect(try index.sessions(in: place.path).read == 3)
        #expect(try index.sessions(in: place.path).read == 3)
        // The clock is fifty years behind.
        #expect(try self.index(ahead: -1_500_000_000).sessions(in: place.path).read == 3)
    }

    @Test func `all are read again where that is wanted`() throws {
        let index = index()
        _ = try index.sessions(in: place.path)
        #expect(try index.sessions(in: place.path, isFresh: true).read == 3)
        #expect(try index.sessions(in: place.path).read == 0)
    }

    /// Sessions that list files elsewhere, or have a mark that contains the index's separator, are always read.
    @Test func `what the index cannot tell is always read`() throws {
        try SessionOnDisk("d", in: place).finish(["/tmp/elsewhere.mov"])
        try add("e", marks: [#"a\u001fb"#])
        let index = index()
        for _ in 0..<2 { #expect(try index.sessions(in: place.path).sessions == ListedSession.all(in: place.path)) }
        #expect(try index.sessions(in: place.path).read == 2)
    }

    // MARK: The file
    enum Damage: String, CaseIterable { case garbage, cut, empty, otherProgram, older, missingColumn, headAlone }

    private func damage(_ damage: Damage) throws {
        let file = "dualcam/sessions.sqlite"
        switch damage {
        case .garbage: cache.write(String(repeating: "no database ", count: 2000), to: file)
        case .cut: truncate(cache.path + "/" + file, 5000)
        case .headAlone: truncate(cache.path + "/" + file, 60)
        case .empty: cache.write("", to: file)
        case .otherProgram, .older, .missingColumn:
            let database = try Database(.file(cache.path + "/" + file))
            try database.reset()
            try database.execute("CREATE TABLE sessions(name TEXT)")
            try database.execute("PRAGMA user_version = \(damage == .missingColumn ? 1 : damage == .older ? 99 : 0)")
        }
    }

    @Test(arguments: Damage.allCases)
    func `a damaged index is rebuilt`(damage: Damage) throws {
        #expect(try index().sessions(in: place.path).read == 3)
        try self.damage(damage)
        let fresh = try ListedSession.all(in: place.path)
        let index = index()
        #expect(try index.sessions(in: place.path).sessions == fresh)
        let again = try self.index().sessions(in: place.path)
        #expect(again.sessions == fresh && again.read == 0)
        let path = cache.path + "/dualcam"
        #expect(told.with { $0.count } == (damage == .empty ? 0 : 1))
        #expect(told.with { $0 }.allSatisfy { $0.hasPrefix("The index \(path) was rebuilt: ") })
    }

    @Test func `an index that is damaged while it is open is rebuilt, too`() throws {
        let index = index()
        _ = try index.sessions(in: place.path)
        try damage(.garbage)
        #expect(try index.sessions(in: place.path).sessions == ListedSession.all(in: place.path))
        #expect(try self.index().sessions(in: place.path).read == 0)
    }

    /// The index's folder is missing, cannot be created, or something else has the file's name.
    @Test(arguments: ["/dev/null", "/proc/none", "/proc/self", "TAKEN", "LINKED"])
    func `without a place for its file it serves its own process`(folder: String) throws {
        mkdir(cache.path + "/TAKEN", 0o755)
        mkdir(cache.path + "/TAKEN/sessions.sqlite", 0o755)
        mkdir(cache.path + "/LINKED", 0o755)
        symlink("/proc/none/none", cache.path + "/LINKED/sessions.sqlite")
        let index = index(folder.hasPrefix("/") ? folder : cache.path + "/" + folder)
        #expect(try index.sessions(in: place.path).sessions == ListedSession.all(in: place.path))
        #expect(try index.sessions(in: place.path).read == 0)
        #expect(told.with { $0 } == [])
    }

    @Test func `its file is this user's alone`() throws {
        _ = try index().sessions(in: place.path)
        var facts = stat()
        #expect(stat(cache.path + "/dualcam/sessions.sqlite", &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
    }

    /// Sixteen processes list the sessions at the same time, each with its own connection, while sessions are added and
    /// deleted.
    @Test func `several at once do not disturb each other`() async throws {
        let (path, index) = (place.path, index())
        for round in 0..<4 {
            try add("round\(round)")
            if round > 1 { place.remove("round\(round - 2)") }
            let fresh = try ListedSession.all(in: path)
            try await withThrowingTaskGroup { group in
                for number in 0..<16 {
                    let own = number == 0 ? index : self.index()
                    group.addTask { try own.sessions(in: path).sessions }
                }
                for try await sessions in group { #expect(sessions == fresh) }
            }
        }
        #expect(try self.index().sessions(in: path).read == 0)
        #expect(told.with { $0 } == [])
    }

    @Test func `a lock that another process keeps holds nothing up for long`() throws {
        _ = try index().sessions(in: place.path)
        let other = try Database(.file(cache.path + "/dualcam/sessions.sqlite"))
        try other.execute("BEGIN EXCLUSIVE")
        let impatient = SessionIndex(cache.path + "/dualcam", patience: 20)
        let listing = try impatient.sessions(in: place.path)
        #expect(try listing.sessions == ListedSession.all(in: place.path) && listing.read == 3)
    }

    // MARK: Folders
    @Test func `it knows the folders in which there were sessions`() throws {
        let other = try #require(TemporaryFolder())
        let (empty, third) = (try #require(TemporaryFolder()), try #require(TemporaryFolder()))
        try SessionOnDisk("z", in: other).finish(["z.mov"])
        let index = index()
        for folder in [place, other, empty] { _ = try index.sessions(in: folder.path) }
        symlink(other.path, cache.path + "/link")
        index.note(cache.path + "/link")
        index.note(third.path)
        index.note(cache.path + "/none")
        #expect(Set(self.index().folders) == [place.path, other.path, third.path])
        let survey = index.survey(and: empty.path)
        #expect(survey.folders == [place.path, other.path, empty.path, third.path].sorted())
        let each = try [place.path, other.path].sorted().flatMap { try ListedSession.all(in: $0) }
        #expect(survey.sessions == each && survey.failures == [])
    }

    /// A disk that is not connected may return; a folder that was deleted from beside others does not.
    @Test func `a folder that is gone for good is forgotten`() throws {
        let index = index()
        for folder in ["disk/rec", "folder/rec"] {
            place.write("{}", to: folder + "/take/session.json")
            _ = try index.sessions(in: place.path + "/" + folder)
        }
        place.write("", to: "folder/other")
        for folder in ["disk/rec", "folder/rec"] { place.remove(folder) }
        #expect(index.survey(and: place.path + "/none").folders == [])
        #expect(self.index().folders == [place.path + "/disk/rec"])
    }

    @Test func `a folder by a link is the same one`() throws {
        symlink(place.path, cache.path + "/link")
        let index = index()
        _ = try index.sessions(in: place.path)
        let listing = try index.sessions(in: cache.path + "/link/")
        #expect(
            listing.read == 0 && listing.sessions.map(\.folder) == ["a", "b", "c"].map { cache.path + "/link/" + $0 })
        #expect(throws: FolderFailure.self) { try index.sessions(in: place.path + "/none") }
    }
}
