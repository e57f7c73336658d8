internal import DualCamConfig
import DualCamProcess
internal import DualCamRecordings
import GStreamer
internal import Soup

/// A file that is open for uploading to a publishing service.
struct PublishedFile: Sendable {
    /// The name that the file gets at the service.
    var name: String
    var mediaType: String
    let file: UploadFile

    var bytes: Int64 { file.size }

    /// Opens the file at `path` for uploading. If that fails, throws `.unreadable` with the system's reason.
    init(_ path: String, name: String, mediaType: String) throws(PublishingLoss) {
        (self.name, self.mediaType) = (name, mediaType)
        do throws(SystemError) { file = try UploadFile(path) } catch {
            throw PublishingLoss(.unreadable(error.message))
        }
    }
}

/// A publishing service, with its address and the account that may upload to it.
struct PublishingService: Sendable {
    struct Account: Sendable {
        var user: String
        var password: String

        init(user: String, password: String) { (self.user, self.password) = (user, password) }
    }

    /// The address of the service without a trailing slash, such as `https://tube.example.org`.
    let base: String
    let account: Account
    let agent: String
    let client: WebClient
    /// The flag that cancels a transfer.
    let ended: TerminationFlag
    /// The timeout for the server's response after the whole file was sent.
    let lastPatience: Duration

    /// Creates a connection to a publishing service.
    /// - Parameters:
    ///   - patience: the timeout for each response of the server; ten times as long once the whole file was sent.
    ///   - ended: the flag that cancels a transfer.
    init(
        _ base: String, _ account: Account, agent: String, patience: Duration, ended: TerminationFlag
    ) {
        (self.base, self.account, self.agent, self.ended) = (base, account, agent, ended)
        client = WebClient(patience: patience) { !ended.hasCome }
        lastPatience = patience * 10
    }

    func request(_ method: String, _ path: String, _ fields: [(name: String, value: String)]) -> OutgoingRequest {
        var request = OutgoingRequest(method, base + path)
        request.fields = [("User-Agent", agent), ("Accept", "application/json")] + fields
        return request
    }

    /// Sends a request without a file and returns the response. For any status other than 2xx, throws the error that
    /// `failure(of:)` returns, such as `credentials` for 401.
    func ask(_ request: OutgoingRequest) throws(PublishingLoss) -> OutgoingAnswer {
        let answer = try send(request)
        guard (200..<300).contains(answer.status) else { throw PublishingLoss(Self.failure(of: answer, request)) }
        return answer
    }

    /// Sends a request without a file and returns the response, regardless of its status. Throws if no response
    /// arrives; `isUnknown` is false in this error, because no file was sent.
    func send(_ request: OutgoingRequest) throws(PublishingLoss) -> OutgoingAnswer {
        do throws(WebLoss) { return try client.send(request) } catch {
            throw PublishingLoss(PublishingFailure(error.failure))
        }
    }

    func json(_ answer: OutgoingAnswer) throws(PublishingLoss) -> JSONValue {
        guard let value = JSONValue(ifJSON: String(decoding: answer.body, as: UTF8.self)) else {
            throw PublishingLoss(.strange("its answer is not JSON text"))
        }
        return value
    }

    /// Returns the failure that corresponds to the HTTP status of the service's response (RFC 9110, section 15).
    static func failure(of answer: OutgoingAnswer, _ request: OutgoingRequest) -> PublishingFailure {
        switch answer.status {
        case 300..<400, 404, 405, 406, 410, 501: .noInterface(answer.status)
        case 401: .credentials
        case 403: .forbidden
        case 413: .tooLarge(request.body?.count ?? 0)
        case 500...: .failing(answer.status, words(of: answer))
        default: .refused(answer.status, words(of: answer))
        }
    }

    /// Returns the server's message from an error response, as text for users. It is the member `detail` or `error` of
    /// a JSON object (RFC 9457), or the first line of plain text. Empty for HTML.
    static func words(of answer: OutgoingAnswer) -> String {
        let text = String(decoding: answer.body.prefix(4096), as: UTF8.self)
        let told = JSONValue(ifJSON: text).map { $0["detail"]?.text ?? $0["error"]?.text ?? "" } ?? text
        // The first line of an HTML page contains no useful message.
        guard !told.hasPrefix("<") else { return "" }
        let line = told.split { $0.isNewline }.first.map(String.init) ?? ""
        return String(line.printable.prefix(200))
    }
}

extension PublishingFailure {
    init(_ failure: WebFailure) {
        self =
            switch failure {
            case .unreachable(let reason): .unreachable(reason)
            case .untrusted(let reason): .untrusted(reason)
            case .late: .late
            case .ended: .ended
            case .unreadable(let reason): .unreadable(reason)
            case .broken(let reason): .cut(reason)
            }
    }
}

extension JSONValue {
    /// The JSON value on one line of ASCII, for servers that guess the encoding of text.
    var asciiLine: String {
        line.unicodeScalars.map { scalar in
            if scalar.isASCII { return String(scalar) }
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }.joined()
    }
}
