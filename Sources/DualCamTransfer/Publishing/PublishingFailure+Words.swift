import DualCamConfig
import DualCamProcess
import DualCamRecordings

extension CommandFailure {
    /// Creates the failure of publishing a session. The exit code is 69 if the service cannot be used. It is 74 if a
    /// file has changed or cannot be read, and 70 if the result is unknown.
    ///
    /// - Parameters:
    ///   - to: The service at which the files were to be published.
    ///   - files: The names of these files.
    init(_ loss: PublishingLoss, _ to: PublishingDestination, files: [String]) {
        let words = loss.failure.words(of: to)
        guard loss.isUnknown else {
            var code = ExitCode.unavailable
            if case .unreadable = loss.failure { code = .diskFailed }
            self.init(code, words.what, next: words.next)
            return
        }
        let names = files.map { "'\($0)'" }.joined(separator: " and ")
        self.init(
            .fault, "it is not known whether \(names) arrived at \(to.text): all was sent, but \(words.what)",
            next: "Check there. Run this with --again if it is missing.")
    }
}

extension PublishingFailure {
    /// Returns `what`, a description of the failure as the end of a sentence, and `next`, the advice as a sentence.
    func words(of to: PublishingDestination) -> (what: String, next: String) {
        let address = to.address
        switch self {
        case .unreachable(let reason):
            return ("'\(address)' cannot be reached: \(reason)", "Check the address and the network.")
        case .untrusted(let reason):
            return (
                "'\(address)' does not prove its identity: \(reason)",
                "Ask the server's operator. Nothing was sent to it."
            )
        case .credentials:
            return ("'\(address)' does not accept the user and the password", "Check --user and the password.")
        case .secondFactor:
            return (
                "'\(address)' requires a second factor for this user", "Publish as a user without one."
            )
        case .forbidden: return ("the user may not do this at '\(address)'", permission(of: to))
        case .noInterface(let status):
            return ("there is no \(to.kind.name) at '\(address)' (HTTP status \(status))", interface(of: to))
        case .tooLarge(let bytes):
            return (
                "'\(address)' does not accept \(Wording.bytes(bytes)) (HTTP status 413)",
                "Ask the server's operator for a higher limit, or publish a smaller file ('dualcam export')."
            )
        default: return rest(of: to)
        }
    }

    private func rest(of to: PublishingDestination) -> (what: String, next: String) {
        let address = to.address
        let again =
            to.kind == .peertube
            ? "Run this again to resume." : "Nothing of it is there. Run this again."
        switch self {
        case .refused(let status, let words):
            return (
                "'\(address)' does not accept it (HTTP status \(status)\(said(words)))", "Ask the server's operator."
            )
        case .failing(let status, let words):
            return ("'\(address)' fails (HTTP status \(status)\(said(words)))", again)
        case .strange(let what):
            return ("'\(address)' does not answer as \(to.kind.name) does: \(what)", interface(of: to))
        case .late: return ("'\(address)' no longer answers", again + " --timeout waits longer.")
        case .cut(let reason): return ("the connection to '\(address)' was lost: \(reason)", again)
        case .unreadable(let reason):
            return ("the files to publish cannot be read: \(reason)", "See 'dualcam audit'.")
        case .noChannel(let name, let known):
            let what = name.isEmpty ? "the user has no channel" : "the user has no channel '\(name)'"
            let list = known.isEmpty ? "Create one in PeerTube first." : "There are \(known.joined(separator: ", "))."
            return ("\(what) at '\(address)'", list)
        default:
            return (
                "the publishing was stopped", "No \(to.kind == .peertube ? "video" : "event") of it is at '\(address)'."
            )
        }
    }

    private func said(_ words: String) -> String { words.isEmpty ? "" : ": \(words)" }

    private func permission(of to: PublishingDestination) -> String {
        switch to.kind {
        case .opencast:
            "Give the user the roles ROLE_API and ROLE_API_EVENTS_CREATE, and for a series the right to write."
        case .peertube: "Ask the server's operator whether the user may upload."
        }
    }

    private func interface(of to: PublishingDestination) -> String {
        switch to.kind {
        case .opencast: "Give the address of its admin node, where the External API is and basic authentication is on."
        case .peertube: "Give the address of its web page."
        }
    }
}
