/// A mark of a finished session, with its time on the session's timeline in nanoseconds.
package struct SessionMark: Sendable, Equatable {
    package var text: String
    package var at: Int64

    package init(text: String, at: Int64) { (self.text, self.at) = (text, at) }
}
