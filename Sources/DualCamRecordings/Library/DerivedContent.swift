import DualCamConfig
package import DualCamPlan

/// The content derived from one recorded file, such as still pictures and a waveform, before it is written to the disk.
package struct DerivedContent: Sendable {
    package struct Strip: Sendable {
        package var columns: Int
        package var rows: Int
        package var width: Int
        package var height: Int
        /// The time between two still pictures of the strip, in nanoseconds.
        package var interval: UInt64
        package var jpeg: [UInt8]

        package init(columns: Int, rows: Int, width: Int, height: Int, interval: UInt64, jpeg: [UInt8]) {
            (self.columns, self.rows, self.width, self.height) = (columns, rows, width, height)
            (self.interval, self.jpeg) = (interval, jpeg)
        }
    }

    package struct Waveform: Sendable {
        /// The time between two peaks of the waveform, in nanoseconds.
        package var interval: UInt64
        package var peaks: [Double]

        package init(interval: UInt64, peaks: [Double]) { (self.interval, self.peaks) = (interval, peaks) }
    }

    package var media: MediaFacts?
    package var poster: [UInt8]?
    package var strip: Strip?
    package var waveform: Waveform?
    /// The reason why some of the content could not be derived; `nil` if all of it could.
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
