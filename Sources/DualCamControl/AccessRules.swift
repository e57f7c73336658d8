import DualCamSession
import Soup

/// The rights of a client.
package enum ControlRole: String, Sendable, CaseIterable {
    case director
    /// A client that looks and changes nothing.
    case viewer
}

/// The rules that clients of an endpoint must meet.
package struct AccessRules: Sendable, Equatable {
    /// Only this user can open the endpoint at all: a Unix socket.
    package var isPrivate = false
    /// The token that clients must show; `nil`: none.
    package var token: AccessToken?
    /// Another token, made of the first, lets clients look.
    package var hasViewers = false
    package var isEncrypted = false
    /// Names of this machine besides IP addresses and `localhost`, in small letters.
    package var hosts: Set<String> = []
    /// Web pages besides the endpoint's own.
    package var origins: Set<String> = []

    /// The link that opens the web page in a browser, its token included, which a private endpoint tells; `nil`: there is none.
    package var pageLink: String?

    /// The WebSocket protocol that a browser may name, with its token beside it: `dualcam.v1, bearer.TOKEN`.
    static let socketProtocol = "dualcam.v1"

    package init() {}

    /// The path that opens the page with a token, in the fragment, which browsers do not send.
    static func path(_ token: AccessToken) -> String { "/#token=\(PercentEncoding.encoded(token.text))" }

    func refusal(of head: WebHead) -> RouteRefusal? {
        if isPrivate { return nil }
        return hostRefusal(head) ?? originRefusal(head) ?? tokenRefusal(head)
    }

    /// The page's own files say nothing of the recording: they are for everybody who asks a server of that name, and a link on
    /// another page may lead to them.
    func pageRefusal(of head: WebHead) -> RouteRefusal? { isPrivate ? nil : hostRefusal(head) }

    /// A name that leads here by DNS alone is not known: a page of that name would otherwise be taken for this server's own.
    private func hostRefusal(_ head: WebHead) -> RouteRefusal? {
        let values = head.values(of: "host")
        guard values.count == 1, let name = Self.name(inHost: values[0].lowercased()) else { return .badHost }
        let isKnown = Self.isAddress(name) || name == "localhost" || hosts.contains(name)
        return isKnown || originHosts.contains(values[0].lowercased()) ? nil : .badHost
    }

    private var originHosts: Set<String> {
        Set(origins.map { String($0.drop { $0 != "/" }.dropFirst(2)) })
    }

    /// The name or address of `name:port`, without brackets; `nil` when it is neither.
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

    /// No page can be made to come from an address by DNS.
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

    /// The other server's page that asks, and may.
    func guest(of head: WebHead) -> String? {
        head.values(of: "origin").first.flatMap { origins.contains($0.lowercased()) ? $0 : nil }
    }

    private func tokenRefusal(_ head: WebHead) -> RouteRefusal? {
        guard token != nil else { return nil }
        // A page asks whether it may ask, without a token.
        if head.method == "OPTIONS", guest(of: head) != nil { return nil }
        guard let role = shownRole(head) else { return .unauthorized }
        let isLooking = ["GET", "HEAD"].contains(head.method) || head.segments == ["api", "v1", "entry"]
        return role == .director || isLooking ? nil : .readOnly
    }

    /// Returns what a client may do that was not refused.
    func role(of head: WebHead) -> ControlRole { isPrivate || token == nil ? .director : shownRole(head) ?? .viewer }

    /// Returns true when a client has shown the first token itself, or needs none. A cookie is sent to programs of other users on this
    /// host, too: whoever shows it learns no secret.
    func maySeeSecrets(_ head: WebHead) -> Bool {
        role(of: head) == .director && (isPrivate || token == nil || !shownTokens(head).isEmpty)
    }

    private func shownTokens(_ head: WebHead) -> [String] {
        head.values(of: "authorization").compactMap { Self.bearer($0) } + socketTokens(head)
    }

    /// `nil`: it may do nothing.
    private func shownRole(_ head: WebHead) -> ControlRole? {
        let given = shownTokens(head)
        if given.isEmpty { return ControlRole.allCases.first { cookie(for: $0)?.isShown(in: head) ?? false } }
        guard given.count == 1 else { return nil }
        return ControlRole.allCases.first { token(for: $0)?.matches(given[0]) ?? false }
    }

    /// The token of viewers cannot be told from another one, nor the first be found out by it.
    func token(for role: ControlRole) -> AccessToken? {
        switch role {
        case .director: token
        case .viewer: hasViewers ? token?.derived(for: "viewer") : nil
        }
    }

    /// The cookie that a client with a token may have; `nil`: nobody needs one.
    func cookie(for role: ControlRole) -> AccessCookie? {
        isPrivate ? nil : token(for: role).map { AccessCookie(for: $0, isEncrypted: isEncrypted) }
    }

    private static func bearer(_ value: String) -> String? {
        let parts = value.split(separator: " ")
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }

    /// Scripts of a page cannot add a header to a WebSocket.
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
