package import DualCamConfig
package import DualCamPlan

/// A finished session as clips on tracks, all of them on one grid of frames, for video editors.
///
/// Places are counted in frames of `rate` from the session's common beginning; pauses and gaps are left out. A file lies where its
/// segment begins, which is the same instant for all outputs: rounding each file's own first frame could put two of them a frame apart.
package struct EditTimeline: Sendable, Equatable {
    /// A file, or a stretch of it.
    package struct Clip: Sendable, Equatable {
        package var output: OutputName
        /// The file's path: absolute, or from the folder on in which the timeline is to lie.
        package var path: String
        /// The first frame of the timeline on which it lies.
        package var place: Int
        /// The frame of the file with which it begins.
        package var first = 0
        package var length: Int
        /// The frames that the whole file covers.
        package var available: Int

        package var name: String { Disk.name(of: path) }
        package var end: Int { place + length }

        /// The part of it that lies on `range`; `nil`: none does.
        func part(on range: Range<Int>) -> Clip? {
            let common = (place..<end).clamped(to: range)
            guard !common.isEmpty else { return nil }
            var clip = self
            (clip.place, clip.length) = (common.lowerBound, common.count)
            clip.first += common.lowerBound - place
            return clip
        }
    }

    package struct Track: Sendable, Equatable {
        /// `nil`: the cut.
        package var output: OutputName?
        /// In their order, without overlaps.
        package var clips: [Clip]

        package var name: String { output?.rawValue ?? "cut" }
    }

    package struct Marker: Sendable, Equatable {
        package var place: Int
        package var text: String
    }

    package var name: String
    package var rate: FrameRate
    /// The size of the pictures; `nil`: not known.
    package var size: FrameSize?
    /// Frames from the first to behind the last one.
    package var length: Int
    /// One for each output, the cameras before the combined picture.
    package var tracks: [Track]
    /// The directed cut: the main picture, camera by camera.
    package var cut: [Clip]
    package var markers: [Marker]
    /// The files have a sound track; `nil`: not known.
    package var hasSound: Bool?

    /// Reads a session's folder. Blocks.
    ///
    /// - Parameter facts: Returns what a file of a name holds. It is asked for the first file of each output.
    /// - Throws: `.unfinished` where files were left open, `.empty` where nothing was recorded.
    package init(reading folder: String, facts: (HeldFile, _ name: String) -> MediaFacts?) throws(SessionReadFailure) {
        let record = try SessionRecord.read(folder)
        let storage = SessionStorage(record.folder)
        try self.init(record) { path in
            do throws(FolderFailure) {
                return try storage.open(path, for: .read).flatMap { facts($0, Disk.name(of: path)) }
            } catch {
                return nil
            }
        }
    }

    init(_ record: SessionRecord, facts: (_ path: String) -> MediaFacts?) throws(SessionReadFailure) {
        guard record.isFinished else { throw .unfinished(record.folder) }
        let grid = FrameGrid(record)
        tracks = record.history.allOutputs.map { Track(output: $0, clips: grid.clips(of: $0)) }
            .filter { !$0.clips.isEmpty }
        tracks = tracks.filter { $0.output != .combined } + tracks.filter { $0.output == .combined }
        guard !tracks.isEmpty else { throw .empty(record.folder) }
        name = Disk.name(of: record.folder)
        rate = grid.rate
        length = tracks.compactMap { $0.clips.last?.end }.max() ?? 0
        markers = record.history.marks.compactMap { mark in
            grid.frame(of: mark.at, in: mark.part).map { Marker(place: $0, text: mark.text) }
        }
        let known = tracks.compactMap { $0.clips.first.flatMap { facts($0.path) } }
        size = known.compactMap(\.video).map { FrameSize(width: $0.width, height: $0.height) }.max {
            $0.pixels < $1.pixels
        }
        hasSound = known.isEmpty ? nil : known.contains { $0.audio != nil }
        cut = []
        cut = ProgramCuts(record, grid, tracks).clips(of: tracks, until: length)
    }

    /// The same with the files as they lie in the session's archive: below a folder with the session's name, beside which the timeline is.
    package var portable: EditTimeline {
        let moved = { (clips: [Clip]) in
            clips.map { clip in
                var moved = clip
                moved.path = "\(name)/\(clip.name)"
                return moved
            }
        }
        var timeline = self
        timeline.tracks = tracks.map { Track(output: $0.output, clips: moved($0.clips)) }
        timeline.cut = moved(cut)
        return timeline
    }

    /// The track that editors are to hear: that of the combined picture, else of the first camera.
    package var sound: Track? { hasSound == false ? nil : tracks.last { $0.output == .combined } ?? tracks.first }
}

/// The frames on which a session's instants lie.
struct FrameGrid: Sendable {
    let rate: FrameRate
    private let history: SessionHistory
    private let timeline: RecordedTimeline

    init(_ record: SessionRecord) {
        (history, timeline) = (record.history, RecordedTimeline(record.history))
        rate = record.rates.values.max() ?? FrameRate(30)
    }

    /// The frame at a running time of a part, rounded to the nearest one.
    func frame(of time: RunningTime, in part: Int) -> Int? {
        timeline.recorded(time, in: part).map(frames)
    }

    private func frames(_ nanoseconds: Int64) -> Int {
        Int(
            (Double(nanoseconds) * rate.framesPerSecond / 1e9).rounded(
                planted(.instantRoundedDown) ? .down : .toNearestOrAwayFromZero))
    }

    /// The files of an output that have an end, one behind the other: none lies over the next one.
    func clips(of output: OutputName) -> [EditTimeline.Clip] {
        var clips: [EditTimeline.Clip] = []
        for file in history.files where file.output == output {
            guard let summary = file.summary, summary.frames > 0, file.isPlayable,
                history.parts.indices.contains(file.part)
            else { continue }
            let beginning = file.boundary ?? history.parts[file.part].start
            guard let place = frame(of: beginning, in: file.part) else { continue }
            let length = frames(summary.nanoseconds)
            if let last = clips.last, last.end > place { clips[clips.count - 1].length = max(0, place - last.place) }
            clips.append(.init(output: output, path: file.path, place: place, length: length, available: length))
        }
        return clips.filter { $0.length > 0 }
    }
}
