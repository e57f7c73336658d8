import DualCamConfig
import DualCamPlan

extension ProcessEnvironment {
    /// In what the pipeline file of a recorded session is read again.
    ///
    /// - Parameter folder: where relative paths begin.
    func context(ofFilesIn folder: String) -> LoadContext {
        let (tables, images) = (ColourTableCache(kept), OverlayImageCache(self))
        return LoadContext(
            environment: environment, home: environment["HOME", default: ""], encoders: EncoderCatalog.words,
            folder: folder, workingFolder: workingDirectory, colourTable: { tables.known($0) },
            overlayImage: { images.known($0) })
    }
}

extension LoadContext {
    /// Reads the pipeline file that a recorded session keeps.
    func pipeline(
        _ text: String, of folder: String, overrides: [String], directed: [String] = []
    ) throws(CommandFailure) -> Pipeline {
        try translated { () throws(PipelineIssues) in
            try PipelineLoader.load(
                Array(text.utf8), named: "\(folder)/session.json", overrides: overrides, directed: directed,
                context: self
            ).pipeline
        }
    }
}
