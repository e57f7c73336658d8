/// The settings with which a finished session is exported for a platform or a purpose.
package struct ExportTemplate: Sendable, Equatable {
    package var name: String
    /// The settings of the exported picture; `nil` to export only sound.
    package var picture: ExportPicture?
    package var sound = ExportSound()
    package var container = ExportContainer.mp4
    /// The target loudness of the exported sound; `nil` to keep the recorded loudness.
    package var loudness: LoudnessTarget?
    /// The maximum duration that the platform accepts; `nil` if it is unknown.
    package var longest: Duration?

    package init(name: String) { self.name = name }
}

package struct ExportPicture: Sendable, Equatable {
    /// The size of the exported picture; `nil` for the size of the recording.
    package var size: FrameSize?
    /// The maximum width of the exported picture in pixels; its proportions stay those of the recording. `nil` for no
    /// limit. Ignored if `size` is set.
    package var width: Int?
    /// The maximum frame rate of the export; `nil` for the rate of the recording.
    package var highestRate: FrameRate?
    /// True when a recording that is faster than `highestRate` is reduced to every second or third frame and so on, so
    /// that movements stay even.
    package var skipsEvenly = false
    /// The layout of the exported picture if the recorded layouts do not fit its proportions.
    package var layout = LayoutName.grid
    /// The fit of cameras in the exported picture; `nil` to keep the recorded fit.
    package var fit: Fit?
    /// The area of the exported picture within which insets and overlays are positioned.
    package var safeArea = SafeArea()
    /// The names of encoders or codecs for the export; the first available one is used.
    package var encoders = ["h264"]
    package var speed = EncoderSpeed.medium
    package var quality: Quality?
    /// The bitrate of the exported picture; `nil` for the bitrate of a recording of the same size.
    package var bitrate: Bitrate?
    /// The bitrate of exports with more than 30 frames a second; `nil` to use `bitrate`.
    package var fastBitrate: Bitrate?
    package var keyframes = Duration.seconds(2)

    package static let widths = 64...4096

    package init() {}
}

/// The margins of a picture in which a player's own buttons and texts may cover it.
package struct SafeArea: Sendable, Hashable {
    package var top = Share(0)
    package var bottom = Share(0)
    package var left = Share(0)
    package var right = Share(0)

    /// The accepted range of each margin; two opposite margins leave at least a fifth of the picture.
    package static let margins = Share.percent(0)...Share.percent(40)

    package init() {}

    package init(top: Double, bottom: Double, sides: Double) {
        (self.top, self.bottom) = (.percent(top), .percent(bottom))
        (left, right) = (.percent(sides), .percent(sides))
    }
}

package struct ExportSound: Sendable, Equatable {
    /// The codec of the exported sound; `nil` to copy the recorded packets.
    package var codec: AudioCodec? = .aac
    package var bitrate = Bitrate(bitsPerSecond: 128_000)
    /// True when the sound tracks of all microphones are mixed into one.
    package var isMixed = true
    /// The noise reduction of the mixed sound; `nil` if noise is not reduced.
    package var noiseReduction: NoiseReduction?

    package init() {}
}

/// The strength of noise reduction in exported sound. The stronger it is, the more it affects the voices.
package enum NoiseReduction: String, Sendable, Hashable, CaseIterable {
    case low, moderate, high
    case veryHigh = "very-high"
}

/// The loudness that exported sound must have, and its maximum peak.
package struct LoudnessTarget: Sendable, Equatable {
    package var integrated: Loudness
    /// The maximum true peak of the sound, relative to full scale.
    package var peak = Decibel(-1)

    package static let loudnesses = Loudness(-40)...Loudness(-5)
    package static let peaks = Decibel(-12)...Decibel(-0.1)

    package init(_ integrated: Loudness) { self.integrated = integrated }
}

/// The container of an exported file.
package enum ExportContainer: String, Sendable, Hashable, CaseIterable {
    case mp4, mov, mkv
    /// Containers for files with sound only: MPEG-4 and Ogg.
    case m4a, ogg
    /// Looping animations without sound, which web pages and messages show like images.
    case gif, webp

    package enum Kind: Sendable { case film, sound, animation }

    package var kind: Kind {
        switch self {
        case .mp4, .mov, .mkv: .film
        case .m4a, .ogg: .sound
        case .gif, .webp: .animation
        }
    }

    /// The container for recordings with the same name; `nil` for containers of sound only and of animations.
    package var video: Container? { Container(rawValue: rawValue) }

    /// Creates the export container that corresponds to a recording's container.
    package init(_ container: Container) {
        switch container {
        case .mp4: self = .mp4
        case .mov: self = .mov
        case .mkv: self = .mkv
        }
    }

    /// Creates the container that the ending of a file's name selects; `nil` if the ending is not known.
    package init?(ending path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard name.contains("."), let ending = name.split(separator: ".").last else { return nil }
        self.init(rawValue: ending.lowercased())
    }
}
