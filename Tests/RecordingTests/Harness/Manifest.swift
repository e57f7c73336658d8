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

    var state: String
    var outputs: [Output]

    init(at path: String) throws {
        self = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(filePath: path)))
    }
}
