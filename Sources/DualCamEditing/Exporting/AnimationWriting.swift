import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Writes a prepared composition as an animation (GIF or WebP). The composition is first rendered into a temporary
/// video file without a name, which ffmpeg then converts.
struct AnimationWriting: Sendable {
    /// The container format of the temporary video file.
    static let film = Container.mov
    static let encoder = "ffmpeg"

    private let whole: PreparedComposition
    private let container: ExportContainer
    private let ffmpeg: FFmpeg
    private let place: ProcessEnvironment

    /// Prepares the conversion of a composition to an animation. Throws a failure if ffmpeg is not installed.
    init(
        _ whole: PreparedComposition, into container: ExportContainer, in place: ProcessEnvironment
    ) throws(CommandFailure) {
        (self.whole, self.container, self.place) = (whole, container, place)
        ffmpeg = try FFmpeg(for: "a \(container.rawValue) file", in: place)
    }

    /// The estimated size of the animation in bytes.
    var bytes: Int64 {
        guard let drawn = whole.decisions.first?.direction.combined else { return 0 }
        let pixels = Double(drawn.size.pixels) * drawn.rate.framesPerSecond * whole.seconds
        return Int64(saturating: pixels * (container == .gif ? 0.4 : 0.08))
    }

    /// Renders the temporary video file and converts it to the animation. Blocks. Returns `nil` if the user ended the
    /// export.
    func write(
        to file: NewFile, goesOn: (SessionComposer.Progress) -> Bool
    ) throws(CommandFailure) -> SessionComposer.Progress? {
        let film = try OutputOption.file.create(file.path + ".film")
        let composer = SessionComposer(whole.plan, whole.decisions, whole.session.clock)
        let drawn = try translated { () throws(GraphFailure) in try composer.write(to: film.writingPath, goesOn: goesOn)
        }
        guard let drawn else { return nil }
        var told = drawn
        told.isJoining = true
        let made = try ffmpeg.run(words, reading: film.writingPath, writing: file.writingPath) { progress in
            told.length = progress.length
            return goesOn(told)
        }
        guard let made else { return nil }
        // ffmpeg counts a WebP animation as one frame.
        guard container != .gif || made.frames == drawn.frames else {
            throw CommandFailure(
                .fault, "ffmpeg accepted only \(made.frames) of \(drawn.frames) frames", next: "Try again.")
        }
        return drawn
    }

    /// The arguments of ffmpeg for the conversion to an animation. To make a GIF, ffmpeg reads the video twice, because
    /// it chooses the colours from all frames. Keeping the frames in memory instead would take three times as much
    /// memory.
    private var words: [String] {
        let film = ["-f", Self.film.rawValue, "-i", "file:\(FFmpeg.input)"]
        let kept = ["-fps_mode", "passthrough", "-loop", "0", "-f", container.rawValue, "file:\(FFmpeg.output)"]
        guard container == .gif else { return film + ["-c:v", "libwebp_anim", "-quality", "75"] + kept }
        let colours = "[0:v]palettegen=stats_mode=diff[colours];[1:v][colours]paletteuse=diff_mode=rectangle"
        return film + film + ["-filter_complex", colours] + kept
    }
}
