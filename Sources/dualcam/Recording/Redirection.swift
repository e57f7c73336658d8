import DualCamConfig
import DualCamPlan
import DualCamSession

extension PreparedRecording {
    /// The pipeline with what is set while it runs laid over it, judged by every check of the pipeline file.
    func redirect(in place: Workplace) -> @Sendable ([LiveSetting]) -> Result<Pipeline, ControlRefusal> {
        let images = OverlayImageShelf(place.kept, inputs.pipeline.overlayImages)
        let context = place.loadContext(of: loaded.name, colourTables.known, images.known)
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

    /// Reads a .cube file that somebody names while it is recorded, for `redirect` to go by.
    func readColourTable(in place: Workplace) -> @Sendable (String) -> Result<Void, ControlRefusal> {
        let context = place.loadContext(of: loaded.name, colourTables.read, OverlayImageShelf(place.kept).known)
        return { word in
            do throws(Refusal) {
                switch context.colourTable(try context.colourTablePath(word)) {
                case .success: return .success(())
                case .failure(.unreadable(let refusal)): throw refusal
                case .failure(.wrong(let issue)):
                    return .failure(ControlRefusal(PipelineIssues([issue.withItsPlace])))
                }
            } catch {
                let issue = PipelineIssue(file: word, message: error.message, hint: error.hint)
                return .failure(ControlRefusal(PipelineIssues([issue])))
            }
        }
    }
}

extension Workplace {
    /// What a pipeline file may refer to here.
    func loadContext(
        of file: String, _ colourTable: @escaping ColourTableReading, _ overlayImage: @escaping OverlayImageReading
    ) -> LoadContext {
        let parent = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        let folder = file.hasPrefix("/") ? parent : workingDirectory + (parent.isEmpty ? "" : "/" + parent)
        return LoadContext(
            environment: environment, home: environment["HOME", default: ""], encoders: EncoderCatalog.words,
            folder: folder, colourTable: colourTable, overlayImage: overlayImage)
    }
}

extension PipelineIssue {
    /// The file, the line and the column in the message.
    fileprivate var withItsPlace: PipelineIssue {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
        let shown = sourceLine.map { " ('\($0.prefix(60))')" } ?? ""
        return PipelineIssue(file: file, message: "\(place): \(message)\(shown)", hint: hint)
    }
}
