import DualCamPlan
package import DualCamSession

/// Decides where a recording goes on whose session's folder was lost, and with what exit code it then ends.
package struct Relocation: Sendable {
    /// Tells how the next worker begins a new session, or goes on with it.
    package struct Continuation: Codable, Sendable, Equatable {
        package var past: SessionOrder.Continuation
        /// The directory in which the new session's folder is made.
        package var directory: String
        /// The new folder's name; empty: a take has one of its own.
        package var name: String
    }

    private let fallback: String?
    private let directory: String
    private var first: String?
    private var losses = 0
    private var places: [String] = []
    /// The time between the look at a folder that may be lost and the start of the next worker.
    var examination: Duration?
    /// `nil`: no folder was lost.
    private(set) var current: Continuation?
    /// True when no worker has recorded in the new place yet.
    private(set) var isUnderWay = false
    /// The exit code of the worst loss.
    private(set) var exit = ExitCode.finished
    /// The lines about all losses for the end, with their severity.
    private(set) var losing: [(text: String, severity: Severity)] = []

    /// - Parameters:
    ///   - fallback: `recording.fallback`
    ///   - directory: `recording.directory`
    package init(fallback: String?, directory: String) { (self.fallback, self.directory) = (fallback, directory) }

    /// Leaves a folder; `past` is what the new session is told of the recording.
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

    /// Nothing can be recorded in the last place; returns whether there is another one.
    mutating func tryNext() -> Bool {
        guard !places.isEmpty, !planted(.fallbackUnused) else { return false }
        current?.directory = places.removeFirst()
        return true
    }

    mutating func hasArrived() { isUnderWay = false }

    /// Another recording begins.
    mutating func forget() { (current, first, losses, isUnderWay) = (nil, nil, 0, false) }

    /// `_b`, `_c` ... `_z`, `_27` ...
    private var suffix: String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return "_" + (losses < letters.count ? String(letters[losses]) : String(losses + 1))
    }
}
