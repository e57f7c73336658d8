package import DualCamPlan
package import DualCamProcess
import DualCamRecordings

/// The file of a still picture of a running recording.
package struct SnapshotFile: Sendable {
    /// The path of the file; `nil` for a new file in the current folder that is named after the picture and its time.
    package var path: String?
    /// True to replace the file if it exists.
    package var replaces = false

    package init(path: String? = nil, replaces: Bool = false) { (self.path, self.replaces) = (path, replaces) }

    /// Writes the still picture of the output `name` to the file, and returns the file's path. Throws a failure if the
    /// file exists and may not be replaced, or if it cannot be written.
    package func save(
        _ still: Snapshot, of name: String, as format: Snapshot.Format, in place: ProcessEnvironment
    ) throws(CommandFailure) -> String {
        let stem = "\(name.map { $0 == "/" ? "_" : String($0) }.joined())_\(JSONValue.time(still.at).line)"
        var path = self.path ?? "\(stem).\(format.suffix)"
        var number = 2
        while true {
            do throws(NewFile.Refusal) {
                try NewFile.write(still.bytes, to: place.absolute(path), replacing: replaces)
                return path
            } catch  where error == .exists && self.path == nil {
                path = "\(stem)_\(number).\(format.suffix)"
                number += 1
            } catch {
                throw error.failure(
                    of: path, Self.alreadyThere(path), elsewhere: "Choose another path with --output FILE.")
            }
        }
    }

    /// Returns the failure for a file that exists and may not be replaced.
    package static func alreadyThere(_ path: String) -> CommandFailure {
        CommandFailure(
            .outputNotCreated, "'\(path)' already exists", next: "Choose another file, or replace it with --force.")
    }
}
