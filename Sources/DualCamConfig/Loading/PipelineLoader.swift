import YAML

/// The context in which a pipeline file is loaded: the environment, and the rules for texts in the file.
package struct LoadContext: Sendable {
    /// The rule for all texts that are read: whether variables are replaced, and which texts may be quoted in error
    /// messages.
    package var rule = TextRule.own
    /// The maximum lengths of texts and names in the file.
    package var limits = TextLimit.new
    /// The positions of the settings that override those of the file; `nil` if all overrides come from the command
    /// line.
    package var settings: SettingPlaces?
    /// The overlays from the previous time that the same file was read, for reuse, by the overlays' names; empty if
    /// there was none.
    var overlays: [String: KnownOverlay] = [:]
    /// The environment variables whose values replace `${NAME}`, if the rule allows variables.
    package let environment: [String: String]
    /// The path of the home folder, which replaces a leading `~`; empty if it is unknown.
    package let home: String
    /// The names of encoders and codecs that the setting `use` accepts in addition to names of qualities; empty to
    /// accept any word.
    package let encoders: [String]
    /// The folder of the pipeline file, to which relative paths in the file refer; empty for the current folder.
    package let folder: String
    /// The current folder, to which relative paths on the command line refer.
    package let workingFolder: String
    /// The function that reads a colour table from a path.
    package let colourTable: ColourTableReading
    /// The function that reads an overlay's image from a path.
    package let overlayImage: OverlayImageReading
    /// A function that returns the reason why a path is not a usable folder; `nil` if the folder is usable.
    package let folderProblem: @Sendable (_ path: String) -> Refusal?
    /// A function that finds the program of a hook. It returns the program's path, or the reason why the program cannot
    /// be run.
    ///
    /// `word` is the program's name as written in the pipeline file; `path` is the same name as a path in `folder`.
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

    /// Reads the colour table at `path`. In the table it stores `path`, and `word`, the text that names the table in
    /// the pipeline file.
    ///
    /// Throws a `Refusal` if the file cannot be read. If its content is not a valid colour table, returns an issue that
    /// refers to a line of the table's file.
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

/// Loads pipeline files: parses their bytes into a `Pipeline`.
package enum PipelineLoader {
    /// Parses `bytes`, applies `overrides` (each `KEY=VALUE`) and then `directed`, the changes made during the
    /// recording. Then performs all checks that require no device.
    ///
    /// `named` is the file's name in messages. The planner checks later whether an encoder is installed and whether
    /// codec and container are compatible. If there are issues, throws all of them together.
    package static func load(
        _ bytes: [UInt8], named name: String, overrides: [String] = [], directed: [String] = [], context: LoadContext
    ) throws(PipelineIssues) -> LoadedPipeline {
        let (loaded, issues) = try examine(bytes, named: name, overrides, directed, context)
        if let issues { throw issues }
        guard let loaded else { throw PipelineIssues([PipelineIssue(file: name, message: "cannot be read")]) }
        return loaded
    }

    /// Returns the pipeline that can be read from a file with issues, with defaults in place of invalid values. Returns
    /// `nil` if too little of the file is readable.
    ///
    /// The result serves only to check the files and folders that the pipeline file names. It must not be used for
    /// recording.
    package static func remains(
        of bytes: [UInt8], named name: String, overrides: [String] = [], context: LoadContext
    ) -> LoadedPipeline? {
        try? examine(bytes, named: name, overrides, [], context).loaded
    }

    /// Returns the part of a file that can be read, and all issues found in the file. Throws if the text is not valid
    /// YAML.
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

    /// Returns the description of all keys of a pipeline file and of the values that they accept.
    package static func shape(in context: LoadContext) -> SettingShape {
        Reader.pipeline(Pipeline(cameras: [])).shape(context)
    }

    /// Returns the settings of a file as written, before they are interpreted.
    static func tree(
        _ bytes: [UInt8], _ source: Source, _ findings: inout [Finding]
    ) throws(PipelineIssues) -> SettingTree {
        SettingTree(try document(bytes, source).root, path: .root, findings: &findings).withoutShortForms()
    }

    /// Reads a YAML file that is not a pipeline file. If the file has issues, throws all of them together.
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

/// A pipeline that has passed all checks that require no device, with the file's text for the messages of later checks.
package struct LoadedPipeline: Sendable {
    package let pipeline: Pipeline
    /// The settings as written in the file and in the overrides.
    package let written: WrittenSettings
    /// The text of the file and the overrides as stored in `session.json`, without secrets.
    package let recorded: RecordedText
}
