import DualCamPlan
import DualCamRecordings
package import DualCamSession

/// Decides in which directory a recording continues after its session's folder was lost, and with which exit code the
/// recording then ends.
package struct Relocation: Sendable {
    /// The instructions for the next worker about the new session that continues a recording.
    package struct Continuation: Codable, Sendable, Equatable {
        /// The history of the recording in the lost folders, for the new session.
        package var past: SessionOrder.Continuation
        /// The directory in which the new session's folder is created.
        package var directory: String
        /// The name of the new session's folder; empty for a take, which is named as usual.
        package var name: String
    }

    private let fallback: String?
    private let directory: String
    private var first: String?
    private var losses = 0
    private var places: [String] = []
    /// The delay before the next worker starts, stored while the supervisor checks whether the session's folder is
    /// lost; `nil` while no folder is being checked.
    var examination: Duration?
    /// The current instructions for the next worker; `nil` if no folder was lost.
    private(set) var current: Continuation?
    /// True from a folder's loss until a worker records in the new directory.
    private(set) var isUnderWay = false
    /// The exit code of the first folder loss that is a failure; `finished` if there was none.
    private(set) var exit = ExitCode.finished
    /// The messages about all lost folders, with their severity, to be printed when the recording ends.
    private(set) var losing: [(text: String, severity: Severity)] = []

    /// Creates the rules for continuing in another directory, from the directories in the pipeline file.
    /// - Parameters:
    ///   - fallback: The value of `recording.fallback`; `nil` for none.
    ///   - directory: The value of `recording.directory`.
    package init(fallback: String?, directory: String) { (self.fallback, self.directory) = (fallback, directory) }

    /// Gives up a lost folder and chooses the directory in which the recording continues.
    ///
    /// - Parameter past: The recording's history so far, for the new session.
    mutating func leave(_ folder: String, _ loss: FolderLoss, _ past: SessionOrder.Continuation) {
        fail(of: loss)
        let text = loss.message(of: folder) + " " + loss.consequence(for: folder)
        losing.append(loss.exit == .finished ? ("warning: " + text, .warning) : ("error: " + text, .error))
        losses += 1
        let first = first ?? folder.split(separator: "/").last.map(String.init) ?? folder
        self.first = first
        places = (fallback.map { [$0] } ?? []) + [directory]
        current = Continuation(past: past, directory: places.removeFirst(), name: first + suffix)
        isUnderWay = true
    }

    mutating func fail(of loss: FolderLoss) {
        if loss.exit != .finished, !planted(.lossForgiven) { fail(with: loss.exit) }
    }

    mutating func fail(with code: ExitCode) { if exit == .finished || planted(.firstLossIsLast) { exit = code } }

    /// Changes to the next directory, because recording in the current one failed. Returns false if there is no further
    /// directory.
    mutating func tryNext() -> Bool {
        guard !places.isEmpty, !planted(.fallbackUnused) else { return false }
        current?.directory = places.removeFirst()
        return true
    }

    mutating func hasArrived() { isUnderWay = false }

    /// Forgets the lost folders, because another recording begins.
    mutating func forget() { (current, first, losses, isUnderWay) = (nil, nil, 0, false) }

    /// The suffix for the name of the new session's folder: `_b`, `_c` ... `_z`, `_27` ...
    private var suffix: String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return "_" + (losses < letters.count ? String(letters[losses]) : String(losses + 1))
    }
}
