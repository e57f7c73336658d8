/// The form in which a finished session is exported: for a platform, or for a purpose.
package struct ExportTemplate: Sendable, Equatable {
    package var name: String
    /// `nil`: sound alone.
    package var picture: ExportPicture?
    package var sound = ExportSound()
    package var container = ExportContainer.mp4
    /// `nil`: as loud as it was recorded.
    package var loudness: LoudnessTarget?
    /// The most that the platform takes; `nil`: it says nothing.
    package var longest: Duration?

    package init(name: String) { self.name = name }
}

package struct ExportPicture: Sendable, Equatable {
    /// `nil`: that of the recording.
    package var size: FrameSize?
    /// The most pixels of its width, in the recording's shape; `nil`: no matter. It counts where there is no `size`.
    package var width: Int?
    /// The most; `nil`: that of the recording.
    package var highestRate: FrameRate?
    /// True when every second, third and so on frame is taken if there are more frames than `highestRate`: movements
    /// stay even.
    package var skipsEvenly = false
    /// The layout where the recorded ones do not fit the frame.
    package var layout = LayoutName.grid
    /// `nil`: as recorded.
    package var fit: Fit?
    /// Insets and overlays stay within it.
    package var safeArea = SafeArea()
    /// Words of encoders or codecs; the first that is at hand serves.
    package var encoders = ["h264"]
    package var speed = EncoderSpeed.medium
    package var quality: Quality?
    /// `nil`: as for a recording of the same size.
    package var bitrate: Bitrate?
    /// Where there are more than 30 frames a second; `nil`: as otherwise.
    package var fastBitrate: Bitrate?
    package var keyframes = Duration.seconds(2)

    package static let widths = 64...4096

    package init() {}
}

/// The distances from a frame's edges within which a player's own buttons and words may cover the picture.
package struct SafeArea: Sendable, Hashable {
    package var top = Share(0)
    package var bottom = Share(0)
    package var left = Share(0)
    package var right = Share(0)

    /// The widest margin; two of them leave a fifth.
    package static let margins = Share.percent(0)...Share.percent(40)

    package init() {}

    package init(top: Double, bottom: Double, sides: Double) {
        (self.top, self.bottom) = (.percent(top), .percent(bottom))
        (left, right) = (.percent(sides), .percent(sides))
    }
}

package struct ExportSound: Sendable, Equatable {
    /// `nil`: the recorded packets are copied.
    package var codec: AudioCodec? = .aac
    package var bitrate = Bitrate(bitsPerSecond: 128_000)
    /// The tracks of all microphones become one.
    package var isMixed = true
    /// The noise reduction of the mix; `nil`: none.
    package var noiseReduction: NoiseReduction?

    package init() {}
}

/// The amount of noise behind voices that is removed. The stronger it is, the more it affects the voices.
package enum NoiseReduction: String, Sendable, Hashable, CaseIterable {
    case low, moderate, high
    case veryHigh = "very-high"
}

/// The loudness that sound is brought to.
package struct LoudnessTarget: Sendable, Equatable {
    package var integrated: Loudness
    /// No true peak is higher.
    package var peak = Decibel(-1)

    package static let loudnesses = Loudness(-40)...Loudness(-5)
    package static let peaks = Decibel(-12)...Decibel(-0.1)

    package init(_ integrated: Loudness) { self.integrated = integrated }
}

/// The kind of file.
package enum ExportContainer: String, Sendable, Hashable, CaseIterable {
    case mp4, mov, mkv
    /// Sound alone: MPEG-4, and Ogg.
    case m4a, ogg
    /// Pictures that move, without sound, and for ever: pages and messages show them as they show pictures.
    case gif, webp

    package enum Kind: Sendable { case film, sound, animation }

    package var kind: Kind {
        switch self {
        case .mp4, .mov, .mkv: .film
        case .m4a, .ogg: .sound
        case .gif, .webp: .animation
        }
    }

    /// `nil`: it is no film.
    package var video: Container? { Container(rawValue: rawValue) }

    /// The same of a recording.
    package init(_ container: Container) {
        switch container {
        case .mp4: self = .mp4
        case .mov: self = .mov
        case .mkv: self = .mkv
        }
    }

    /// Creates the container that a file name's ending selects; `nil`: the ending is not known.
    package init?(ending path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard name.contains("."), let ending = name.split(separator: ".").last else { return nil }
        self.init(rawValue: ending.lowercased())
    }
}
