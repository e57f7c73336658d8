/// The reasons why a session was not published, or may not have been.
package enum PublishingFailure: Error, Sendable, Equatable {
    /// The server does not answer; the value is the reason.
    case unreachable(String)
    /// The server's certificate is not valid for the host; the value is the reason.
    case untrusted(String)
    /// The user and password are not accepted.
    case credentials
    /// The account needs a second factor, which cannot be entered here.
    case secondFactor
    /// The user lacks the permission.
    case forbidden
    /// The address does not offer this API, or redirects elsewhere; the value is the HTTP status.
    case noInterface(Int)
    /// The request is too large for the server; the value is its size in bytes.
    case tooLarge(Int64)
    /// The server rejects the request: the HTTP status and the server's message.
    case refused(Int, String)
    /// The server fails: the HTTP status and the server's message.
    case failing(Int, String)
    /// The service's answer does not belong to its interface; the description as the end of a sentence.
    case strange(String)
    /// The service accepted or answered nothing for too long.
    case late
    /// The connection was lost; the value is the reason.
    case cut(String)
    /// A file has changed or cannot be read; the value is the reason.
    case unreadable(String)
    /// The user has no channel of this name; the second value lists the user's channels.
    case noChannel(String, [String])
    /// The publication was cancelled.
    case ended
}

/// A publication that failed.
package struct PublishingLoss: Error, Sendable, Equatable {
    package var failure: PublishingFailure
    /// True when everything was sent without an answer, so that the publication may exist nevertheless.
    package var isUnknown = false

    package init(_ failure: PublishingFailure, isUnknown: Bool = false) {
        (self.failure, self.isUnknown) = (failure, isUnknown)
    }
}

/// The identifier of a publication at the service, and its address; each is `nil` if the service did not return it.
package struct PublishedPlace: Sendable, Equatable {
    package var id: String?
    package var address: String?
    /// The outcome of sending the chapters.
    package var chapters = Chapters.none

    package enum Chapters: Sendable, Equatable {
        /// The recording has no chapters.
        case none
        case kept(Int)
        /// The server does not support chapters.
        case unknown
        /// The server did not accept the chapters.
        case failed(PublishingFailure)
    }
}
