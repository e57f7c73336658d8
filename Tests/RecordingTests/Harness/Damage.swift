import Foundation
import Testing

/// What a disk does to a recorded file.
enum Damage {
    /// Overwrites the file of a session whose name ends so, from a part of its size on.
    static func overwriteEnd(of name: String, in session: String, from part: Double) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: session)
        let path = try #require(names.first { $0.hasSuffix(name) })
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: "\(session)/\(path)"))
        let size = try file.seekToEnd()
        let kept = UInt64(Double(size) * part)
        try file.seek(toOffset: kept)
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size - kept)))
        try file.close()
    }
}
