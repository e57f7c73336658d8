public import DualCamConfig
public import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// Draws the combined picture another way from one frame on; returns that frame's running time.
    func show(_ picture: PictureDirection) async throws(GraphFailure) -> RunningTime? {
        throw .unable("the picture cannot be directed")
    }

    public func snapshot(of output: OutputName, as format: Snapshot.Format) async throws(GraphFailure) -> Snapshot {
        throw .unable("no stills can be taken")
    }
}
