import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// The trust in what a session's folder and a cut list say.
struct SessionTrust: Sendable, Equatable {
    /// The session is the user's own: variables have their values from the environment, and pictures and tables are read from
    /// wherever they lie.
    var isOwn = false
    /// Somebody has asked over the network: mistakes show nothing of what is read.
    var isRemote = false

    /// The rule of the pipeline file that the session keeps.
    ///
    /// - Parameter needsPicture: false: neither overlays nor looks are read.
    func rule(needsPicture: Bool) -> TextRule {
        TextRule(
            !needsPicture ? .untoldWithoutPicture : isOwn ? .filledInPicture : .untold,
            shown: isRemote ? .never : .always)
    }

    /// The rule of a cut list, whose values may have been a stranger's decisions before.
    var ruleOfCuts: TextRule { isOwn ? .own : TextRule(.refused, shown: isRemote ? .never : .always) }
}

extension ProcessEnvironment {
    /// In what a cut list is read, and the pipeline file of a recorded session is read again.
    ///
    /// - Parameters:
    ///   - files: The pictures and tables that may be read; `nil`: none.
    ///   - folder: where relative paths begin.
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

/// The pictures and colour tables with which a session was recorded: those in its folder, and others as long as they are what they
/// were. A session's folder may come from anybody: nothing else that it names is opened, and nobody is told what is there.
struct RecordedPictureFiles: Sendable {
    /// The session's folder.
    var folder: String
    /// SHA-256 of the files that were used, in hexadecimal digits, by their paths.
    var digests: [String: String]
    /// Every file may be read: the session is the user's own.
    var readsAll = false
    /// Somebody asks over the network, who can give no options.
    var isRemote = false
    /// The folder in which relative paths begin: that of the pipeline file.
    var start = ""

    /// The content of a file: the one that the session was recorded with, if it is still the same, else the one in the session's folder.
    ///
    /// Throws the same for a file that is missing and for another one of its name.
    func bytes(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
        if let bytes = unchanged(path, limit: limit) { return bytes }
        if let copy = copy(of: path) { return try CommandFiles([folder]).bytes(copy, limit: limit) }
        if readsAll { return try RegularFile.bytes(path, limit: limit) }
        guard digests[path] != nil else { throw .notOfSession(isRemote: isRemote) }
        throw Refusal(
            "the file is not there any more as it was when the session was recorded",
            hint: isRemote ? "put it back" : "put it back, or add --trust", isPlain: true)
    }

    /// The content of a file that the session was recorded with, and that has not changed since.
    private func unchanged(_ path: String, limit: Int) -> [UInt8]? {
        guard let digest = digests[path], let bytes = try? RegularFile.bytes(path, limit: limit) else { return nil }
        return FileDigest.sha256(of: bytes) == digest ? bytes : nil
    }

    /// The path in the session's folder of what a path means that lies in it, or is relative; `nil`: nothing is there.
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
            "names a file that is neither in the session's folder nor what it was recorded with",
            hint: "copy it into the session's folder"
                + (isRemote ? "" : ", or, if the session is your own, add --trust"),
            isPlain: true)
    }
}

extension LoadContext {
    /// The name under which errors tell of a session's pipeline file.
    func sessionName(_ folder: String) -> String { rule.shown == .never ? "session.json" : "\(folder)/session.json" }

    /// The same file, to be read for one decision after the other; `nil`: something is wrong with it.
    func repeatedPipeline(_ text: String, overrides: [String]) -> RepeatedPipeline? {
        var context = self
        context.limits = .kept
        return RepeatedPipeline(Array(text.utf8), overrides: overrides, context: context)
    }

    /// Reads the pipeline file that a recorded session keeps. What an older version has accepted is accepted.
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
