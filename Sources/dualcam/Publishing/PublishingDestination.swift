import DualCamConfig

extension PublishingDestination: OptionValue {
    static var completion: Completion { .words(Kind.allCases.map { $0.rawValue + ":https://" }) }

    init(argument text: String) throws(Refusal) { try self.init(parsing: text) }
}

/// Who sees a video at PeerTube.
enum PublishedPrivacy: String, OptionWord {
    case `public`, unlisted, `private`, `internal`

    static let refusal = "says not who sees it"
}
