import DualCamSession
import Soup

/// The rights of a client.
package enum ControlRole: String, Sendable, CaseIterable {
    case director
    /// A client that may read but not change anything.
    case viewer
}

/// The rules that clients of an endpoint must meet.
package struct AccessRules: Sendable, Equatable {
    /// True when only the current user can open the endpoint, because it is a Unix socket.
    package var isPrivate = false
    /// The token that clients must show; `nil` if none is needed.
    package var token: AccessToken?
    /// True when clients may read with a second token, derived from the first.
    package var hasViewers = false
    package var isEncrypted = false
    /// The names of this machine besides IP addresses and `localhost`, in lower case.
    package var hosts: Set<String> = []
    /// The origins of web pages that may connect besides the endpoint's own.
    package var origins: Set<String> = []

    /// The link that opens the web page in a browser, including its token; `nil` if there is no page. Only a private
    /// endpoint reveals it.
    package var pageLink: String?

    /// The WebSocket subprotocol that a browser may name, with its token as a second one: `dualcam.v1, bearer.TOKEN`.
    static let socketProtocol = "dualcam.v1"

    package init() {}

    /// Returns the path that opens the page with a token in the fragment, which browsers do not send.
    static func path(_ token: AccessToken) -> String { "/#token=\(PercentEncoding.encoded(token.text))" }

    func refusal(of head: WebHead) -> RouteRefusal? {
        if isPrivate { return nil }
        return hostRefusal(head) ?? originRefusal(head) ?? tokenRefusal(head)
    }

    /// Returns the refusal of a request for the page's own files. These reveal nothing of the recording, so they need
    /// no token, and pages of other servers may link to them.
    func pageRefusal(of head: WebHead) -> RouteRefusal? { isPrivate ? nil : hostRefusal(head) }

    /// Refuses a host name that is not known to be this machine's. Otherwise, a page whose name leads here by DNS would
    /// count as this server's own (DNS rebinding).
    private func hostRefusal(_ head: WebHead) -> RouteRefusal? {
        let values = head.values(of: "host")
        guard values.count == 1, let name = Self.name(inHost: values[0].lowercased()) else { return .badHost }
        let isKnown = Self.isAddress(name) || name == "localhost" || hosts.contains(name)
        return isKnown || originHosts.contains(values[0].lowercased()) ? nil : .badHost
    }

    private var originHosts: Set<String> {
        Set(origins.map { String($0.drop { $0 != "/" }.dropFirst(2)) })
    }

    /// Returns the name or address of `name:port`, without brackets; `nil` for any other form.
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

    /// Returns true for an IP address. DNS cannot make another server's page seem to come from an address.
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

    /// Returns the origin of another server's page that sends the request and is allowed to; `nil` if there is none.
    func guest(of head: WebHead) -> String? {
        head.values(of: "origin").first.flatMap { origins.contains($0.lowercased()) ? $0 : nil }
    }

    private func tokenRefusal(_ head: WebHead) -> RouteRefusal? {
        guard token != nil else { return nil }
        // A browser's preflight request has no token.
        if head.method == "OPTIONS", guest(of: head) != nil { return nil }
        guard let role = shownRole(head) else { return .unauthorized }
        let isLooking = ["GET", "HEAD"].contains(head.method) || head.segments == ["api", "v1", "entry"]
        return role == .director || isLooking ? nil : .readOnly
    }

    /// Returns the role of a client that was not refused.
    func role(of head: WebHead) -> ControlRole { isPrivate || token == nil ? .director : shownRole(head) ?? .viewer }

    /// Returns true if a client has shown the director's token itself, or needs none. Cookies are also sent to programs
    /// of other users on this host, so a client with only a cookie gets no secret.
    func maySeeSecrets(_ head: WebHead) -> Bool {
        role(of: head) == .director && (isPrivate || token == nil || !shownTokens(head).isEmpty)
    }

    private func shownTokens(_ head: WebHead) -> [String] {
        head.values(of: "authorization").compactMap { Self.bearer($0) } + socketTokens(head)
    }

    /// Returns the role for which the request shows a token or a cookie; `nil` if it has no rights.
    private func shownRole(_ head: WebHead) -> ControlRole? {
        let given = shownTokens(head)
        if given.isEmpty { return ControlRole.allCases.first { cookie(for: $0)?.isShown(in: head) ?? false } }
        guard given.count == 1 else { return nil }
        return ControlRole.allCases.first { token(for: $0)?.matches(given[0]) ?? false }
    }

    /// Returns the token for a role; `nil` if there is none. The viewers' token looks like any other, and does not
    /// reveal the director's.
    func token(for role: ControlRole) -> AccessToken? {
        switch role {
        case .director: token
        case .viewer: hasViewers ? token?.derived(for: "viewer") : nil
        }
    }

    /// Returns the cookie for a client with the role's token; `nil` if no cookie is needed.
    func cookie(for role: ControlRole) -> AccessCookie? {
        isPrivate ? nil : token(for: role).map { AccessCookie(for: $0, isEncrypted: isEncrypted) }
    }

    private static func bearer(_ value: String) -> String? {
        let parts = value.split(separator: " ")
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }

    /// Returns the tokens among the WebSocket subprotocols, because scripts of a page cannot add headers to a
    /// WebSocket.
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
