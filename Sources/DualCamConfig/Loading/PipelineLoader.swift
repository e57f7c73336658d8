import YAML

/// The environment that a pipeline file may refer to.
package struct LoadContext: Sendable {
    /// The rule for all texts that are read: the handling of variables, and the parts of a text that errors show.
    package var rule = TextRule.own
    /// The maximum lengths of texts and names.
    package var limits = TextLimit.new
    /// The places of the settings that override the file; `nil`: they are on a command line.
    package var settings: SettingPlaces?
    /// The overlays that were read before, if the same file is read many times.
    var overlays: [String: KnownOverlay] = [:]
    /// The environment for the values of `${NAME}`, if the rule fills in variables.
    package let environment: [String: String]
    /// The folder that `~` stands for; empty if it is unknown.
    package let home: String
    /// The words that `use` accepts besides the presets of quality; empty: any word.
    package let encoders: [String]
    /// The folder of the pipeline file, from which relative paths are resolved; empty: the current folder.
    package let folder: String
    /// The current folder, from which relative paths on a command line are resolved.
    package let workingFolder: String
    /// Reads colour tables.
    package let colourTable: ColourTableReading
    /// Reads images of overlays.
    package let overlayImage: OverlayImageReading
    /// Returns the reason why a path is not a folder; `nil`: it is one.
    package let folderProblem: @Sendable (_ path: String) -> Refusal?
    /// Finds a program by its word in the pipeline file; `path` is that word as a path in `folder`.
    package let program: @Sendable (_ word: String, _ path: String) -> Result<String, Refusal>

    package init(
        environment: [String: String], home: String, encoders: [String] = [], folder: String = "",
        workingFolder: String = "",
        colourTable: @escaping ColourTableReading = { path in
            .failure(.unreadable(Refusal("'\(path)' cannot be read here", hint: "use a look without a file")))
        },
        overlayImage: @escaping OverlayImageReading = { path in
            .failure(Refusal("'\(path)' cannot be read here", hint: "use an overlay without a file"))
        },
        folderProblem: @escaping @Sendable (_ path: String) -> Refusal? = { _ in nil },
        program: @escaping @Sendable (_ word: String, _ path: String) -> Result<String, Refusal> = { .success($1) }
    ) {
        self.environment = environment
        self.home = home
        self.encoders = encoders
        (self.folder, self.workingFolder) = (folder, workingFolder)
        self.colourTable = colourTable
        self.overlayImage = overlayImage
        self.folderProblem = folderProblem
        self.program = program
    }

    /// Reads the colour table at a path and stores the word and the path in it. Mistakes in the table have places in
    /// its own file.
    package func colourTable(
        _ word: String, at path: String
    ) throws(Refusal) -> Result<ColourTable, PipelineIssue> {
        switch colourTable(path) {
        case .success(var table):
            (table.written, table.path) = (word, path)
            return .success(table)
        case .failure(.unreadable(let refusal)): throw refusal
        case .failure(.wrong(let issue)): return .failure(issue)
        }
    }
}

/// Parses the bytes of a pipeline file into a `Pipeline`.
package enum PipelineLoader {
    /// Parses `bytes` and applies `overrides` (each `KEY=VALUE`) and then `directed`, the changes made during the
    /// recording. Makes every check that needs no device.
    ///
    /// `named` is the file's name in messages. The planner checks whether an encoder is installed and whether codec and
    /// container fit. Throws all issues at once.
    package static func load(
        _ bytes: [UInt8], named name: String, overrides: [String] = [], directed: [String] = [], context: LoadContext
    ) throws(PipelineIssues) -> LoadedPipeline {
        let (loaded, issues) = try examine(bytes, named: name, overrides, directed, context)
        if let issues { throw issues }
        guard let loaded else { throw PipelineIssues([PipelineIssue(file: name, message: "cannot be read")]) }
        return loaded
    }

    /// Returns the readable part of a file with issues, with defaults in place of wrong values. It is used for further
    /// advice on files and folders that the file names, and must not be recorded. `nil`: too little can be read.
    package static func remains(
        of bytes: [UInt8], named name: String, overrides: [String] = [], context: LoadContext
    ) -> LoadedPipeline? {
        try? examine(bytes, named: name, overrides, [], context).loaded
    }

    /// Throws if the text cannot be parsed at all.
    private static func examine(
        _ bytes: [UInt8], named name: String, _ overrides: [String], _ directed: [String], _ context: LoadContext
    ) throws(PipelineIssues) -> (loaded: LoadedPipeline?, issues: PipelineIssues?) {
        var (source, context) = (Source(bytes: bytes, name: name), context)
        (source.shown, source.settings) = (context.rule.shown, context.settings)
        var findings: [Finding] = []
        var tree = try tree(bytes, source, &findings)
        Override.apply(overrides + directed, to: &tree, findings: &findings)
        context.rule.settle(for: tree, filledFrom: context.environment)
        source.shown = context.rule.shown
        tree = context.rule.withoutUntold(tree)
        let variables = Variables(context, written: overrides.count)
        let whole = Place(path: .root, keyOrigin: tree.origin, tree: tree, variables: variables)
        let pipeline = read(whole, findings: &findings)
        let loaded = pipeline.map {
            LoadedPipeline(
                pipeline: $0, written: WrittenSettings(whole, source: source),
                recorded: RecordedText(bytes, overrides, tree, variables))
        }
        return (loaded, findings.isEmpty ? nil : source.issues(findings))
    }

    /// Returns the form of a pipeline file.
    package static func shape(in context: LoadContext) -> SettingShape {
        Reader.pipeline(Pipeline(cameras: [])).shape(context)
    }

    /// Returns the settings of a file as they are written.
    static func tree(
        _ bytes: [UInt8], _ source: Source, _ findings: inout [Finding]
    ) throws(PipelineIssues) -> SettingTree {
        SettingTree(try document(bytes, source).root, path: .root, findings: &findings).withoutShortForms()
    }

    /// Reads a file other than a pipeline file. Throws all its issues at once.
    static func read<Value>(
        _ bytes: [UInt8], named name: String, context: LoadContext, by reader: Reader<Value>
    ) throws(PipelineIssues) -> Value {
        var source = Source(bytes: bytes, name: name)
        source.shown = context.rule.shown
        var findings: [Finding] = []
        let tree = SettingTree(try document(bytes, source).root, path: .root, findings: &findings)
        let whole = Place(path: .root, keyOrigin: tree.origin, tree: tree, variables: Variables(context))
        let read = reader.read(whole, &findings)
        guard findings.isEmpty, let value = read else { throw source.issues(findings) }
        return value
    }

    private static func document(_ bytes: [UInt8], _ source: Source) throws(PipelineIssues) -> Document {
        do throws(YAMLError) {
            return try Document(bytes)
        } catch {
            throw source.issues([Finding(error)])
        }
    }

    static func read(_ whole: Place, findings: inout [Finding]) -> Pipeline? {
        var start = Pipeline(cameras: [])
        do throws(Refusal) {
            start.recording.directory = try whole.variables.openHome(start.recording.directory)
        } catch {
            if whole.tree["recording"]?["directory"] == nil {
                let path = SettingPath.root.child("recording").child("directory")
                findings.append(Finding(path, .missing, error))
            }
        }
        return Reader.pipeline(start).read(whole, &findings)
    }
}

/// A pipeline that passed every check, with its text, so that later checks can point into it.
package struct LoadedPipeline: Sendable {
    package let pipeline: Pipeline
    /// The settings of the file and the overrides.
    package let written: WrittenSettings
    /// The file and the overrides without secrets, as `session.json` stores them.
    package let recorded: RecordedText
}
