import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamSession

extension PreparedRecording {
    /// Returns a closure that checks whether this machine can record a changed pipeline. If the recording is simulated,
    /// the closure first replaces the pipeline's devices by simulated ones.
    func judge() -> @Sendable (Pipeline) -> Result<Pipeline, ControlRefusal> {
        let (isSimulated, machine) = (request.simulate, inputs.machine)
        return { pipeline in
            let whole = isSimulated ? pipeline.simulated() : pipeline
            let issues = Planner.issues(whole, on: machine)
            return issues.first.map { .failure(ControlRefusal($0)) } ?? .success(whole)
        }
    }

    /// Returns a closure that checks a file that a control command names. The closure returns the path of a clip, or
    /// the colour table that it reads from a .cube file.
    func readFile(
        in place: ProcessEnvironment
    ) -> @Sendable (CommandFile) async -> Result<CommandFile.Content, ControlRefusal> {
        let tables = ColourTableCache(place.kept)
        let files = place.commandFiles(of: inputs.pipeline, loaded.written.name) { [ownFiles] in ownFiles.contains($0) }
        let context = place.loadContext(of: loaded.written.name) { tables.read($0, by: files) }
        ownFiles.add(inputs.pipeline, without: request.directed)
        return { file in
            await CommandFileReader.perform {
                do throws(Refusal) {
                    switch file {
                    case .clip(let word):
                        let path = try context.filePath(word)
                        try files.check(path)
                        return .success(.clip(path))
                    case .colourTable(let word):
                        return .success(.colourTable(try context.namedColourTable(word)))
                    }
                } catch {
                    return .failure(ControlRefusal(error))
                }
            }
        }
    }
}

extension Refusal {
    fileprivate static let noFile = Refusal("files cannot be read here", hint: "set it in the pipeline file")
}

extension ProcessEnvironment {
    /// Returns the context for loading a pipeline file: environment variables, folders, and functions that read other
    /// files.
    func loadContext(
        of file: String, _ colourTable: @escaping ColourTableReading = { _ in .failure(.unreadable(.noFile)) },
        _ overlayImage: @escaping OverlayImageReading = { _ in .failure(.noFile) }
    ) -> LoadContext {
        var context = LoadContext(
            environment: environment, home: environment["HOME", default: ""], encoders: EncoderCatalog.words,
            folder: folder(of: file), workingFolder: workingDirectory, colourTable: colourTable,
            overlayImage: overlayImage,
            folderProblem: { [files] path in
                switch files.kind(of: path) {
                case .directory: nil
                case .file: Refusal("'\(path)' is not a folder", hint: "name the folder that contains the files")
                case .hidden: Refusal("'\(path)' cannot be accessed: permission denied", hint: "check its permissions")
                case .missing: Refusal("there is no folder '\(path)'", hint: "create it, or check the path")
                }
            },
            program: { [judgesPrograms, search = environment["PATH"]] word, path in
                judgesPrograms ? ProgramSearch.find(word, path, search) : .success(path)
            })
        context.rule = textRule
        return context
    }

    /// Returns the files that control commands may read. They are in the pipeline file's folder or in the folders of
    /// `control.files`, or `named` returns true for them.
    /// - Parameter named: Returns true for a path that occurs in the pipeline file itself.
    func commandFiles(
        of pipeline: Pipeline, _ file: String, named: @escaping @Sendable (String) -> Bool = { _ in false }
    ) -> CommandFiles {
        CommandFiles([folder(of: file)] + pipeline.control.files, named: named)
    }

    /// Returns the folder that contains a pipeline file.
    package func folder(of file: String) -> String {
        let parent = file.parentFolder
        return file.hasPrefix("/") ? parent : workingDirectory + (parent.isEmpty ? "" : "/" + parent)
    }
}

extension LoadContext {
    /// Returns the colour table of a .cube file that a control command names. If the .cube file has a mistake, throws
    /// an error with its line and column.
    fileprivate func namedColourTable(_ word: String) throws(Refusal) -> ColourTable {
        switch try colourTable(word, at: try filePath(word)) {
        case .success(let table): return table
        case .failure(let issue):
            let place = [issue.file, issue.line.map(String.init), issue.column.map(String.init)].compactMap { $0 }
            throw Refusal("\(place.joined(separator: ":")): \(issue.message)", hint: issue.hint)
        }
    }
}
