import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings

extension PublishCommand {
    /// The name, in Opencast's API, of the workflow that processes uploads unless the user names another one.
    static let usualWorkflow = "schedule-and-upload"
    /// The minimum bandwidth of an upload. At a lower bandwidth, the server would receive no data for some seconds and
    /// close the connection.
    private static let slowest = Bitrate(bitsPerSecond: 200_000)

    /// Returns the bandwidth limit given by `--bandwidth`; `nil` for no limit. Throws a usage failure if the limit is
    /// below 200 kbit/s.
    func limit() throws(CommandFailure) -> Bitrate? {
        let limit = try BackupCommand.limit(bandwidth)
        if let slow = limit, slow < Self.slowest {
            throw CommandFailure(
                .usage, "--bandwidth: \(slow.notation) is too slow for a server",
                next: "Give at least \(Self.slowest.notation).")
        }
        return limit
    }

    /// Returns the time to wait for a server that sends nothing, as given by `--timeout`; 60 s by default. Throws a
    /// usage failure if the value is not a duration or is less than 1 s.
    func patience() throws(CommandFailure) -> Duration {
        guard let text = timeout?.text else { return .seconds(60) }
        let patience: Duration
        do throws(Refusal) { patience = try Duration(parsing: text) } catch {
            throw CommandFailure(.usage, "--timeout: \(error.message)", next: "Write it as in --timeout 90s.")
        }
        guard patience >= .seconds(1) else {
            throw CommandFailure(.usage, "--timeout: \(text) is too short", next: "Give at least 1s.")
        }
        return patience
    }

    /// Throws a usage failure if an option is given that the publishing service does not support.
    func check(for to: PublishingDestination) throws(CommandFailure) {
        let others: [(PublishingDestination.Kind, String, Bool)] = [
            (.opencast, "--presentation", presentation != nil), (.opencast, "--series", series != nil),
            (.opencast, "--readers", readers != nil), (.opencast, "--workflow", workflow != nil),
            (.peertube, "--channel", channel != nil), (.peertube, "--privacy", privacy != nil),
        ]
        for (kind, option, isGiven) in others where isGiven && kind != to.kind {
            throw CommandFailure(.usage, "\(option) is for \(kind.name) only", next: "Leave it out.")
        }
        guard let title else { return }
        guard !title.isEmpty, title.printable == title else {
            throw CommandFailure(
                .usage, "'\(title.printable)' is not a valid title", next: "Write one line: --title 'Lesson 4'.")
        }
    }

    /// Returns the title for the publication. Throws a usage failure if the service does not accept its length.
    func title(of source: PublishingSource, for to: PublishingDestination) throws(CommandFailure) -> String {
        let text = title ?? source.title
        guard to.kind == .peertube, !PeerTubeVideo.titles.contains(text.count) else { return text }
        throw CommandFailure(
            .usage, "PeerTube takes titles of 3 to 120 characters, but '\(text)' has \(text.count)",
            next: "Give one with --title.")
    }

    /// Returns the description for the publication; `nil` without one. Throws a usage failure if the service does not
    /// accept its length.
    func checkedDescription(for to: PublishingDestination) throws(CommandFailure) -> String? {
        guard to.kind == .peertube, let description, !PeerTubeVideo.descriptions.contains(description.count) else {
            return description
        }
        throw CommandFailure(
            .usage, "PeerTube takes descriptions of 3 to 10000 characters, but this one has \(description.count)",
            next: "Give another --description.")
    }
}

extension PeerTubeVideo {
    /// Divides a session's tags into those that PeerTube accepts (`taken`) and those that it does not accept (`left`).
    /// PeerTube accepts at most five tags, each of 2 to 30 characters.
    static func tags(_ tags: [String]) -> (taken: [String], left: [String]) {
        let fitting = tags.filter { tagLengths.contains($0.count) }.prefix(mostTags)
        return (Array(fitting), tags.filter { !fitting.contains($0) })
    }
}

extension PublishingDestination: OptionValue {
    static var completion: Completion { .words(Kind.allCases.map { $0.rawValue + ":https://" }) }

    init(argument text: String) throws(Refusal) { try self.init(parsing: text) }
}

extension PeerTubeVideo.Privacy: OptionWord {
    static let refusal = "is not a privacy setting"
}
