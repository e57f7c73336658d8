package import DualCamPlan
package import DualCamSession
internal import GStreamer
internal import Soup

/// The other end of a recording's Unix socket. Its functions block.
package struct ControlClient: Sendable {
    /// The time that a command may take: longer than any graph takes to carry one out, or to give up.
    package static let patience = Duration.seconds(5)

    private let socket: SocketClient

    /// - Parameter path: The socket's absolute path.
    package init(_ path: String) { socket = SocketClient(path) }

    /// Returns the state, as `ControlState.json` has it.
    package func state(patience: Duration = patience) throws(ControlClientFailure) -> JSONValue {
        try json(ClientRequest("GET", "/api/v1/state"), patience: patience)
    }

    /// Returns the answer, as `ControlAnswer.json` has it.
    package func perform(
        _ command: ControlCommand, patience: Duration = patience
    ) throws(ControlClientFailure) -> JSONValue {
        let body = Array(JSONValue.object(command.arguments).line.utf8)
        return try json(
            ClientRequest("POST", "/api/v1/commands/\(command.name.rawValue)", body: body), patience: patience)
    }

    /// - Parameter output: A camera's name, or `combined`.
    package func picture(
        of output: String, as format: Snapshot.Format, patience: Duration = patience
    ) throws(ControlClientFailure) -> Snapshot {
        let target = "/api/v1/snapshots/\(PercentEncoding.encoded(output))?format=\(format.rawValue)"
        let response = try send(ClientRequest("GET", target), patience: patience)
        guard let time = response.runningTime.flatMap(JSONValue.init(ifJSON:))?.time else {
            throw .garbled("it does not say when its picture was taken")
        }
        return Snapshot(bytes: response.body, at: time)
    }

    /// Returns the link that opens the web page in a browser; `nil`: there is no page but on the socket.
    package func pageLink(patience: Duration = patience) throws(ControlClientFailure) -> String? {
        try json(ClientRequest("GET", "/api/v1/link"), patience: patience)["link"]?.text
    }

    /// Hands on what is told, one JSON text after the other, until `receive` returns `false` or the recording is over.
    package func follow(_ receive: @escaping (String) -> Bool) throws(ControlClientFailure) {
        do throws(ClientFailure) {
            try socket.follow("/api/v1/events", patience: Self.patience, receive: receive)
        } catch {
            throw ControlClientFailure(error)
        }
    }

    private func json(_ request: ClientRequest, patience: Duration) throws(ControlClientFailure) -> JSONValue {
        let response = try send(request, patience: patience)
        do throws(JSONFailure) {
            return try JSONValue(parsing: String(decoding: response.body, as: UTF8.self))
        } catch {
            throw .garbled("its answer is no JSON text (line \(error.line))")
        }
    }

    private func send(_ request: ClientRequest, patience: Duration) throws(ControlClientFailure) -> ClientResponse {
        let response: ClientResponse
        do throws(ClientFailure) {
            response = try socket.send(request, patience: patience)
        } catch {
            throw ControlClientFailure(error)
        }
        guard response.status != 200 else { return response }
        let text = String(decoding: response.body, as: UTF8.self)
        if let value = JSONValue(ifJSON: text), let refusal = ControlRefusal(json: value) {
            throw .refused(refusal)
        }
        throw .garbled("it answered with the HTTP status \(response.status)")
    }
}

/// Why a recording did not do it, or did not say so.
package enum ControlClientFailure: Error, Sendable, Equatable {
    case refused(ControlRefusal)
    /// Nobody listens on the socket.
    case nobodyThere
    case forbidden
    case late
    /// The process that was asked is gone, and has not answered.
    case lost
    /// An answer that cannot be understood; the reason as the end of a sentence.
    case garbled(String)

    init(_ failure: ClientFailure) {
        self =
            switch failure {
            case .nobodyThere: .nobodyThere
            case .forbidden: .forbidden
            case .late: .late
            case .lost: .lost
            case .broken(let error): .garbled("the connection failed: \(error.message)")
            }
    }
}

extension ControlRefusal {
    /// Reads `ControlRefusal.json`; `nil` when it is none.
    package init?(json: JSONValue) {
        guard let error = json["error"], let code = error["code"]?.text.flatMap(Code.init),
            let text = error["message"]?.text
        else { return nil }
        self.init(code, text, advice: error["advice"]?.text ?? "", reason: error["reason"]?.text)
    }
}
