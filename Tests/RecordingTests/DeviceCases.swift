import DualCamTestKit
import Foundation
import Testing

/// The cases of `Scripts/device-test`: USB cameras and microphones that are plugged into the kernel of an emulated
/// machine. All cases run in one boot. The header of that script says how to add a case; the tests check its output
/// here.
enum DeviceCases {
    private static let folder = Made<String> {
        try CameraMachine.alone { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let words = [
                "DUALCAM_PROGRAM=\(Tool.dualcam)", "DUALCAM_VM_NICE=5", "\(CameraMachine.root)/Scripts/device-test",
            ]
            let result = try CameraMachine.run("/usr/bin/env", words + ["--into", folder])
            guard result.code == 0 else {
                throw CameraMachine.Failure(
                    description: "Scripts/device-test ended with \(result.code): \(result.errors)\(result.output)")
            }
            return folder
        }
    }

    /// Returns the report of a case.
    static func report(_ name: String) throws -> DeviceReport {
        DeviceReport(text: try read(name + "/report"))
    }

    /// Returns the text of a file that a case left in its folder.
    static func read(_ path: String) throws -> String {
        try String(contentsOfFile: folder.get() + "/" + path, encoding: .utf8)
    }
}

/// The report of one case, line by line; see `Tests/Devices/report`.
struct DeviceReport {
    let text: String

    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// Returns the rest of each line that begins with `words`.
    func told(_ words: String) -> [String] {
        lines.filter { $0.hasPrefix(words) }.map { $0.dropFirst(words.count).trimmingCharacters(in: .whitespaces) }
    }

    /// Returns what the report says about a file: the number of its frames, and the rest of the line.
    func file(_ name: String, of recording: String) throws -> (frames: Int, rest: String) {
        let words = try #require(told("\(recording) \(name):").first, "\(name) is missing:\n\(text)")
        let parts = words.components(separatedBy: " frames, ")
        return (try #require(parts.first.flatMap { Int($0) }), parts.dropFirst().joined())
    }

    /// The tolerance for the mean distance of frames, in milliseconds. The first and the last frame may each be a
    /// millisecond late in the emulated machine, in which a second has at least 25 frames.
    private static let tolerance = 0.05

    /// Returns true if the rest of a file's line says that its frames are evenly spaced by `milliseconds`, and then
    /// `words`.
    static func isEven(_ rest: String, _ milliseconds: Double, _ words: String) -> Bool {
        let parts = rest.components(separatedBy: " ms apart, ")
        guard parts.count == 2, parts[1] == words, let told = Double(parts[0]) else { return false }
        return abs(told - milliseconds) < tolerance
    }
}
