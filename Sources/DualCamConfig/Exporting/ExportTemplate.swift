/// The form in which a finished session is exported, for a platform or a purpose.
package struct ExportTemplate: Sendable, Equatable {
    package var name: String
    /// The settings of the picture; `nil`: sound only.
    package var picture: ExportPicture?
    package var sound = ExportSound()
    package var container = ExportContainer.mp4
    /// The target loudness; `nil`: as recorded.
    package var loudness: LoudnessTarget?
    /// The maximum duration that the platform accepts; `nil`: not known.
    package var longest: Duration?

    package init(name: String) { self.name = name }
}

package struct ExportPicture: Sendable, Equatable {
    /// The size; `nil`: that of the recording.
    package var size: FrameSize?
    /// The maximum width in pixels, in the recording's shape; `nil`: no limit. Ignored if `size` is set.
    package var width: Int?
    /// The maximum rate; `nil`: that of the recording.
    package var highestRate: FrameRate?
    /// True when every second, third and so on frame is used if the rate exceeds `highestRate`, so that movements stay
    /// even.
    package var skipsEvenly = false
    /// The layout if the recorded ones do not fit the frame.
    package var layout = LayoutName.grid
    /// The fit; `nil`: as recorded.
    package var fit: Fit?
    /// The area that insets and overlays do not leave.
    package var safeArea = SafeArea()
    /// The words of encoders or codecs; the first available one is used.
    package var encoders = ["h264"]
    package var speed = EncoderSpeed.medium
    package var quality: Quality?
    /// The bitrate; `nil`: as for a recording of the same size.
    package var bitrate: Bitrate?
    /// The bitrate for more than 30 frames a second; `nil`: `bitrate`.
    package var fastBitrate: Bitrate?
    package var keyframes = Duration.seconds(2)

    package static let widths = 64...4096

    package init() {}
}

/// The margins of a frame in which a player's own buttons and texts may cover the picture.
package struct SafeArea: Sendable, Hashable {
    package var top = Share(0)
    package var bottom = Share(0)
    package var left = Share(0)
    package var right = Share(0)

    /// The range of each margin; two opposite margins leave at least a fifth.
    package static let margins = Share.percent(0)...Share.percent(40)

    package init() {}

    package init(top: Double, bottom: Double, sides: Double) {
        (self.top, self.bottom) = (.percent(top), .percent(bottom))
        (left, right) = (.percent(sides), .percent(sides))
    }
}

package struct ExportSound: Sendable, Equatable {
    /// The codec; `nil`: the recorded packets are copied.
    package var codec: AudioCodec? = .aac
    package var bitrate = Bitrate(bitsPerSecond: 128_000)
    /// True when the tracks of all microphones are mixed into one.
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

/// The target loudness of the sound.
package struct LoudnessTarget: Sendable, Equatable {
    package var integrated: Loudness
    /// The maximum true peak.
    package var peak = Decibel(-1)

    package static let loudnesses = Loudness(-40)...Loudness(-5)
    package static let peaks = Decibel(-12)...Decibel(-0.1)

    package init(_ integrated: Loudness) { self.integrated = integrated }
}

/// The container of an exported file.
package enum ExportContainer: String, Sendable, Hashable, CaseIterable {
    case mp4, mov, mkv
    /// Files with sound only: MPEG-4 and Ogg.
    case m4a, ogg
    /// Looping animations without sound, which pages and messages show like images.
    case gif, webp

    package enum Kind: Sendable { case film, sound, animation }

    package var kind: Kind {
        switch self {
        case .mp4, .mov, .mkv: .film
        case .m4a, .ogg: .sound
        case .gif, .webp: .animation
        }
    }

    /// The container of a film; `nil` for other files.
    package var video: Container? { Container(rawValue: rawValue) }

    /// Converts a recording's container.
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
