import Foundation

/// The content of `session.json` that the tests read.
struct Manifest: Decodable, Sendable {
    struct Output: Decodable, Sendable {
        var output: String
        var files: [File]
    }

    struct File: Decodable, Sendable {
        var file: String
        var finished: Bool
        var size: Int?
        var duration: Double?
        var frames: Int?
        var digest: String?
    }

    /// The number of frames of all outputs that are missing, by reason, and of those that were repeated or left out on
    /// purpose.
    struct Losses: Decodable, Sendable, Equatable {
        var missing: Int
        var dropped: Int
        var unaccounted: Int
        var repeated: Int
        var shed: Int
    }

    var state: String
    /// The losses; `nil` if an older version wrote the file, or the session was never finished.
    var losses: Losses?
    var outputs: [Output]

    init(at path: String) throws {
        self = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(filePath: path)))
    }
}
