import CGStreamer
import DualCamPlan
import DualCamTestKit
import GStreamer
import Synchronization
import Testing

@testable import DualCamGraph

/// Counts which of its watched objects are still alive (`g_object_weak_ref`).
private final class LivingObjects: Sendable {
    private let alive = Mutex<[String: Int]>([:])

    /// The names of the living objects; several objects may have the same name.
    var names: [String] { alive.withLock { $0.filter { $0.value > 0 }.keys.sorted() } }

    /// Watches an element and its pads.
    func watch(_ element: Element) {
        show(element.pointer, element.name)
        var next = element.pointer.assumingMemoryBound(to: GstElement.self).pointee.pads
        while let pad = next?.pointee.data {
            let name = gst_object_get_name(pad.assumingMemoryBound(to: GstObject.self))
            show(pad, "\(element.name).\(name.map { String(cString: $0) } ?? "")")
            g_free(name)
            next = next?.pointee.next
        }
    }

    private func show(_ object: UnsafeMutableRawPointer, _ name: String) {
        alive.withLock { $0[name, default: 0] += 1 }
        let end = End { [self] in alive.withLock { $0[name, default: 0] -= 1 } }
        g_object_weak_ref(
            object.assumingMemoryBound(to: GObject.self),
            { end, _ in if let end { Unmanaged<End>.fromOpaque(end).takeRetainedValue().tell() } },
            Unmanaged.passRetained(end).toOpaque())
    }

    private final class End {
        let tell: () -> Void

        init(_ tell: @escaping () -> Void) { self.tell = tell }
    }
}

/// Every object that was created for a preview is released with it.
@Suite(.serialized, .tags(.process)) struct PreviewObjectTests {
    private static let requests = [
        PreviewRequest(.camera(Rehearsal.back), width: .small), PreviewRequest(.combined, width: .medium, as: .jpeg),
        PreviewRequest(.multiview, width: .medium),
    ]

    @Test(.timeLimit(.minutes(1))) func nothingOfAPreviewOutlivesItsWatchers() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        let living = LivingObjects()
        let before = await show.graph.padCounts
        for _ in 0..<4 {
            try await watch(show.graph, living)
            await until { await show.graph.previews.count == 0 && living.names.isEmpty }
        }
        #expect(living.names == [])
        #expect(await show.graph.padCounts == before)
        _ = try await show.stop()
    }

    /// Watches all previews until each has shown a picture.
    private func watch(_ graph: RecordingPipeline, _ living: LivingObjects) async throws {
        var streams: [AsyncStream<PreviewItem>] = []
        for request in Self.requests { streams.append(try await graph.preview(request)) }
        for stream in streams { for await item in stream { if case .frame = item { break } } }
        await graph.showPreviews(to: living)
        #expect(living.names.count > 60, "\(living.names)")
    }

    private func until(_ isTrue: () async -> Bool) async {
        let deadline = ContinuousClock.now + .seconds(40)
        while await !isTrue(), ContinuousClock.now < deadline { await Task.yield() }
    }
}

extension RecordingPipeline {
    /// Watches the elements of all previews.
    fileprivate func showPreviews(to living: LivingObjects) {
        for branch in previews.watched.values.compactMap(\.branch) {
            for element in branch.builder.elements.values { living.watch(element) }
            if let bin = branch.builder.bin(branch.branch) { living.watch(bin) }
        }
    }

    /// The number of pads of each recording element and of each bin, because previews add pads to them.
    fileprivate var padCounts: [[String: Int]] {
        let bins = Set(live.plan.elements.map(\.branch)).compactMap { live.builder.bin($0) }
        return [Array(live.builder.elements.values), bins].map { (elements: [Element]) in
            Dictionary(
                uniqueKeysWithValues: elements.map { element in
                    (element.name, Int(element.pointer.assumingMemoryBound(to: GstElement.self).pointee.numpads))
                })
        }
    }
}
