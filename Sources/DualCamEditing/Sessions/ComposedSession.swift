import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// A finished session as the source of a new combined picture: its files and the changes of its picture, on one
/// timeline.
///
/// The timeline is the first part's running time without pauses, shifted by whole seconds so that it begins shortly
/// before the recording. The mixer's frames therefore keep their positions relative to frame boundaries. Later parts
/// follow without the gaps between them.
struct ComposedSession: Sendable, Equatable {
    /// A recorded file with its start and end on the session's timeline, in nanoseconds.
    struct File: Sendable, Equatable {
        var path: String
        var start: Int64
        var end: Int64
        /// True when a crash cut off the file. The ledger then does not contain the exact start, so the file may begin
        /// up to one frame later than `start`.
        var isEstimated = false
        /// The number of frames in the recorded file.
        var frames = 0
        /// The SHA-256 of the file as recorded, as 64 hexadecimal digits; `nil` if unknown.
        var digest: String?
    }

    /// A change of the combined picture, as recorded in the ledger.
    struct Decision: Sendable, Equatable {
        /// The Unix time, in nanoseconds, of the first frame that shows the change. An animation uses this time, so it
        /// continues while the recording is paused.
        var at: Int64
        /// The time of the change on the session's timeline, in nanoseconds. The timeline has no pauses, so a change
        /// during a pause has the time at which the pause began.
        var place: Int64
        /// `settings`: the settings with which the part began; `directed`: the settings of all changes since then. Both
        /// are in the form `KEY=VALUE`.
        var settings: [String]
        var directed: [String]
        /// The transition from the previous picture to the new one.
        var change: PictureChange
    }

    var name: String
    /// The path of the session's folder.
    var folder: String
    /// `pipeline`: the text of the pipeline file; `pipelineFolder`: the folder to which relative paths in it refer,
    /// `nil` if unknown.
    var pipeline: String
    var pipelineFolder: String?
    /// The recorded SHA-256 of the colour tables and overlay images, by path.
    var digests: [String: String] = [:]
    /// The files of each output, in the order in which they began.
    var files: [OutputName: [File]]
    /// The changes of the combined picture, in the order in which they were recorded. The first one is the picture at
    /// the start.
    var decisions: [Decision]
    /// The time of day for each time on the timeline, for overlays that show it.
    var clock: CompositionClock
    /// `start`: the time at which the first combined frame starts; `end`: the time at which the last one ends; both in
    /// nanoseconds on the session's timeline.
    var start: Int64
    var end: Int64
    /// The names of the microphones in each sound track; a single empty list if the tracks have no titles.
    var tracks: [[String]]
    /// For each camera, the pictures that the mixer repeated or never received, with their times on the timeline.
    var late: [String: [LatePictures.Change]]
    /// For each camera, the gaps in the sequence of its pictures that the mixer drew, with their times on the timeline.
    var jumps: [String: [LatePictures.Jump]] = [:]
    var marks: [SessionMark]
    /// True when no camera has files. In that case, the combined file is used in place of a camera, as the output
    /// `picture`.
    var isOfCombined = false

    /// The session's name in a form that is safe in file names. Slashes and control characters are replaced, because
    /// the session's records may come from an untrusted source.
    var fileName: String {
        let scalars = name.unicodeScalars.map { scalar in
            scalar == "/" || scalar.properties.generalCategory == .control ? "_" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The session's range, from the start of the first combined frame to the end of the last one, with the session's
    /// marks.
    var moments: SessionMoments { SessionMoments(whole: start..<max(start, end), marks: marks) }
}

extension ComposedSession {
    /// Reads a finished session from its folder. Blocks.
    ///
    /// Throws `.unfinished` if files were never closed, `.empty` if nothing was recorded, and `.untold` if the ledger
    /// does not record the combined picture.
    ///
    /// - Parameters:
    ///   - needsPicture: False to also accept a session without a recorded combined picture or without files of
    ///     cameras. The settings at its start, and its combined file, are then used.
    ///   - limit: The maximum size of the ledger and of `session.json`, in bytes. Larger files are not read.
    init(
        reading folder: String, needsPicture: Bool = true, limit: Int64 = SessionFolder.largestRecord
    ) throws(SessionReadFailure) {
        try self.init(SessionRecord.read(folder, limit: limit), needsPicture: needsPicture)
    }

    /// Checks that the cameras' files exist and that all files belong to the session. The list of files may come from
    /// an untrusted source and name files outside the session. Blocks.
    ///
    /// Throws `.fileMissing` for a camera's missing file, and `.folder` for a file that must not be touched.
    func checkFiles() throws(SessionReadFailure) {
        try SessionStorage(folder).check(files) { $0 != .combined }
    }
}

extension SessionStorage {
    /// Opens every file of a session, to check that it exists and belongs to the session.
    ///
    /// - Parameter isNeeded: Returns false for an output whose files may be missing.
    /// - Throws: `.fileMissing` for a missing file, and `.folder` for a file that must not be touched.
    func check(
        _ files: [OutputName: [ComposedSession.File]], where isNeeded: (OutputName) -> Bool = { _ in true }
    ) throws(SessionReadFailure) {
        for (output, files) in files.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for file in files {
                let held = try SessionReadFailure.translate(open(file.path, for: .read))
                guard held != nil || !isNeeded(output) else { throw .fileMissing(output: output, path: file.path) }
            }
        }
    }
}
