import DualCamConfig
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

/// The access rights of a session's files.
@Suite struct FileModeTests {
    private func facts(_ path: String) throws -> stat {
        var facts = stat()
        try #require(stat(path, &facts) == 0, "\(path)")
        return facts
    }

    private func mode(_ path: String) throws -> UInt32 { try facts(path).st_mode & 0o7777 }

    private func create(in directory: String, for group: UserGroup? = nil) throws -> SessionFolder {
        let names = try SessionNames(
            template: "take", session: "pip", host: "desk", time: WallTime.utc(1_795_269_903_000_000_000),
            outputs: [back], splits: false, container: .mov)
        return try SessionFolder.create(in: directory, names: names, for: group)
    }

    /// Returns the access rights in `mode` that the umask of the test process leaves.
    private static func left(of mode: UInt32) -> UInt32 {
        let mask = umask(0o022)
        umask(mask)
        return mode & ~mask
    }

    /// Recordings are readable by the group; the session's records are not readable by anyone but the owner.
    @Test func aSessionIsItsOwners() throws {
        let place = try #require(TemporaryFolder())
        let folder = try create(in: place.path + "/a")
        try folder.anchor()
        try folder.append("{}")
        let directory = try SessionDirectory(folder.path)
        try directory.replace(.manifest, with: Array("{}".utf8), by: .manifestDraft)
        try directory.replace(.damagedManifest, with: Array("{}".utf8), by: .manifestDraft)
        _ = try directory.create(try #require(FileName("back.mov")))
        let derived = try #require(try directory.folder(.derived, creating: true))
        try derived.replace(.title, with: Array("A".utf8), by: try #require(FileName("title.draft")))
        for name in ["ledger.jsonl", "session.json", "session-damaged.json"] {
            #expect(try mode("\(folder.path)/\(name)") == 0o600, "\(name)")
        }
        for name in ["UNFINISHED", "back.mov", ".dualcam/title"] {
            #expect(try mode("\(folder.path)/\(name)") == Self.left(of: 0o640), "\(name)")
        }
        for name in ["", "/take", "/take/.dualcam"] {
            #expect(try mode("\(place.path)/a\(name)") == Self.left(of: 0o750), "\(name)")
        }
    }

    /// Files that another process creates later also belong to the group, because the folder is marked so.
    @Test func aSessionOfAGroupIsTheGroups() throws {
        let place = try #require(TemporaryFolder())
        let group = UserGroup(number: getegid())
        let folder = try create(in: place.path + "/a", for: group)
        try folder.append("{}")
        let directory = try SessionDirectory(folder.path)
        #expect(directory.facts.isGroups)
        try directory.replace(.manifest, with: Array("{}".utf8), by: .manifestDraft)
        try directory.folder(.derived, creating: true)?.replace(
            .links, with: Array("{}".utf8), by: try #require(FileName("links.draft")), mode: FileMode.secret)
        for name in ["", "/take"] { #expect(try mode("\(place.path)/a\(name)") == 0o2750, "\(name)") }
        #expect(try mode("\(folder.path)/.dualcam") == 0o2000 | Self.left(of: 0o750))
        for name in ["ledger.jsonl", "session.json"] {
            #expect(try mode("\(folder.path)/\(name)") == Self.left(of: 0o640), "\(name)")
            #expect(try facts("\(folder.path)/\(name)").st_gid == group.number)
        }
        // A link gives access to the session, so only the owner can read the list.
        #expect(try mode("\(folder.path)/.dualcam/links.json") == 0o600)
    }

    /// A service may not set the group bit. Records that another process writes again keep their rights.
    @Test func recordsKeepTheirRights() throws {
        let place = try #require(TemporaryFolder())
        let folder = try create(in: place.path)
        try folder.append("{}")
        #expect(try mode("\(folder.path)/ledger.jsonl") == 0o600)
        chmod("\(folder.path)/ledger.jsonl", 0o640)
        let directory = try SessionDirectory(folder.path)
        #expect(!directory.facts.isGroups)
        try directory.replace(.manifest, with: Array("{}".utf8), by: .manifestDraft)
        try directory.replace(.ledger, with: Array("{}".utf8), by: .ledgerDraft)
        for name in ["ledger.jsonl", "session.json"] {
            #expect(try mode("\(folder.path)/\(name)") == Self.left(of: 0o640), "\(name)")
        }
    }

    @Test func figuresAreForOthersToRead() throws {
        let place = try #require(TemporaryFolder())
        try Disk.replace(place.path + "/dualcam.prom", with: "dualcam_up 1\n")
        #expect(try mode(place.path + "/dualcam.prom") == Self.left(of: 0o644))
    }

    @Test func aFolderThatIsNotThereCanBeGivenToNobody() {
        #expect(!UserGroup(number: getegid()).adopt("/nowhere/at/all"))
    }

    @Test(
        arguments: [
            (nil, 1000, "there is no group 'crew'; write one that 'getent group' lists, or off"),
            (nil, 0, "there is no group 'crew'; write one that 'getent group' lists, or off"),
            (
                12, 1000,
                "the user who records is not in the group 'crew'; run 'sudo usermod -aG crew USER' and log in again, or write off"
            ),
            (12, 0, nil), (44, 1000, nil),
        ] as [(UInt32?, UInt32, String?)])
    func aGroupIsOneOfTheUsers(number: UInt32?, user: UInt32, told: String?) {
        let refusal = UserGroup.refusal(of: "crew", number, user: user, groups: [44, 1000])
        #expect(refusal.map { "\($0.message); \($0.hint ?? "")" } == told)
    }

    @Test func groupsAreFoundByTheirNames() throws {
        #expect(throws: Refusal.self) { try UserGroup(named: "no-such-group-here") }
        let entry = try #require(getgrgid(getegid()))
        #expect(try UserGroup(named: String(cString: entry.pointee.gr_name)).number == getegid())
    }
}
