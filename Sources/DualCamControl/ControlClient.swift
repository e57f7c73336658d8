package import DualCamPlan
package import DualCamRecordings
package import DualCamSession
internal import GStreamer
internal import Soup

/// A client that controls a recording through the recording's Unix socket. All functions block.
package struct ControlClient: Sendable {
    /// The default timeout of a command. It is longer than a recording ever takes to carry out a command or report its
    /// failure.
    package static let patience = Duration.seconds(5)

    private let socket: SocketClient

    /// Creates a client of one recording.
    /// - Parameter path: the absolute path of the recording's Unix socket.
    package init(_ path: String) { socket = SocketClient(path) }

    /// Returns the recording's current state, as JSON in the format of `ControlState.json`.
    package func state(patience: Duration = patience) throws(ControlClientFailure) -> JSONValue {
        try json(ClientRequest("GET", "/api/v1/state"), patience: patience)
    }

    /// Sends a command to the recording and returns the response, as JSON in the format of `ControlAnswer.json`.
    package func perform(
        _ command: ControlCommand, patience: Duration = patience
    ) throws(ControlClientFailure) -> JSONValue {
        let body = Array(JSONValue.object(command.arguments).line.utf8)
        return try json(
            ClientRequest("POST", "/api/v1/commands/\(command.name.rawValue)", body: body), patience: patience)
    }

    /// Returns a still picture of one of the recording's outputs.
    ///
    /// - Parameter output: the name of a camera, or `combined`.
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

    /// Returns the link that opens the control page in a browser; `nil` if the recording's only endpoint is the Unix
    /// socket.
    package func pageLink(patience: Duration = patience) throws(ControlClientFailure) -> String? {
        try json(ClientRequest("GET", "/api/v1/link"), patience: patience)["link"]?.text
    }

    /// Passes each event of the recording, as JSON text, to `receive`. Returns when `receive` returns false or when the
    /// recording has ended.
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
            throw .garbled("its answer is not JSON text (line \(error.line))")
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

/// The reasons why a recording did not carry out a client's command, or did not confirm it.
package enum ControlClientFailure: Error, Sendable, Equatable {
    case refused(ControlRefusal)
    /// No process listens on the recording's socket.
    case nobodyThere
    case forbidden
    case late
    /// The recording's process ended before it sent a response.
    case lost
    /// The recording's response is invalid; the value is the reason, as the end of a sentence.
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
    /// Creates the error from JSON in the format of `ControlRefusal.json`; returns `nil` for other JSON.
    package init?(json: JSONValue) {
        guard let error = json["error"], let code = error["code"]?.text.flatMap(Code.init),
            let text = error["message"]?.text
        else { return nil }
        self.init(code, text, advice: error["advice"]?.text ?? "", reason: error["reason"]?.text)
    }
}
