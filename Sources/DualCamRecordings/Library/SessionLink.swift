import DualCamPlan
import Synchronization

/// A web link that shows one session to viewers without an access token, until the link expires.
package struct SessionLink: Sendable, Equatable {
    /// The number of the link, unique among the session's valid links.
    package var number: Int
    /// `made`: the time at which the link was created; `until`: the time at which it expires; both in Unix nanoseconds.
    package var made: Int64
    package var until: Int64
    /// The digest of the link's secret. The secret itself is not stored.
    package var digest: String
}

extension SessionLink {
    /// Parses a stored link; `nil` if the JSON is malformed.
    fileprivate init?(_ json: JSONValue) {
        guard let number = json["id"]?.count, let digest = json["digest"]?.text,
            let made = json["made"]?.text.flatMap(WallTime.unixNanoseconds),
            let until = json["until"]?.text.flatMap(WallTime.unixNanoseconds)
        else { return nil }
        self.init(number: number, made: made, until: until, digest: digest)
    }

    /// The link as JSON for clients, with the members `id`, `made` and `until`.
    package var json: JSONValue {
        .of(["id": number, "made": WallTime.iso8601(made), "until": WallTime.iso8601(until)])
    }

    fileprivate var kept: JSONValue { .object((json.members ?? []) + .of(["digest": digest])) }
}

/// An index of the names of sessions by the digests of their viewer links. The index may be outdated, so each result is
/// checked against the session itself.
struct LinkIndex: Sendable {
    /// The age, in nanoseconds, at which the index is built again, so that links created by other processes are found.
    fileprivate static let patience: Int64 = 30_000_000_000
    fileprivate var sessions: [String: String] = [:]
    fileprivate var made: Int64?
}

/// The viewer links to sessions. All calls block.
extension SessionLibrary {
    /// The maximum number of valid links to one session.
    private static let mostLinks = 20

    /// Returns the links to a session that are valid at a time in Unix nanoseconds.
    package func links(to session: String, at now: Int64) throws(LibraryFailure) -> [SessionLink] {
        _ = try report(of: session)
        return try written(session).filter { $0.until > now || planted(.linkOutlivesItsEnd) }
    }

    /// Creates a link to a finished session. Throws `notFinished` if the session is not finished, and `tooManyLinks` if
    /// it has 20 valid links already.
    ///
    /// - Parameters:
    ///   - digest: The digest of the link's secret.
    ///   - now: The current Unix time in nanoseconds.
    ///   - until: The Unix time, in nanoseconds, at which the link expires.
    package func link(
        to session: String, digest: String, from now: Int64, until: Int64
    ) throws(LibraryFailure) -> SessionLink {
        guard [.finished, .recovered].contains(try report(of: session).state) else { throw .notFinished(session) }
        let links = try links(to: session, at: now)
        guard links.count < Self.mostLinks else { throw .tooManyLinks(Self.mostLinks) }
        let number = planted(.linkNumberTwice) ? links.count : (links.map(\.number).max() ?? 0) + 1
        let link = SessionLink(number: number, made: now, until: until, digest: digest)
        try write(links + [link], session)
        linkIndex.withLock { $0.sessions[digest] = session }
        return link
    }

    /// Deletes a link before it expires. Throws `noLink` if the session has no valid link with this number. `now` is
    /// the current Unix time in nanoseconds.
    package func unlink(_ number: Int, to session: String, at now: Int64) throws(LibraryFailure) {
        let links = try links(to: session, at: now)
        guard links.contains(where: { $0.number == number }) else { throw .noLink }
        try write(links.filter { $0.number != number }, session)
    }

    /// Returns the name of the session to which the link with a digest belongs, and the link. Returns `nil` if there is
    /// no such link, or if it has expired at `now` (Unix nanoseconds).
    package func session(linkedBy digest: String, at now: Int64) throws(LibraryFailure) -> (String, SessionLink)? {
        guard let session = try sessionsByLink(at: now)[digest] else { return nil }
        do throws(LibraryFailure) {
            return try links(to: session, at: now).first { $0.digest == digest }.map { (session, $0) }
        } catch {
            // The session was deleted, or is about to be deleted.
            if case .noSession = error { return nil }
            throw error
        }
    }

    private func sessionsByLink(at now: Int64) throws(LibraryFailure) -> [String: String] {
        let known = linkIndex.withLock { $0 }
        if let made = known.made, (made...(made +| LinkIndex.patience)).contains(now) { return known.sessions }
        let names: [String]
        do throws(FolderFailure) { names = try SessionDirectory(directory, isNamed: true).names() } catch {
            guard error.isMissing else { throw .folder(error) }
            return [:]
        }
        var sessions: [String: String] = [:]
        for name in names {
            do throws(LibraryFailure) {
                for link in try written(name) { sessions[link.digest] = name }
            } catch {
                continue
            }
        }
        linkIndex.withLock { $0 = LinkIndex(sessions: sessions, made: now) }
        return sessions
    }

    private func written(_ session: String) throws(LibraryFailure) -> [SessionLink] {
        let derived = try derived(of: session)
        let links = try LibraryFailure.translate(derived.links())
        return links?["links"]?.list?.compactMap(SessionLink.init) ?? []
    }

    private func write(_ links: [SessionLink], _ session: String) throws(LibraryFailure) {
        let derived = try derived(of: session)
        try LibraryFailure.translate(derived.write(links: ["links": .array(links.map(\.kept))]))
    }
}
