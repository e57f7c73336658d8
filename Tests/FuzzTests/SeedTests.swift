import DualCamFuzz
import DualCamTestKit
import Glibc
import Testing

@Suite struct SeedTests {
    private static let folder = String(#filePath.split(separator: "/").dropLast(2).joined(separator: "/"))

    static func seeds(of kind: FuzzKind) -> [String] {
        let place = "/\(folder)/Fuzz/seeds/\(kind.rawValue)"
        guard let stream = opendir(place) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append("\(place)/\(name)") }
        }
        return names.sorted()
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        let stream = try #require(fopen(path, "r"))
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    @Test("No seed, and nothing that once ended a process or hung, does so", arguments: FuzzKind.allCases)
    func replay(_ kind: FuzzKind) throws {
        let place = try #require(TemporaryFolder())
        let seeds = Self.seeds(of: kind)
        #expect(!seeds.isEmpty)
        for seed in seeds { kind.run(try Self.bytes(seed), in: place.path) }
    }
}
