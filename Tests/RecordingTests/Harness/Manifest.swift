import Foundation

/// `session.json`, as far as the tests look at it.
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

    /// The frames of all outputs that are in no file, and those shown twice or left out on purpose.
    struct Losses: Decodable, Sendable, Equatable {
        var missing: Int
        var dropped: Int
        var unaccounted: Int
        var repeated: Int
        var shed: Int
    }

    var state: String
    /// `nil`: of a version before, or of a file that was never finished.
    var losses: Losses?
    var outputs: [Output]

    init(at path: String) throws {
        self = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(filePath: path)))
    }
}
