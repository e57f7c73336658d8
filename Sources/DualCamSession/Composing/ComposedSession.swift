package import DualCamConfig
package import DualCamPlan

/// A finished session as what its combined picture is drawn of: files, and decisions about the picture, on one timeline.
///
/// The timeline is the first part's running time without pauses, moved by whole seconds so that it begins shortly before the
/// recording: the mixer's frames lie on it as they lay on the running time. Further parts follow without the gaps between them.
package struct ComposedSession: Sendable, Equatable {
    /// A file and its place; times are in nanoseconds.
    package struct File: Sendable, Equatable {
        package var path: String
        package var start: Int64
        package var end: Int64
        /// True for the file of a crash: it begins up to a frame later, which its ledger does not tell.
        package var isEstimated = false
        /// The number of frames that were recorded into it.
        package var frames = 0
        /// SHA-256 of what was recorded, as 64 hexadecimal digits; `nil`: it is not known.
        package var digest: String?
    }

    /// A decision as the ledger tells it.
    package struct Decision: Sendable, Equatable {
        /// Unix time of the first frame that shows it, in nanoseconds: a motion goes on while the recording is paused.
        package var at: Int64
        /// Time on the timeline, in nanoseconds; one in a pause lies where that is left out.
        package var place: Int64
        /// The settings with which the part began, and those of all decisions since (`KEY=VALUE`).
        package var settings: [String]
        package var directed: [String]
        package var change: PictureChange
    }

    package var name: String
    /// The session's folder.
    package var folder: String
    /// The pipeline file's text, and the folder in which its relative paths begin; `nil`: not known.
    package var pipeline: String
    package var pipelineFolder: String?
    /// SHA-256 of the colour tables and of the pictures that lay over the combined one, by their paths.
    package var digests: [String: String] = [:]
    package var files: [OutputName: [File]]
    package var decisions: [Decision]
    package var clock: CompositionClock
    /// Times of the first combined frame, and behind the last one, in nanoseconds.
    package var start: Int64
    package var end: Int64
    /// The microphones of each track of sound; one without names where they have none.
    package var tracks: [[String]]
    /// Pictures that the mixer repeated or never got, by camera; their times lie on the timeline.
    package var late: [String: [LatePictures.Change]]
    /// The places where its pictures did not follow each other, by camera, on the timeline.
    package var jumps: [String: [LatePictures.Jump]] = [:]
    package var marks: [SessionMark]
    /// No camera has files: the pictures are those of the combined file, whose output has the name `picture`.
    package var isOfCombined = false

    /// The name as files can begin with it. It stands in the session's records, which may be a stranger's: it leads to no other folder.
    package var fileName: String {
        let scalars = name.unicodeScalars.map { scalar in
            scalar == "/" || scalar.properties.generalCategory == .control ? "_" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Times of the first combined frame and behind the last one, and the marks.
    package var moments: SessionMoments { SessionMoments(whole: start..<max(start, end), marks: marks) }
}

extension ComposedSession {
    /// Reads a session's folder. Blocks.
    ///
    /// Throws `.unfinished` where files were left open, `.empty` where nothing was recorded, `.untold` where the ledger does not
    /// tell the picture.
    ///
    /// - Parameter needsPicture: false: a session that does not tell its picture, or whose cameras have no files, is read all the
    ///   same: with the settings of its beginning, and of its combined file.
    package init(reading folder: String, needsPicture: Bool = true) throws(SessionReadFailure) {
        try self.init(SessionRecord.read(folder), needsPicture: needsPicture)
    }

    /// Looks whether the cameras' files are there, and whether all files are the session's: a list may come from anybody, and lead to
    /// what is none of its own. Blocks.
    ///
    /// Throws `.fileMissing` for a camera's file that is not there, `.folder` for one that is left alone.
    package func checkFiles() throws(SessionReadFailure) {
        try SessionStorage(folder).check(files) { $0 != .combined }
    }
}

extension SessionStorage {
    /// Opens every file, to see that it is there and is the session's.
    ///
    /// - Parameter isNeeded: false: a file of this output that is not there is no error.
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
