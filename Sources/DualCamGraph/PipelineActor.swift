/// The global actor on which the running pipeline is changed, by `RecordingPipeline` and its branches. GStreamer's
/// streaming threads never wait for this actor.
@globalActor
package actor PipelineActor {
    package static let shared = PipelineActor()
}
