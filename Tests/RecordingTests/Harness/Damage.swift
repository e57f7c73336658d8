import Foundation
import Testing

/// Damages recorded files as a failing disk would.
enum Damage {
    /// Overwrites the end of the session's file whose name ends with `name`. The first `part` of the file, a fraction
    /// from 0 to 1, stays unchanged.
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
