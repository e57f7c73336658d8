/// Why something was not published, or may not have been.
package enum PublishingFailure: Error, Sendable, Equatable {
    /// Nobody answers there. Why.
    case unreachable(String)
    /// The server's certificate is not the host's. Why.
    case untrusted(String)
    /// User and password are not accepted.
    case credentials
    /// The account wants a second factor, which nobody can give here.
    case secondFactor
    /// The user may not do it.
    case forbidden
    /// There is no such interface at the address, or the address leads elsewhere: the HTTP status.
    case noInterface(Int)
    /// The server does not take so much: the bytes of the request.
    case tooLarge(Int64)
    /// The server does not take it: the HTTP status, and what it says.
    case refused(Int, String)
    /// The server fails: the HTTP status, and what it says.
    case failing(Int, String)
    /// The service's answer does not belong to its interface; the description as the end of a sentence.
    case strange(String)
    /// The service accepted or answered nothing for too long.
    case late
    /// The connection was lost. Why.
    case cut(String)
    /// A file has changed, or cannot be read.
    case unreadable(String)
    /// The user has no such channel; its own ones.
    case noChannel(String, [String])
    /// The publication was cancelled.
    case ended
}

/// A publication that failed.
package struct PublishingLoss: Error, Sendable, Equatable {
    package var failure: PublishingFailure
    /// Everything was sent and nothing was answered: it may be there all the same.
    package var isUnknown = false

    package init(_ failure: PublishingFailure, isUnknown: Bool = false) {
        (self.failure, self.isUnknown) = (failure, isUnknown)
    }
}

/// The service's identifier of the publication, and its address; `nil`: the service did not say.
package struct PublishedPlace: Sendable, Equatable {
    package var id: String?
    package var address: String?
    /// The result for the chapters.
    package var chapters = Chapters.none

    package enum Chapters: Sendable, Equatable {
        /// There were none.
        case none
        case kept(Int)
        /// The server knows none.
        case unknown
        /// Why the server did not take them.
        case failed(PublishingFailure)
    }
}
