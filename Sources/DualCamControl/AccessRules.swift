import DualCamSession
import Soup

/// The roles of clients of the control interface, which determine what a client may do.
package enum ControlRole: String, Sendable, CaseIterable {
    case director
    /// A client that may read everything but not change anything.
    case viewer
}

/// The access rules of one endpoint: which requests are accepted and which role each client has.
package struct AccessRules: Sendable, Equatable {
    /// True if only the current user can reach the endpoint, because it is a Unix socket.
    package var isPrivate = false
    /// The token that clients must send; `nil` if the endpoint needs none.
    package var token: AccessToken?
    /// True if the endpoint has a second, read-only token for viewers, which is derived from the first.
    package var hasViewers = false
    package var isEncrypted = false
    /// The host names of this machine, in lower case. IP addresses and `localhost` are always accepted.
    package var hosts: Set<String> = []
    /// The origins (scheme, host and port) of other servers' web pages that may connect to the endpoint.
    package var origins: Set<String> = []

    /// The link that opens the control page in a browser, including the token; `nil` if there is no page. Only a
    /// private endpoint returns it to clients.
    package var pageLink: String?

    /// The WebSocket subprotocol of the control interface. A browser may pass its token as a second subprotocol:
    /// `dualcam.v1, bearer.TOKEN`.
    static let socketProtocol = "dualcam.v1"

    package init() {}

    /// Returns the URL path that opens the control page with a token. The token is in the fragment, which browsers do
    /// not send to servers.
    static func path(_ token: AccessToken) -> String { "/#token=\(PercentEncoding.encoded(token.text))" }

    func refusal(of head: WebHead) -> RouteRefusal? {
        if isPrivate { return nil }
        return hostRefusal(head) ?? originRefusal(head) ?? tokenRefusal(head)
    }

    /// Returns the error if a request for the control page's own files is not allowed, otherwise `nil`. The files
    /// reveal nothing about the recording. They therefore need no token, and other servers' pages may link to them.
    func pageRefusal(of head: WebHead) -> RouteRefusal? { isPrivate ? nil : hostRefusal(head) }

    /// Returns the error if a request's host name is not one of this machine's, otherwise `nil`. Without this check, a
    /// page whose domain resolves to this machine would count as this server's own page (DNS rebinding).
    private func hostRefusal(_ head: WebHead) -> RouteRefusal? {
        let values = head.values(of: "host")
        guard values.count == 1, let name = Self.name(inHost: values[0].lowercased()) else { return .badHost }
        let isKnown = Self.isAddress(name) || name == "localhost" || hosts.contains(name)
        return isKnown || originHosts.contains(values[0].lowercased()) ? nil : .badHost
    }

    private var originHosts: Set<String> {
        Set(origins.map { String($0.drop { $0 != "/" }.dropFirst(2)) })
    }

    /// Returns the name or address in a Host header such as `name:port`, without brackets; `nil` for an invalid header.
    static func name(inHost host: String) -> String? {
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]"), isPort(host[host.index(after: end)...]) else { return nil }
            return String(host[host.index(after: host.startIndex)..<end])
        }
        let name = host.prefix { $0 != ":" }
        return name.isEmpty || !isPort(host[name.endIndex...]) ? nil : String(name)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.hasPrefix(":") && UInt16(text.dropFirst()) != nil
    }

    /// Returns true if a host name is an IP address. DNS rebinding is impossible with an IP address.
    private static func isAddress(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return true }
        return name.contains(":") && name.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }

    private func originRefusal(_ head: WebHead) -> RouteRefusal? {
        let values = head.values(of: "origin")
        if values.isEmpty {
            return head.values(of: "sec-fetch-site").contains("cross-site") ? .badOrigin : nil
        }
        return values.count == 1 && isKnown(values[0].lowercased(), head) ? nil : .badOrigin
    }

    private func isKnown(_ origin: String, _ head: WebHead) -> Bool {
        let own = (isEncrypted ? "https://" : "http://") + (head.values(of: "host").first ?? "").lowercased()
        return origin == own || origins.contains(origin)
    }

    /// Returns the request's origin if it is an allowed page of another server, otherwise `nil`.
    func guest(of head: WebHead) -> String? {
        head.values(of: "origin").first.flatMap { origins.contains($0.lowercased()) ? $0 : nil }
    }

    private func tokenRefusal(_ head: WebHead) -> RouteRefusal? {
        guard token != nil else { return nil }
        // A browser's preflight request (OPTIONS) has no token.
        if head.method == "OPTIONS", guest(of: head) != nil { return nil }
        guard let role = shownRole(head) else { return .unauthorized }
        let isLooking = ["GET", "HEAD"].contains(head.method) || head.segments == ["api", "v1", "entry"]
        return role == .director || isLooking ? nil : .readOnly
    }

    /// Returns the role of the client that sent a request. Call only for requests that passed the access checks.
    func role(of head: WebHead) -> ControlRole { isPrivate || token == nil ? .director : shownRole(head) ?? .viewer }

    /// Returns true if the client may see secrets, such as the pipeline file: it has sent the director's token itself,
    /// or the endpoint needs none. A cookie is not enough, because browsers also send it to programs of other users on
    /// this host.
    func maySeeSecrets(_ head: WebHead) -> Bool {
        role(of: head) == .director && (isPrivate || token == nil || !shownTokens(head).isEmpty)
    }

    private func shownTokens(_ head: WebHead) -> [String] {
        head.values(of: "authorization").compactMap { Self.bearer($0) } + socketTokens(head)
    }

    /// Returns the role whose token or cookie the request contains; `nil` if it contains no valid one.
    private func shownRole(_ head: WebHead) -> ControlRole? {
        let given = shownTokens(head)
        if given.isEmpty { return ControlRole.allCases.first { cookie(for: $0)?.isShown(in: head) ?? false } }
        guard given.count == 1 else { return nil }
        return ControlRole.allCases.first { token(for: $0)?.matches(given[0]) ?? false }
    }

    /// Returns the endpoint's token for a role; `nil` if the role has none. The director's token cannot be derived from
    /// the viewers' token.
    func token(for role: ControlRole) -> AccessToken? {
        switch role {
        case .director: token
        case .viewer: hasViewers ? token?.derived(for: "viewer") : nil
        }
    }

    /// Returns the cookie to set for a client that has sent the token of this role; `nil` if the endpoint needs no
    /// cookie.
    func cookie(for role: ControlRole) -> AccessCookie? {
        isPrivate ? nil : token(for: role).map { AccessCookie(for: $0, isEncrypted: isEncrypted) }
    }

    private static func bearer(_ value: String) -> String? {
        let parts = value.split(separator: " ")
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }

    /// Returns the tokens that a request passes as WebSocket subprotocols. A page's scripts send tokens in this way,
    /// because they cannot add headers to a WebSocket request.
    private func socketTokens(_ head: WebHead) -> [String] {
        head.values(of: "sec-websocket-protocol").flatMap { $0.split(separator: ",") }.compactMap { part in
            let name = part.drop { $0 == " " }
            return name.hasPrefix("bearer.") ? String(name.dropFirst(7)) : nil
        }
    }
}

extension RouteRefusal {
    static var badHost: RouteRefusal {
        RouteRefusal(
            .badHost, "This is not a server of that name.",
            advice: "Use its IP address, its host name, or add the name to control.origins.")
    }

    static var badOrigin: RouteRefusal {
        RouteRefusal(
            .badOrigin, "A page of another server asks.",
            advice: "Add its origin to control.origins to allow it.")
    }

    static var readOnly: RouteRefusal {
        RouteRefusal(
            .readOnly, "This link lets you look, and not change anything.",
            advice: "Ask whoever records for the link that directs.")
    }

    static var unauthorized: RouteRefusal {
        RouteRefusal(
            .unauthorized, "The token is missing or wrong.", advice: "Send 'Authorization: Bearer TOKEN'.")
    }
}
