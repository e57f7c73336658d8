import DualCamPlan
package import DualCamSession

/// Decides where a recording continues when its session's folder was lost, and with which exit code it then ends.
package struct Relocation: Sendable {
    /// The instructions for the next worker: to begin a new session, or to continue one.
    package struct Continuation: Codable, Sendable, Equatable {
        package var past: SessionOrder.Continuation
        /// The directory in which the new session's folder is made.
        package var directory: String
        /// The new folder's name; empty for a take, whose name is its own.
        package var name: String
    }

    private let fallback: String?
    private let directory: String
    private var first: String?
    private var losses = 0
    private var places: [String] = []
    /// The delay before the next worker starts, while a folder that may be lost is examined; `nil` if none is.
    var examination: Duration?
    /// The current instructions; `nil` if no folder was lost.
    private(set) var current: Continuation?
    /// True until a worker records in the new place.
    private(set) var isUnderWay = false
    /// The exit code of the first loss that failed the recording.
    private(set) var exit = ExitCode.finished
    /// The lines about all losses for the end, with their severity.
    private(set) var losing: [(text: String, severity: Severity)] = []

    /// - Parameters:
    ///   - fallback: `recording.fallback`; `nil` for none.
    ///   - directory: `recording.directory`.
    package init(fallback: String?, directory: String) { (self.fallback, self.directory) = (fallback, directory) }

    /// Leaves a folder. `past` describes the recording so far to the new session.
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

    /// Changes to the next place, because nothing can be recorded in the last one. Returns false if there is none.
    mutating func tryNext() -> Bool {
        guard !places.isEmpty, !planted(.fallbackUnused) else { return false }
        current?.directory = places.removeFirst()
        return true
    }

    mutating func hasArrived() { isUnderWay = false }

    /// Forgets the losses, because another recording begins.
    mutating func forget() { (current, first, losses, isUnderWay) = (nil, nil, 0, false) }

    /// The suffix of the new folder's name: `_b`, `_c` ... `_z`, `_27` ...
    private var suffix: String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return "_" + (losses < letters.count ? String(letters[losses]) : String(losses + 1))
    }
}
