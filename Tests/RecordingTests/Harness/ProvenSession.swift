import DualCamRecordings
import DualCamSession
import Foundation
import Testing

/// A finished session: what `dualcam audit` proves about it, its ledger, and the frames in its files.
struct ProvenSession: Sendable {
    /// The row of an output in `audit --json`: the number of its frames, and of the missing ones by reason.
    struct Row: Decodable, Sendable {
        var output: String
        var frames: Int
        var missing: Int
        var dropped: Int
        var away: Int
        var unaccounted: Int
        var repeated: Int
        var shed: Int
    }

    private struct Audit: Decodable {
        var verdict: String
        var outputs: [Row]
    }

    /// The regions of a stacked picture of 320x360 in which its two cameras appear. The first region is also a camera's
    /// own whole picture.
    static let halves = ["0,0,320x180", "0,180,320x180"]

    /// The number of different values of a test camera's counter.
    static let counterModulus = 65_536

    let folder: String
    let manifest: Manifest
    private let ledger: [LedgerEntry]
    private let rows: [Row]

    /// Expects that the session is finished, and that each of its frames is there or accounted for.
    init(_ folder: String) async throws {
        let finished = try await Tool.run(Tool.dualcam, ["audit", folder, "--json"])
        guard !finished.output.isEmpty else { throw Judgement.Failure(text: finished.errors) }
        let audit = try JSONDecoder().decode(Audit.self, from: finished.output)
        #expect(finished.code == 0 && audit.verdict == "proven", "\(finished.text)")
        for row in audit.outputs {
            #expect(row.unaccounted == 0 && row.missing == row.dropped + row.away, "\(row)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/UNFINISHED"))
        (self.folder, rows) = (folder, audit.outputs)
        manifest = try Manifest(at: folder + "/session.json")
        ledger = try SessionRecord.read(folder).ledger.entries
        expectOneCount()
    }

    /// Expects that `session.json` has the same numbers of missing frames as the audit.
    private func expectOneCount() {
        let sum = { (count: (Row) -> Int) in rows.reduce(0) { $0 + count($1) } }
        let counted = Manifest.Losses(
            missing: sum(\.missing), dropped: sum(\.dropped), unaccounted: sum(\.unaccounted),
            repeated: sum(\.repeated), shed: sum(\.shed))
        #expect(manifest.losses == counted, "\(folder)")
    }

    init(of recording: Recording) async throws {
        try await self.init((try recording.path("session.json") as NSString).deletingLastPathComponent)
    }

    func row(_ output: String) throws -> Row { try #require(rows.first { $0.output == output }, "\(output)") }

    // MARK: The ledger

    /// Returns the entries of some kinds, in order.
    func entries(_ kinds: LedgerEntry.Kind...) -> [LedgerEntry] { ledger.filter { kinds.contains($0.kind) } }

    /// Returns the text values of a key in all entries of a kind.
    func texts(_ key: String, of kind: LedgerEntry.Kind) -> [String] {
        entries(kind).compactMap { entry in entry.fields.first { $0.key == key }?.value.text }
    }

    /// Returns the sum of the counts of a kind of entry, over all branches whose names begin with `prefix`.
    private func sum(of kind: LedgerEntry.Kind, onBranches prefix: String) -> Int {
        entries(kind).reduce(0) { sum, entry in
            let value = { (key: String) in entry.fields.first { $0.key == key }?.value }
            return sum + (value("branch")?.text?.hasPrefix(prefix) == true ? value("count")?.count ?? 0 : 0)
        }
    }

    /// The number of frames that were dropped on their way into the combined picture or its file, for both cameras.
    private var droppedByCombined: Int { sum(of: .dropped, onBranches: "combined") }

    /// Returns the number of a camera's frames that the combined picture showed late or not at all. A picture that is
    /// composed again by the ledger repeats these errors.
    func late(of camera: String) -> Int {
        [LedgerEntry.Kind.repeated, .dropped].reduce(0) { $0 + sum(of: $1, onBranches: "combined.input.\(camera)") }
    }

    // MARK: The files

    /// Returns the files of an output that have frames, in order, with the listed number of frames.
    func files(of output: String) -> [(path: String, frames: Int)] {
        let all = manifest.outputs.first { $0.output == output }?.files ?? []
        return all.filter { ($0.frames ?? 0) > 0 }.map { (path: folder + "/" + $0.file, frames: $0.frames ?? 0) }
    }

    /// Returns the counters in a camera's files, one list per file. Expects that every frame can be read, that none is
    /// repeated or out of order, and that their number agrees with the ledger.
    ///
    /// - Parameter modulus: The number of frames after which the counter of a clip begins again.
    func counters(of camera: String, modulus: Int = ProvenSession.counterModulus) async throws -> [[Int]] {
        let files = files(of: camera)
        try #require(!files.isEmpty, "\(camera)")
        let judged = try await Judgement.of(
            files.map(\.path), "--region", Self.halves[0], "--modulus", "\(modulus)")
        for (file, listed) in zip(judged, files) {
            #expect(file.errors.isEmpty && file.video?.frames == listed.frames, "\(file.file): \(file.errors)")
            let counters = try #require(file.counters)
            #expect(counters.repeated.isEmpty && counters.unreadable.isEmpty, "\(file.file): \(counters)")
            // If a clip is short, a large loss looks like a step back of the counter.
            #expect(counters.backward.isEmpty || modulus < Self.counterModulus, "\(file.file): \(counters)")
        }
        let (all, row) = (files.reduce(0) { $0 + $1.frames }, try row(camera))
        #expect(all == row.frames, "\(camera)")
        return judged.map { $0.counters?.read ?? [] }
    }

    /// Expects that only those frames of a camera are missing that the ledger records as lost.
    ///
    /// - Parameters:
    ///   - runs: Counters of consecutive frames, one list per file.
    ///   - cut: The number of frames that pauses have left out.
    ///   - modulus: The number of frames after which the counter begins again.
    func expectAccounted(
        _ camera: String, _ runs: [[Int]], cut: Int = 0, modulus: Int = ProvenSession.counterModulus
    ) throws {
        let row = try row(camera)
        let lacking = runs.reduce(0) { sum, run in
            zip(run, run.dropFirst()).reduce(sum) { $0 + ($1.1 - $1.0 + modulus) % modulus - 1 }
        }
        #expect((cut...cut + row.dropped + row.away).contains(lacking), "\(row): \(lacking) lack of \(runs)")
    }

    /// Expects that a stacked picture shows the frames of both cameras once each and in order. Frames that the ledger
    /// records as dropped or repeated are excepted.
    func expectBothCamerasInCombined() async throws {
        let paths = files(of: "combined").map(\.path)
        try #require(!paths.isEmpty)
        // The mixer may begin with a repeated frame and skip the next one.
        let (dropped, repeated) = (droppedByCombined + 1, try row("combined").repeated + 1)
        for region in Self.halves {
            let judged = try await Judgement.of(paths, "--region", region)
            let counters = try judged.map { try #require($0.counters) }
            #expect(judged.allSatisfy { $0.errors.isEmpty }, "\(region): \(judged.map(\.errors))")
            #expect(counters.allSatisfy { $0.backward.isEmpty && $0.unreadable.isEmpty }, "\(region): \(counters)")
            #expect(counters.reduce(0) { $0 + $1.missing.count } <= dropped, "\(region): \(counters)")
            #expect(counters.reduce(0) { $0 + $1.repeated.count } <= repeated, "\(region): \(counters)")
        }
    }
}
