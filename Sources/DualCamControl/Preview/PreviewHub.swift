import DualCamPlan
import DualCamRecordings
import DualCamSession
import Soup

/// The distributor of preview pictures to clients. All clients that watch the same picture at the same size share one
/// encoder, whichever endpoint they use.
actor PreviewHub {
    /// A preview with the clients that watch it now.
    private struct Channel {
        var number: Int
        var fanout = PreviewFanout()
        var sockets: [PreviewFanout.Watcher: WebSocket] = [:]
        var description: String?
        /// The task that reads the preview's frames from the recording. Cancelling the task ends the preview.
        var reading: Task<Void, Never>?
        /// The task that closes the preview unless a client joins in time; `nil` while clients watch.
        var closing: Task<Void, Never>?
    }

    /// A batch of messages to send on the servers' threads. All batches pass through one queue, so that each client
    /// receives its messages in the order in which they were created.
    private struct Batch: Sendable {
        var messages: [(socket: WebSocket, message: SocketMessage)]
        /// True to close the clients' WebSockets after these messages.
        var isLast = false
    }

    private let controller: any SessionController
    private let outbox: AsyncStream<Batch>.Continuation
    private var channels: [PreviewRequest: Channel] = [:]
    private var next = 0

    /// The time for which a preview's encoder keeps running without clients, so that a page that is being reloaded can
    /// rejoin.
    private static let patience = Duration.seconds(1)

    init(_ controller: any SessionController) {
        self.controller = controller
        let (batches, outbox) = AsyncStream.makeStream(of: Batch.self)
        self.outbox = outbox
        Task {
            for await batch in batches {
                await WebSocket.send(batch.messages)
                guard batch.isLast else { continue }
                for (socket, _) in batch.messages { await socket.close() }
            }
        }
    }

    deinit { outbox.finish() }

    /// Sends a preview's frames to a client until the client disconnects or the preview ends.
    func serve(_ request: PreviewRequest, over socket: WebSocket) async {
        let watcher = join(request, socket)
        for await text in socket.messages {
            guard let sequence = PreviewMessage.acknowledged(by: text), acknowledge(sequence, by: watcher, request)
            else {
                await socket.send(RouteRefusal.badAcknowledgement.json.line)
                break
            }
        }
        leave(watcher, request)
    }

    private func newNumber() -> Int {
        next += 1
        return next
    }
}

// MARK: Watchers

extension PreviewHub {
    private func join(_ request: PreviewRequest, _ socket: WebSocket) -> PreviewFanout.Watcher {
        let watcher = newNumber()
        channels[request]?.closing?.cancel()
        if channels[request] == nil {
            let number = newNumber()
            channels[request] = Channel(number: number)
            channels[request]?.reading = Task { await read(request, number) }
        }
        channels[request]?.sockets[watcher] = socket
        let deliveries = channels[request]?.fanout.join(watcher) ?? []
        let described = channels[request]?.description.map { [(socket, SocketMessage.text($0))] } ?? []
        send(described + messages(deliveries, request))
        return watcher
    }

    /// Records a client's acknowledgement of a frame, and sends the frames that the client may now receive. Returns
    /// false if the acknowledged frame was never sent to the client.
    private func acknowledge(_ sequence: UInt32, by watcher: PreviewFanout.Watcher, _ request: PreviewRequest) -> Bool {
        guard channels[request]?.sockets[watcher] != nil else { return true }
        guard let deliveries = channels[request]?.fanout.acknowledge(sequence, by: watcher) else { return false }
        send(messages(deliveries, request))
        return true
    }

    private func leave(_ watcher: PreviewFanout.Watcher, _ request: PreviewRequest) {
        channels[request]?.fanout.leave(watcher)
        guard channels[request]?.sockets.removeValue(forKey: watcher) != nil,
            let channel = channels[request], channel.sockets.isEmpty
        else { return }
        channels[request]?.closing = Task {
            do { try await Task.sleep(for: Self.patience) } catch { return }
            close(request, channel.number)
        }
    }

    private func close(_ request: PreviewRequest, _ number: Int) {
        guard let channel = channels[request], channel.number == number, channel.sockets.isEmpty else { return }
        channel.reading?.cancel()
        channels[request] = nil
    }
}

// MARK: Frames

extension PreviewHub {
    private func read(_ request: PreviewRequest, _ number: Int) async {
        do throws(ControlRefusal) {
            for await item in try await controller.preview(request) {
                guard channels[request]?.number == number else { return }
                try handle(item, request)
            }
            throw .previewOver
        } catch {
            guard let channel = channels[request], channel.number == number else { return }
            channels[request] = nil
            channel.closing?.cancel()
            let text = SocketMessage.text(RouteRefusal(error).json.line)
            outbox.yield(Batch(messages: channel.sockets.values.map { ($0, text) }, isLast: true))
        }
    }

    private func handle(_ item: PreviewItem, _ request: PreviewRequest) throws(ControlRefusal) {
        switch item {
        case .failed(let failure): throw ControlRefusal(failure)
        case .description(let description):
            let text = PreviewMessage.text(of: description, request)
            channels[request]?.description = text
            send(channels[request]?.sockets.values.map { ($0, .text(text)) } ?? [])
        case .frame(let frame):
            send(messages(channels[request]?.fanout.handle(frame) ?? [], request))
        }
    }

    /// Returns the WebSocket messages for the given frames. Clients that get the same message share one copy.
    private func messages(
        _ deliveries: [PreviewFanout.Delivery], _ request: PreviewRequest
    ) -> [(socket: WebSocket, message: SocketMessage)] {
        var made: [UInt64: SocketMessage] = [:]
        return deliveries.compactMap { delivery in
            guard let socket = channels[request]?.sockets[delivery.watcher] else { return nil }
            let key = UInt64(delivery.frame.sequence) << 1 | (delivery.isDiscontinuous ? 1 : 0)
            let message =
                made[key]
                ?? .bytes(PreviewMessage.bytes(of: delivery.frame, isDiscontinuous: delivery.isDiscontinuous))
            made[key] = message
            return (socket, message)
        }
    }

    private func send(_ messages: [(socket: WebSocket, message: SocketMessage)]) {
        if !messages.isEmpty { outbox.yield(Batch(messages: messages)) }
    }
}

extension ControlRefusal {
    fileprivate static let previewOver = ControlRefusal(
        .notNow, "The preview has ended, as the pipeline is closed.", advice: "Ask again when another one runs.",
        reason: PictureObstacle.over.rawValue)
}

extension RouteRefusal {
    fileprivate static let badAcknowledgement = RouteRefusal(
        .control(.badRequest), "The message acknowledges no frame.",
        advice: #"Send {"ack": NUMBER} with the number of a frame that has come."#)
}
