/// The `publish` section: the service to which somebody may have finished sessions handed over by HTTP and the page.
package struct Publish: Sendable, Equatable {
    /// `to`; `nil`: off, nothing is handed over so.
    package var to: PublishingDestination?
    /// `user`: as whom.
    package var user: String?
    /// `password-file`: the file whose first line is the password; `nil` (`off`): it is in the environment.
    package var passwordFile: String?
    /// `bandwidth`: at most so much; `nil`: off, as much as there is.
    package var bandwidth: Bitrate?

    package init() {}
}
