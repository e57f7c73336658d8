/// The built-in export templates. Documentation/exporting.md lists the source and the date of each value.
extension ExportTemplate {
    package static let known: [ExportTemplate] = [
        youtube, instagramReel, tiktok, story, square, archive, editing, podcast, gif, webp,
    ]

    package static var words: [String] { known.map(\.name) }

    package init?(known name: String) {
        guard let template = Self.known.first(where: { $0.name == name }) else { return nil }
        self = template
    }

    private static let web = LoudnessTarget(Loudness(-16))

    private static let youtube = video("youtube", FrameSize(width: 1920, height: 1080), .sideBySide) {
        template, picture in
        (picture.bitrate, picture.fastBitrate) = (.megabits(8), .megabits(12))
        picture.keyframes = .milliseconds(500)
        template.sound.bitrate = Bitrate(bitsPerSecond: 384_000)
        template.longest = .seconds(12 * 3600)
    }

    private static let instagramReel = vertical("instagram-reel") { template, picture in
        picture.safeArea = SafeArea(top: 14, bottom: 35, sides: 6)
        template.longest = .seconds(15 * 60)
    }

    private static let tiktok = vertical("tiktok") { template, picture in
        picture.safeArea = SafeArea(top: 14, bottom: 35, sides: 6)
        template.longest = .seconds(10 * 60)
    }

    private static let story = vertical("story") { template, picture in
        picture.safeArea = SafeArea(top: 14, bottom: 20, sides: 0)
        template.longest = .seconds(60)
    }

    private static let square = video("square", FrameSize(width: 1080, height: 1080), .stacked) { template, picture in
        (picture.bitrate, picture.highestRate) = (.megabits(8), FrameRate(60))
        template.longest = .seconds(60)
    }

    /// The export template `archive`: encodes the picture in its recorded size at three times the usual bitrate, and
    /// copies the sound.
    private static let archive = make("archive") { template in
        var picture = ExportPicture()
        (picture.speed, picture.quality) = (.slow, .maximum)
        (template.picture, template.container) = (picture, .mkv)
        (template.sound.codec, template.sound.isMixed) = (nil, false)
    }

    /// The export template `editing`, for editing programs: every frame and every audio sample can be decoded
    /// independently.
    private static let editing = make("editing") { template in
        var picture = ExportPicture()
        picture.encoders = ["prores", "mjpeg"]
        (template.picture, template.container) = (picture, .mov)
        (template.sound.codec, template.sound.isMixed) = (.pcm, false)
    }

    private static let podcast = make("podcast") { template in
        template.container = .m4a
        template.loudness = web
    }

    private static let gif = animation("gif", .gif)
    private static let webp = animation("webp", .webp)

    /// Returns the export template for an animation, which is created from an intermediate video with a high bitrate.
    private static func animation(_ name: String, _ container: ExportContainer) -> ExportTemplate {
        make(name) { template in
            var picture = ExportPicture()
            (picture.width, picture.highestRate, picture.skipsEvenly) = (480, FrameRate(15), true)
            (picture.speed, picture.quality) = (.fast, .maximum)
            (template.picture, template.container, template.longest) = (picture, container, .seconds(60))
        }
    }

    private static func make(_ name: String, _ body: (inout ExportTemplate) -> Void) -> ExportTemplate {
        var template = ExportTemplate(name: name)
        body(&template)
        return template
    }

    private static func video(
        _ name: String, _ size: FrameSize, _ layout: LayoutName,
        _ body: (inout ExportTemplate, inout ExportPicture) -> Void
    ) -> ExportTemplate {
        make(name) { template in
            var picture = ExportPicture()
            (picture.size, picture.layout, picture.fit, picture.quality) = (size, layout, .cover, .social)
            template.loudness = web
            body(&template, &picture)
            template.picture = picture
        }
    }

    private static func vertical(
        _ name: String, _ body: (inout ExportTemplate, inout ExportPicture) -> Void
    ) -> ExportTemplate {
        video(name, FrameSize(width: 1080, height: 1920), .stacked) { template, picture in
            (picture.bitrate, picture.fastBitrate) = (.megabits(8), .megabits(12))
            picture.highestRate = FrameRate(60)
            body(&template, &picture)
        }
    }
}

extension Bitrate {
    fileprivate static func megabits(_ count: Int) -> Bitrate { Bitrate(bitsPerSecond: count * 1_000_000) }
}
