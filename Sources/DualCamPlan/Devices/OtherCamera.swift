/// A picture source that is not a V4L2 device: a node of the PipeWire server, or the screen.
package struct OtherCamera: Sendable, Equatable {
    package enum Kind: String, Sendable { case pipewire, screen }

    package var kind: Kind
    /// The picture source as written in the pipeline file.
    package var device: String
    /// The title of the picture source for display.
    package var title: String

    package init(_ kind: Kind, device: String, title: String) {
        (self.kind, self.device, self.title) = (kind, device, title)
    }
}
