import DualCamTestKit
import Glibc
import Synchronization
import Testing

@testable import DualCamRecordings

/// The audit of a session that was just finished. It reads a file again only if the file has changed.
@Suite struct AuditClosingTests {
    /// Returns a session that was finished at a wall-clock time; every file got its digest then.
    private func session(finishedAt time: Int64) throws -> SessionOnDisk {
        let session = try SessionOnDisk()
        session.crash([Line.started(), Line.recording(1, [("back", "b.mov")])], files: ["b.mov"])
        var tools = SessionOnDisk.tools()
        tools.wallClock = { time }
        _ = try SessionRecovery(tools).recover(session.path)
        return session
    }

    /// The test changes files now: long after the first second of Unix time, and long before tomorrow.
    @Test(arguments: [true, false]) func aFileThatWasTouchedSinceIsReadAgain(wasTouched: Bool) throws {
        let tomorrow = WallTime.unixNow() + 86_400_000_000_000
        let session = try session(finishedAt: wasTouched ? 1_000_000_000 : tomorrow)
        let read = Mutex<[String]>([])
        let audit = try #require(
            try Audit.closing(session.path) { file in
                read.withLock { $0.append(file.name) }
                return "another"
            })
        #expect(read.withLock { $0 } == (wasTouched ? ["b.mov"] : []))
        let told = "damaged b.mov: is not what was recorded: its SHA-256 differs"
        #expect(AuditTests.words(audit).contains(told) == wasTouched)
        #expect(audit.exit == (wasTouched ? .diskFailed : .finished))
    }

    @Test func aFileThatIsGoneIsMissing() throws {
        let session = try session(finishedAt: WallTime.unixNow())
        #expect(unlink("\(session.path)/b.mov") == 0)
        let audit = try #require(try Audit.closing(session.path))
        #expect(AuditTests.words(audit) == ["damaged b.mov: is missing"])
    }

    /// A session with the marker of an unfinished session is not audited.
    @Test func aMarkedSessionIsNotJudged() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started(), Line.recording(1, [("back", "b.mov")])], files: ["b.mov"])
        #expect(try Audit.closing(session.path) == nil)
    }
}
