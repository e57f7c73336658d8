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
