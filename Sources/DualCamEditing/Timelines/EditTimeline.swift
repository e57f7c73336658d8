import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// A finished session as clips on tracks that share one frame grid, for export to video editors.
///
/// Positions are counted in frames of `rate` from the start of the recording, without pauses and gaps. A file is placed
/// where its segment begins, which is the same moment for all outputs. Rounding the first frame of each file separately
/// could place two outputs a frame apart.
struct EditTimeline: Sendable, Equatable {
    /// A recorded file, or a range of its frames, at a position on the timeline.
    struct Clip: Sendable, Equatable {
        var output: OutputName
        /// The path of the clip's file: absolute, or relative to the folder to which the timeline is exported.
        var path: String
        /// The frame of the timeline at which the clip begins.
        var place: Int
        /// The first frame of the file that the clip shows.
        var first = 0
        /// The number of frames that the clip shows.
        var length: Int
        /// The total number of frames in the file from which the clip is taken.
        var available: Int

        /// The name of the clip's file.
        var name: String { Disk.name(of: path) }
        /// The frame of the timeline after the clip's last frame.
        var end: Int { place + length }

        /// Returns the part of the clip within a range of the timeline; `nil` if they do not overlap.
        func part(on range: Range<Int>) -> Clip? {
            let common = (place..<end).clamped(to: range)
            guard !common.isEmpty else { return nil }
            var clip = self
            (clip.place, clip.length) = (common.lowerBound, common.count)
            clip.first += common.lowerBound - place
            return clip
        }
    }

    /// A row of the timeline: the clips of one output, or the cuts between main cameras.
    struct Track: Sendable, Equatable {
        /// The output whose files are on this track; `nil` for the track with the cuts between main cameras.
        var output: OutputName?
        /// The clips of the track, ordered by time and without overlaps.
        var clips: [Clip]

        var name: String { output?.rawValue ?? "cut" }
    }

    /// A mark of the session on the timeline.
    struct Marker: Sendable, Equatable {
        /// The frame of the timeline that is nearest to the mark.
        var place: Int
        /// The mark's text; may be empty.
        var text: String
    }

    var name: String
    /// The highest frame rate of all outputs, in which positions are counted; 30 frames a second if unknown.
    var rate: FrameRate
    /// The size of the largest output's pictures; `nil` if unknown.
    var size: FrameSize?
    /// The length of the timeline in frames; it ends with the last clip.
    var length: Int
    /// The tracks of the outputs: the cameras first, then the combined picture.
    var tracks: [Track]
    /// The edited programme: the clips that show the main camera of each moment, in order.
    var cut: [Clip]
    /// The session's marks, in the order in which they were set.
    var markers: [Marker]
    /// True when the recorded files have a sound track; `nil` if unknown.
    var hasSound: Bool?

    /// Reads a finished session from its folder. Blocks.
    ///
    /// - Parameter facts: Returns the media facts of a file, such as its picture size. Called for the first file of
    ///   each output.
    /// - Throws: `.unfinished` if files were left open, `.empty` if nothing was recorded.
    init(reading folder: String, facts: (HeldFile, _ name: String) -> MediaFacts?) throws(SessionReadFailure) {
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

    /// The timeline with the file paths of the zip archive in which clients download a session. In the archive, the
    /// files are in a folder with the session's name, next to the timeline.
    var portable: EditTimeline {
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

    /// The track whose sound is used: that of the combined picture if it was recorded, otherwise that of the first
    /// output; `nil` if the files have no sound.
    var sound: Track? { hasSound == false ? nil : tracks.last { $0.output == .combined } ?? tracks.first }
}

/// Converts running times of a session's parts to frame numbers on its timeline.
struct FrameGrid: Sendable {
    let rate: FrameRate
    private let history: SessionHistory
    private let timeline: RecordedTimeline

    init(_ record: SessionRecord) {
        (history, timeline) = (record.history, RecordedTimeline(record.history))
        rate = record.rates.values.max() ?? FrameRate(30)
    }

    /// Returns the frame of the timeline that is nearest to a running time of a part; `nil` if there is no such part.
    func frame(of time: RunningTime, in part: Int) -> Int? {
        timeline.recorded(time, in: part).map(frames)
    }

    private func frames(_ nanoseconds: Int64) -> Int {
        Int(
            (Double(nanoseconds) * rate.framesPerSecond / 1e9).rounded(
                planted(.instantRoundedDown) ? .down : .toNearestOrAwayFromZero))
    }

    /// Returns the finished files of an output as clips, in order. A clip that overlaps the next one is shortened.
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
