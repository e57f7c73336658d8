import DualCamConfig
import DualCamControl
import DualCamSession

/// What is to be published, and how.
struct PublishingRequest: Sendable {
    /// An output's name, or the path of a file.
    typealias Choice = String

    var to: PublishingDestination
    /// What is to be a video, or the presenter's track; `nil`: the combined file.
    var file: Choice?
    var presentation: Choice?
    var title: String?
    var description: String?
    var series: String?
    var readers: [String] = []
    var workflow: String?
    var channel: String?
    var privacy: PublishedPrivacy?
    /// The time that the server may be silent.
    var patience = Duration.seconds(60)
    /// `nil`: as much as there can be.
    var bandwidth: Bitrate?
    /// Where the kernel tells how strained the machine is; `nil`: it is sent at full speed, whoever else wants the machine.
    var proc: String? = "/proc"
    /// Files are sent as they are, whatever was recorded.
    var isUnchecked = false
    /// What is there already is published once more.
    var isAgain = false

    /// Opencast's own workflow for what is uploaded, as its interface names it.
    static let usualWorkflow = "schedule-and-upload"

    /// Throws where something is asked for that the service does not have.
    func check() throws(CommandFailure) {
        let others: [(PublishingDestination.Kind, String, Bool)] = [
            (.opencast, "--presentation", presentation != nil), (.opencast, "--series", series != nil),
            (.opencast, "--readers", !readers.isEmpty), (.opencast, "--workflow", workflow != nil),
            (.peertube, "--channel", channel != nil), (.peertube, "--privacy", privacy != nil),
        ]
        for (kind, option, isGiven) in others where isGiven && kind != to.kind {
            throw CommandFailure(.usage, "\(option) is for \(kind.name) alone", next: "Leave it out.")
        }
        guard let title else { return }
        guard !title.isEmpty, title.printable == title else {
            throw CommandFailure(
                .usage, "'\(title.printable)' is no title", next: "Write one line: --title 'Lesson 4'.")
        }
    }

    /// The title, as the service takes it.
    func title(_ source: PublishingSource) throws(CommandFailure) -> String {
        let text = title ?? source.title
        guard to.kind == .peertube, !PeerTubeVideo.titles.contains(text.count) else { return text }
        throw CommandFailure(
            .usage, "PeerTube takes titles of 3 to 120 letters, and '\(text)' has \(text.count)",
            next: "Give one with --title.")
    }

    /// The description, as the service takes it.
    func checkedDescription() throws(CommandFailure) -> String? {
        guard to.kind == .peertube, let description, !PeerTubeVideo.descriptions.contains(description.count) else {
            return description
        }
        throw CommandFailure(
            .usage, "PeerTube takes descriptions of 3 to 10000 letters, and this one has \(description.count)",
            next: "Give another --description.")
    }
}

extension PeerTubeVideo {
    /// Divides tags into those that PeerTube takes and those that have to be left out.
    static func tags(_ tags: [String]) -> (taken: [String], left: [String]) {
        let fitting = tags.filter { tagLengths.contains($0.count) }.prefix(mostTags)
        return (Array(fitting), tags.filter { !fitting.contains($0) })
    }
}

extension PublishedPrivacy {
    var ofPeerTube: PeerTubeVideo.Privacy {
        switch self {
        case .public: .public
        case .unlisted: .unlisted
        case .private: .private
        case .internal: .internal
        }
    }
}
