import DualCamConfig
import DualCamPlan
import DualCamSession

extension PreparedRecording {
    /// The pipeline with what is set while it runs laid over it, judged by every check of the pipeline file.
    func redirect(in place: ProcessEnvironment) -> @Sendable ([LiveSetting]) -> Result<Pipeline, ControlRefusal> {
        let images = OverlayImageCache(place, inputs.pipeline.overlayImages)
        let context = place.loadContext(of: loaded.name, colourTables.kept, images.kept)
        let (bytes, name, own) = (Array(loaded.text.utf8), loaded.name, request.overrides)
        let (isSimulated, machine) = (request.simulate, inputs.machine)
        return { settings in
            do throws(PipelineIssues) {
                let overrides = own + settings.map(\.override)
                let pipeline = try PipelineLoader.load(bytes, named: name, overrides: overrides, context: context)
                    .pipeline
                let whole = isSimulated ? pipeline.simulated() : pipeline
                let issues = Planner.issues(whole, on: machine)
                return issues.first.map { .failure(ControlRefusal($0)) } ?? .success(whole)
            } catch {
                return .failure(ControlRefusal(error))
            }
        }
    }

    /// Judges a file that a command names, and reads a .cube file for `redirect` to go by.
    func readFile(in place: ProcessEnvironment) -> @Sendable (CommandFile) async -> Result<Void, ControlRefusal> {
        let tables = colourTables
        let files = place.commandFiles(of: inputs.pipeline, loaded.name) { [ownFiles] in ownFiles.contains($0) }
        let context = place.loadContext(of: loaded.name) { tables.read($0, by: files) }
        ownFiles.add(inputs.pipeline, without: request.directed, in: place.workingDirectory)
        return { file in
            await CommandFileReader.perform {
                do throws(Refusal) {
                    switch file {
                    case .clip(let word): try files.check(try place.clip(word, context))
                    case .colourTable(let word):
                        switch context.colourTable(try context.colourTablePath(word)) {
                        case .success: break
                        case .failure(.unreadable(let refusal)): throw refusal
                        case .failure(.wrong(let issue)):
                            return .failure(ControlRefusal(PipelineIssues([issue.withItsPlace])))
                        }
                    }
                    return .success(())
                } catch {
                    let issue = PipelineIssue(file: "", message: error.message, hint: error.hint)
                    return .failure(ControlRefusal(PipelineIssues([issue])))
                }
            }
        }
    }
}

extension Refusal {
    fileprivate static let noFile = Refusal("no file is read here", hint: "write it into the pipeline file")
}

extension ProcessEnvironment {
    /// Returns the context in which a pipeline file is loaded here.
    func loadContext(
        of file: String, _ colourTable: @escaping ColourTableReading = { _ in .failure(.unreadable(.noFile)) },
        _ overlayImage: @escaping OverlayImageReading = { _ in .failure(.noFile) }
    ) -> LoadContext {
        LoadContext(
            environment: environment, home: environment["HOME", default: ""], encoders: EncoderCatalog.words,
            folder: folder(of: file), colourTable: colourTable, overlayImage: overlayImage,
            folderProblem: { [files] path in
                switch files.kind(of: path) {
                case .directory: nil
                case .file: Refusal("'\(path)' is no folder", hint: "name the folder that the files lie in")
                case .hidden: Refusal("'\(path)' may not be searched", hint: "check its permissions")
                case .missing: Refusal("there is no folder '\(path)'", hint: "make it, or check the path")
                }
            })
    }

    /// Returns the files that commands may name beside a pipeline file.
    ///
    /// - Parameter named: Returns true for a path that the pipeline file itself names.
    func commandFiles(
        of pipeline: Pipeline, _ file: String, named: @escaping @Sendable (String) -> Bool = { _ in false }
    ) -> CommandFiles {
        CommandFiles([folder(of: file)] + pipeline.control.files, named: named)
    }

    /// Returns the path of a clip that a command names: a relative one begins in the folder dualcam was started in.
    func clip(_ word: String, _ context: LoadContext) throws(Refusal) -> String {
        if word.hasPrefix("/") || word.hasPrefix("~") { return try context.colourTablePath(word) }
        return workingDirectory + "/" + word
    }

    /// Returns the folder in which a pipeline file lies.
    private func folder(of file: String) -> String {
        let parent = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        return file.hasPrefix("/") ? parent : workingDirectory + (parent.isEmpty ? "" : "/" + parent)
    }
}

extension PipelineIssue {
    /// The file and the line in the message.
    fileprivate var withItsPlace: PipelineIssue {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
        return PipelineIssue(file: file, message: "\(place): \(message)", hint: hint)
    }
}
