import Foundation

/// The findings of `Tests/Tools/judge` about a file. Times are in seconds, offsets in milliseconds.
struct Judgement: Decodable, Sendable {
    struct Track: Decodable, Sendable {
        var codec: String
        var size: String?
        var frames: Int?
        var first: Double?
        var end: Double?

        /// The time from the start of the first frame to the end of the last one, in seconds.
        var length: Double { (end ?? 0) - (first ?? 0) }
    }

    struct Counters: Decodable, Sendable {
        var read: [Int]
        var missing: [Int]
        var repeated: [Int]
        var backward: [[Int]]
        var unreadable: [Int]

        /// True if every frame could be read and each frame follows the one before.
        var areConsecutive: Bool {
            !read.isEmpty && missing.isEmpty && repeated.isEmpty && backward.isEmpty && unreadable.isEmpty
        }
    }

    struct Sync: Decodable, Sendable { var offset: Double? }

    var file: String
    var duration: Double?
    var tags: [String: String]
    var video: Track?
    var audio: Track?
    var counters: Counters?
    var sync: [Sync]
    var errors: [String]

    static func of(_ paths: [String], _ options: String...) async throws -> [Judgement] {
        let finished = try await Tool.run(Tool.judge, options + paths)
        guard !finished.output.isEmpty else { throw Failure(text: finished.errors) }
        return try JSONDecoder().decode([Judgement].self, from: finished.output)
    }

    /// Runs `Tests/Tools/judge` on one file and returns its findings.
    static func of(_ path: String, _ options: String...) async throws -> Judgement {
        let finished = try await Tool.run(Tool.judge, options + [path])
        let all = try JSONDecoder().decode([Judgement].self, from: finished.output)
        guard let judgement = all.first else { throw Failure(text: finished.errors) }
        return judgement
    }

    struct Failure: Error { var text: String }
}
