import DualCamConfig
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

/// The files for the picture that a worker leaves to the next one.
@Suite struct KeptFilesTests {
    private let folder = RuntimeFolder()

    init() throws { try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true) }

    private func write(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
        return folder.path + "/" + name
    }

    private func text(_ path: String, _ files: KeptFiles) throws -> String {
        String(decoding: try files.bytes(path, limit: 1 << 20), as: UTF8.self)
    }

    /// The next worker draws what was drawn last, whatever happened to the file. It only reports files that cannot be
    /// read.
    @Test func theNextWorkerHasThem() throws {
        let place = try #require(KeptFiles.place())
        defer { close(place) }
        let (film, logo) = (try write("film.cube", "first"), try write("logo a.svg", "<svg/>\n"))
        let worker = KeptFiles(descriptor: place)
        #expect(try text(film, worker) == "first" && text(logo, worker) == "<svg/>\n")
        _ = try write("film.cube", "second")
        #expect(String(decoding: try worker.newest(film, limit: 9), as: UTF8.self) == "second")
        _ = try write("film.cube", "third")
        unlink(logo)
        let next = KeptFiles(descriptor: place)
        #expect(try text(film, next) == "second" && text(logo, next) == "<svg/>\n")
        #expect(next.remarks == ["A file for the picture is used as last read: there is no file '\(logo)'."])
        #expect(worker.remarks == [])
        // The pipeline file is read again.
        next.renew()
        #expect(try text(film, next) == "third")
        #expect(throws: Refusal.self) { try text(logo, next) }
        #expect(next.remarks == [])
        #expect(try text(film, KeptFiles(descriptor: place)) == "third")
    }

    /// A worker may be lost while it writes, which leaves an incomplete entry.
    @Test(arguments: [1, 8, 20, 30]) func whatIsNotWholeIsNone(_ lost: Int) throws {
        let place = try #require(KeptFiles.place())
        defer { close(place) }
        let (film, other) = (try write("a.cube", "0123456789"), try write("b.cube", String(repeating: "b", count: 99)))
        let worker = KeptFiles(descriptor: place)
        _ = try (text(film, worker), text(other, worker))
        var facts = stat()
        fstat(place, &facts)
        ftruncate(place, facts.st_size - off_t(lost))
        unlink(film)
        unlink(other)
        let next = KeptFiles(descriptor: place)
        #expect(try text(film, next) == "0123456789")
        #expect(throws: Refusal.self) { try text(other, next) }
        _ = try write("b.cube", "new")
        #expect(try text(other, next) == "new")
        #expect(try text(other, KeptFiles(descriptor: place)) == "new")
    }

    @Test func withoutAPlaceTheDiskCounts() throws {
        let (path, files) = (try write("a.cube", "one"), KeptFiles())
        #expect(try text(path, files) == "one")
        unlink(path)
        #expect(throws: Refusal.self) { try text(path, files) }
    }
}
