internal import Dispatch
internal import DualCamPlan
package import GStreamer

/// A test of whether a PipeWire node delivers sound, made before the recording's own source waits for the node.
///
/// If a node is missing, `pipewiresrc` waits for 30 s during its state change (`wait_started`, PipeWire 0.3.65).
/// Meanwhile, its other state changes are blocked, and so are those of other inputs in the same pipeline.
package enum NodeTrial {
    /// The name of the GStreamer element that reads PipeWire nodes.
    package static let element = "pipewiresrc"
    /// The timeout for the first sound of a PipeWire node, in seconds.
    package static let patience = 4.0

    /// Returns true if a PipeWire server runs for this user; `nil` if it does not answer. Blocks.
    static func findsServer() -> Bool? {
        BoundedCall.result(of: element) {
            guard let source = try? Element.make(element) else { return false }
            defer { source.stop() }
            return (try? source.setState(.ready)) != nil
        }
    }

    /// Returns true if the PipeWire node delivers its first sound in time. Blocks.
    ///
    /// - Parameters:
    ///   - node: the node's name or serial number; `nil` for the server's default.
    ///   - patience: the time limit in seconds.
    package static func delivers(_ node: String?, within patience: Double = patience) -> Bool {
        let name = "node \(node ?? "")"
        guard let pipeline = try? MediaPipeline(name: "node-trial"), let source = try? row(node, in: pipeline),
            let closed = BoundedCall.begin(name, within: patience)
        else { return false }
        let (begun, judged) = (Promise<Bool>(), Promise<Void>())
        DispatchQueue(label: "dualcam.node-trial").async {
            begun.keep((try? pipeline.setState(.paused)) != nil)
            // The source must not be closed while another thread calls `giveUpWaiting`.
            while judged.wait(within: 60) == nil {}
            pipeline.stop()
            closed.keep(())
        }
        let answer = begun.wait(within: patience)
        if answer == nil { source.giveUpWaiting() }
        judged.keep(())
        // Otherwise, the next source would share this source's connection, whose server may no longer exist.
        if closed.wait(within: 1) == nil { BoundedCall.giveUp(name, closed) }
        return answer ?? false
    }

    /// Makes sources stop waiting for their PipeWire nodes. Gives up after one second if their server hangs.
    package static func leaveNodes(of sources: [Element]) async {
        await blockingAtMost(.seconds(1)) { for source in sources { source.leaveNode() } }
    }

    private static func row(_ node: String?, in pipeline: MediaPipeline) throws -> Element {
        let staying = Setting.structure(name: "stream", fields: [.init("node.dont-reconnect", .string("true"))])
        let named = node.map { [Setting.Field("target-object", .string($0)), .init("stream-properties", staying)] }
        let source = try Element.make(element, name: "source", properties: named ?? [])
        let sound = Setting.caps(mediaType: "audio/x-raw", fields: [])
        let form = try Element.make("capsfilter", name: "form", properties: [.init("caps", sound)])
        let sink = try Element.make("fakesink", name: "sink", properties: [.init("sync", .bool(false))])
        try pipeline.addChain([source, form, sink])
        return source
    }
}

extension Element {
    /// Makes a source stop waiting for its PipeWire node. Otherwise, the source could not be removed for 30 s.
    package func leaveNode() { if factory == NodeTrial.element { giveUpWaiting() } }
}
