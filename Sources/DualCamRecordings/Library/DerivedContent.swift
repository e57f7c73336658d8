import DualCamConfig
package import DualCamPlan

/// The content derived from one recorded file for viewers, such as still pictures and a waveform, before it is written
/// to the disk.
package struct DerivedContent: Sendable {
    /// Still pictures of the file at regular times, in a grid in one JPEG image.
    package struct Strip: Sendable {
        /// The number of stills in each row of the image.
        package var columns: Int
        package var rows: Int
        /// The size of each still, in pixels.
        package var width: Int
        package var height: Int
        /// The time between two still pictures of the strip, in nanoseconds.
        package var interval: UInt64
        /// The image, as a JPEG file.
        package var jpeg: [UInt8]

        package init(columns: Int, rows: Int, width: Int, height: Int, interval: UInt64, jpeg: [UInt8]) {
            (self.columns, self.rows, self.width, self.height) = (columns, rows, width, height)
            (self.interval, self.jpeg) = (interval, jpeg)
        }
    }

    /// The peak amplitude of the file's sound over time.
    package struct Waveform: Sendable {
        /// The time between two peaks of the waveform, in nanoseconds.
        package var interval: UInt64
        /// The peak of each interval, 0 (silence) ... 1 (full scale).
        package var peaks: [Double]

        package init(interval: UInt64, peaks: [Double]) { (self.interval, self.peaks) = (interval, peaks) }
    }

    /// The format of the file's picture and sound; `nil` if the file could not be read.
    package var media: MediaFacts?
    /// A still picture that represents the file in lists, as JPEG; `nil` if none could be made.
    package var poster: [UInt8]?
    /// The still pictures over the length of the file; `nil` if none could be made.
    package var strip: Strip?
    /// The waveform of the file's sound; `nil` if it has no sound or could not be read.
    package var waveform: Waveform?
    /// The reason why some of the content could not be derived; `nil` if everything could.
    package var problem: String?

    package init() {}

    func json(of file: SessionLibrary.Facts, in container: Container) -> JSONValue {
        let strip: JSONValue? = strip.map { strip in
            .of([
                "columns": strip.columns, "rows": strip.rows, "width": strip.width, "height": strip.height,
                "interval": Duration.nanoseconds(Int64(clamping: strip.interval)),
            ])
        }
        return .of([
            "of": file.mark, "video": media?.video?.json,
            "audio": media?.audio.map { JSONValue.of(["codec": $0]) },
            "plays": media?.plays(in: container), "poster": poster != nil, "strip": strip,
            "waveform": waveform != nil,
            "problem": problem,
        ])
    }
}

extension DerivedContent.Waveform {
    var json: JSONValue {
        // Three decimal places are finer than a screen can show.
        let peaks = peaks.map { JSONValue.number(($0 * 1000).rounded() / 1000) }
        return .of(["interval": Duration.nanoseconds(Int64(clamping: interval)), "peaks": peaks])
    }
}

extension MediaFacts.Video {
    fileprivate var json: JSONValue {
        .of([
            "codec": codec, "width": width, "height": height,
            "frame-rate": rate.map { JSONValue.number($0.framesPerSecond) },
        ])
    }
}
