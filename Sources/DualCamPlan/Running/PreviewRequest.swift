package import DualCamConfig

/// A request for a live picture of the running pipeline.
package struct PreviewRequest: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        case camera(InputName)
        case combined
        /// All cameras and the combined picture side by side in one picture.
        case multiview
    }

    /// The maximum width of a preview in pixels. Smaller pictures are not enlarged.
    package enum Width: Int, Sendable, CaseIterable { case small = 320, medium = 640, large = 1280 }

    /// The encoding of a preview stream. The raw values are used in web addresses and must not change.
    package enum Form: String, Sendable, CaseIterable {
        case h264
        /// Separate JPEG pictures, for browsers without WebCodecs.
        case jpeg
    }

    package var source: Source
    package var width: Width
    package var form: Form

    package init(_ source: Source, width: Width, as form: Form = .h264) {
        (self.source, self.width, self.form) = (source, width, form)
    }
}

extension PreviewRequest.Source {
    private static let multiviewWord = "multiview"

    /// Creates the source of a preview from its name: a camera's name, `combined` or `multiview`.
    package init(_ word: String) {
        switch word {
        case OutputName.combined.rawValue: self = .combined
        case Self.multiviewWord: self = .multiview
        default: self = .camera(InputName(word))
        }
    }

    package var word: String {
        switch self {
        case .camera(let camera): camera.rawValue
        case .combined: OutputName.combined.rawValue
        case .multiview: Self.multiviewWord
        }
    }
}

/// An item in the stream of a preview: first a description, then frames.
package enum PreviewItem: Sendable, Equatable {
    case description(PreviewDescription)
    case frame(PreviewFrame)
    /// The preview has ended because of a failure.
    case failed(GraphFailure)
}

/// The format of a preview's frames.
package struct PreviewDescription: Sendable, Equatable {
    package var size: FrameSize
    /// The frame rate of the preview in frames per second.
    package var rate: FrameRate
    /// The codec of the preview. It is `jpeg`, or H.264 with the profile and level of the stream (RFC 6381):
    /// `avc1.42c01f`.
    package var codec: String
    /// The areas of the individual pictures in a multiview; empty for a preview of a single picture.
    package var places: [PreviewPlace]

    package init(size: FrameSize, rate: FrameRate, codec: String, places: [PreviewPlace] = []) {
        (self.size, self.rate, self.codec, self.places) = (size, rate, codec, places)
    }
}

/// The area of one picture in a multiview, in pixels.
package struct PreviewPlace: Sendable, Equatable {
    package var name: String
    package var area: PixelRectangle

    package init(_ name: String, _ area: PixelRectangle) { (self.name, self.area) = (name, area) }
}

/// An encoded picture of a preview: a JPEG, or one access unit of H.264 in byte-stream format. A key frame contains its
/// parameter sets.
package struct PreviewFrame: Sendable, Equatable {
    /// The sequence number of the frame, which increases by one with each encoded frame.
    package var sequence: UInt32
    package var isKey: Bool
    package var at: RunningTime
    package var bytes: [UInt8]

    package init(sequence: UInt32, isKey: Bool, at: RunningTime, bytes: [UInt8]) {
        (self.sequence, self.isKey, self.at, self.bytes) = (sequence, isKey, at, bytes)
    }
}
