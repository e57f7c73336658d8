/// The settings for exporting a finished session to a platform or for a purpose such as archiving.
package struct ExportTemplate: Sendable, Equatable {
    package var name: String
    /// The settings of the exported picture; `nil` to export only sound.
    package var picture: ExportPicture?
    package var sound = ExportSound()
    package var container = ExportContainer.mp4
    /// The loudness to which the exported sound is adjusted; `nil` to keep the recorded loudness.
    package var loudness: LoudnessTarget?
    /// The maximum duration of a video that the platform accepts; `nil` if no maximum is known.
    package var longest: Duration?

    package init(name: String) { self.name = name }
}

package struct ExportPicture: Sendable, Equatable {
    /// The size of the exported picture; `nil` for the size of the recording.
    package var size: FrameSize?
    /// The maximum width of the exported picture in pixels; `nil` for no limit. The aspect ratio of the recording is
    /// kept. Ignored if `size` is set.
    package var width: Int?
    /// The maximum frame rate of the export; `nil` for the rate of the recording.
    package var highestRate: FrameRate?
    /// True when a higher frame rate is reduced by keeping only every second, third ... frame, so that motion remains
    /// even.
    package var skipsEvenly = false
    /// The layout of the exported picture, used if the recorded layouts do not fit its aspect ratio.
    package var layout = LayoutName.grid
    /// The setting `fit` (`cover` or `contain`) for cameras in the exported picture; `nil` to keep the recorded
    /// setting.
    package var fit: Fit?
    /// The margins at the edges of the exported picture in which no inset and no overlay is placed.
    package var safeArea = SafeArea()
    /// The names of encoders or codecs for the export, in order of preference. The first available one is used.
    package var encoders = ["h264"]
    package var speed = EncoderSpeed.medium
    package var quality: Quality?
    /// The bitrate of the exported picture; `nil` for the bitrate of a recording of the same size.
    package var bitrate: Bitrate?
    /// The bitrate for exports at more than 30 frames per second; `nil` to use `bitrate`.
    package var fastBitrate: Bitrate?
    package var keyframes = Duration.seconds(2)

    package static let widths = 64...4096

    package init() {}
}

/// The margins at a picture's edges that a player's buttons and texts may cover.
package struct SafeArea: Sendable, Hashable {
    package var top = Share(0)
    package var bottom = Share(0)
    package var left = Share(0)
    package var right = Share(0)

    /// The accepted range of each margin, as a fraction of the picture. At least 20 % of the picture therefore remains
    /// between two opposite margins.
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
    /// True when the sound tracks of all microphones are mixed into one track.
    package var isMixed = true
    /// The noise reduction of the mixed sound; `nil` if noise is not reduced.
    package var noiseReduction: NoiseReduction?

    package init() {}
}

/// The strength of the noise reduction in exported sound. A stronger reduction also changes voices more.
package enum NoiseReduction: String, Sendable, Hashable, CaseIterable {
    case low, moderate, high
    case veryHigh = "very-high"
}

/// The loudness to which exported sound is adjusted, together with the maximum peak level.
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
    /// Containers for files with sound only: MPEG-4 (`m4a`) and Ogg (`ogg`).
    case m4a, ogg
    /// Looping animations without sound, which are shown like images in web pages and messages.
    case gif, webp

    package enum Kind: Sendable { case film, sound, animation }

    package var kind: Kind {
        switch self {
        case .mp4, .mov, .mkv: .film
        case .m4a, .ogg: .sound
        case .gif, .webp: .animation
        }
    }

    /// The recording container with the same name; `nil` for sound-only containers and for animations.
    package var video: Container? { Container(rawValue: rawValue) }

    /// Creates the export container that corresponds to a recording's container.
    package init(_ container: Container) {
        switch container {
        case .mp4: self = .mp4
        case .mov: self = .mov
        case .mkv: self = .mkv
        }
    }

    /// Creates the container from the ending of a file name; `nil` if the ending is unknown.
    package init?(ending path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard name.contains("."), let ending = name.split(separator: ".").last else { return nil }
        self.init(rawValue: ending.lowercased())
    }
}
