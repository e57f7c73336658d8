import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess

/// The permissions with which a session's folder and a cut list are read, depending on how far their content is
/// trusted.
struct SessionTrust: Sendable, Equatable {
    /// True if the session is the user's own. Environment variables are then expanded, and images and colour tables may
    /// be in any folder.
    var isOwn = false
    /// True if a network client requested the work. In that case, error messages do not quote the content of files.
    var isRemote = false

    /// Returns the rule for text values in the pipeline file that the session's records contain: whether they may refer
    /// to environment variables, and whether error messages may quote them.
    ///
    /// - Parameter needsPicture: False if overlays and looks are not needed.
    func rule(needsPicture: Bool) -> TextRule {
        TextRule(
            !needsPicture ? .untoldWithoutPicture : isOwn ? .filledInPicture : .untold,
            shown: isRemote ? .never : .always)
    }

    /// The rule for text values in cut lists, which may come from another person's session: whether they may refer to
    /// environment variables, and whether error messages may quote them.
    var ruleOfCuts: TextRule { isOwn ? .own : TextRule(.refused, shown: isRemote ? .never : .always) }
}

extension ProcessEnvironment {
    /// Returns the settings and permissions for loading a cut list, or the pipeline file of a recorded session.
    ///
    /// - Parameters:
    ///   - files: The images and colour tables that may be read; `nil` to allow none.
    ///   - folder: The folder to which relative paths refer.
    func context(_ rule: TextRule, of files: RecordedPictureFiles?, in folder: String) -> LoadContext {
        let (tables, images) = (ColourTableCache(kept), OverlayImageCache(self))
        let read: @Sendable (String, Int) throws(Refusal) -> [UInt8] = { (path, limit) throws(Refusal) in
            guard let files else { throw .notOfSession(isRemote: rule.shown == .never) }
            return try files.bytes(path, limit: limit)
        }
        var context = LoadContext(
            environment: environment, home: environment["HOME", default: ""], encoders: EncoderCatalog.words,
            folder: folder, workingFolder: workingDirectory,
            colourTable: { tables.known($0, by: read) },
            overlayImage: { images.known($0, by: read) })
        context.rule = rule
        return context
    }
}

/// The images and colour tables with which a session was recorded: files in its folder, and files elsewhere that have
/// not changed since. The session's folder may come from another person. Therefore no other file that it names is
/// opened, and errors do not reveal whether such a file exists.
struct RecordedPictureFiles: Sendable {
    /// The path of the session's folder.
    var folder: String
    /// The SHA-256, in hexadecimal digits, of each image and colour table that was used in the recording, keyed by
    /// path.
    var digests: [String: String]
    /// True to allow files at any path, because the session is the user's own.
    var readsAll = false
    /// True if a network client requested the work. In that case, error messages suggest no command-line options.
    var isRemote = false
    /// The folder to which relative paths refer. It is the folder that contained the pipeline file during the
    /// recording.
    var start = ""

    /// Returns the content of an image or colour table. If the file at `path` has not changed since the recording,
    /// returns its content, otherwise that of the corresponding file in the session's folder.
    ///
    /// Throws the same error whether the file is missing or has changed, so that the error does not reveal whether the
    /// file exists.
    ///
    /// - Parameter limit: The maximum size of the file in bytes.
    func bytes(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
        if let bytes = unchanged(path, limit: limit) { return bytes }
        if let copy = copy(of: path) { return try CommandFiles([folder]).bytes(copy, limit: limit) }
        if readsAll { return try RegularFile.bytes(path, limit: limit) }
        guard digests[path] != nil else { throw .notOfSession(isRemote: isRemote) }
        throw Refusal(
            "the file is missing or has changed since the session was recorded",
            hint: isRemote ? "put it back" : "put it back, or add --trust", isPlain: true)
    }

    /// Returns the content of a file if it is unchanged since the session was recorded; `nil` otherwise.
    private func unchanged(_ path: String, limit: Int) -> [UInt8]? {
        guard let digest = digests[path], let bytes = try? RegularFile.bytes(path, limit: limit) else { return nil }
        return FileDigest.sha256(of: bytes) == digest ? bytes : nil
    }

    /// Returns the path of a session's own copy of an image or colour table; `nil` if there is none. A path below
    /// `start` corresponds to the same relative path in the session's folder. A path in the session's folder is
    /// returned as it is.
    private func copy(of path: String) -> String? {
        if path.hasPrefix(folder + "/") { return path }
        guard !start.isEmpty, path.hasPrefix(start + "/") else { return nil }
        let copy = folder + path.dropFirst(start.count)
        return DiskView().kind(of: copy) == .missing ? nil : copy
    }
}

extension Refusal {
    fileprivate static func notOfSession(isRemote: Bool) -> Refusal {
        Refusal(
            "names a file that is neither in the session's folder nor among those it was recorded with",
            hint: "copy it into the session's folder"
                + (isRemote ? "" : ", or, if the session is your own, add --trust"),
            isPlain: true)
    }
}

extension LoadContext {
    /// Returns the name that error messages use for a session's pipeline file.
    func sessionName(_ folder: String) -> String { rule.shown == .never ? "session.json" : "\(folder)/session.json" }

    /// Prepares the session's pipeline file for being loaded many times, with the settings of different edit decisions.
    /// Returns `nil` if the file has errors.
    ///
    /// - Parameter overrides: The settings `KEY=VALUE` with which the recording was started.
    func repeatedPipeline(_ text: String, overrides: [String]) -> RepeatedPipeline? {
        var context = self
        context.limits = .kept
        return RepeatedPipeline(Array(text.utf8), overrides: overrides, context: context)
    }

    /// Loads the pipeline file of a recorded session. Throws a failure that lists the file's problems. Values that only
    /// older versions of dualcam accepted are not problems.
    ///
    /// - Parameters:
    ///   - overrides: The settings `KEY=VALUE` with which the recording was started.
    ///   - directed: The settings `KEY=VALUE` of later changes.
    func pipeline(
        _ text: String, of folder: String, overrides: [String], directed: [String] = []
    ) throws(CommandFailure) -> Pipeline {
        var context = self
        context.limits = .kept
        let name = sessionName(folder)
        context.settings = context.settings ?? SettingPlaces(name)
        return try translated { () throws(PipelineIssues) in
            try PipelineLoader.load(
                Array(text.utf8), named: name, overrides: overrides, directed: directed, context: context
            ).pipeline
        }
    }
}
