/// A mark of a finished session: its text, and its time in nanoseconds on the session's timeline.
package struct SessionMark: Sendable, Equatable {
    package var text: String
    package var at: Int64

    package init(text: String, at: Int64) { (self.text, self.at) = (text, at) }
}
