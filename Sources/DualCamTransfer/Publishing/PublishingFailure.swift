/// The reasons why a session was not published, or may not have been published.
enum PublishingFailure: Sendable, Equatable {
    /// The publishing server cannot be reached; the value is the reason.
    case unreachable(String)
    /// The server's certificate is not valid for its host; the value is the reason.
    case untrusted(String)
    /// The server does not accept the user and password.
    case credentials
    /// The account needs a second factor, which dualcam cannot provide.
    case secondFactor
    /// The user does not have the permission to publish.
    case forbidden
    /// The server does not offer this API at its address, or redirects to another address; the value is the HTTP
    /// status.
    case noInterface(Int)
    /// The server rejects the request or the announced file as too large; the value is the rejected size in bytes.
    case tooLarge(Int64)
    /// The server rejected the request; the values are the HTTP status and the server's message.
    case refused(Int, String)
    /// The server failed to process the request; the values are the HTTP status and the server's message.
    case failing(Int, String)
    /// The server's response does not match its API; the value describes it, as the end of a sentence.
    case strange(String)
    /// The transfer timed out: the server accepted no data, or did not respond in time.
    case late
    /// The connection to the server was lost; the value is the reason.
    case cut(String)
    /// A file to publish has changed or cannot be read; the value is the reason.
    case unreadable(String)
    /// The user has no channel of this name; the second value lists the names of the user's channels.
    case noChannel(String, [String])
    /// The caller cancelled the publication.
    case ended
}

/// The error of a failed attempt to publish a session.
struct PublishingLoss: Error, Sendable, Equatable {
    var failure: PublishingFailure
    /// True when everything was sent but no response arrived. The publication may then exist despite the failure.
    var isUnknown = false

    init(_ failure: PublishingFailure, isUnknown: Bool = false) {
        (self.failure, self.isUnknown) = (failure, isUnknown)
    }
}

/// The place of a published session at a service: its identifier and its web address there. Each is `nil` if the
/// service did not return it.
struct PublishedPlace: Sendable, Equatable {
    var id: String?
    var address: String?
    /// The result of sending the chapters to the service: accepted, rejected or unsupported.
    var chapters = Chapters.none

    enum Chapters: Sendable, Equatable {
        /// The published file has no chapters to send.
        case none
        case kept(Int)
        /// The service does not support chapters.
        case unknown
        /// The service rejected the chapters; the value is the reason.
        case failed(PublishingFailure)
    }
}
