import DualCamPlan
import Synchronization

/// A link by which people without a token see one session, until its end.
package struct SessionLink: Sendable, Equatable {
    /// Within the session; none comes twice while the older one holds.
    package var number: Int
    /// Unix nanoseconds.
    package var made: Int64
    package var until: Int64
    /// The digest of its secret, which is written nowhere.
    package var digest: String
}

extension SessionLink {
    /// `nil` for what is none.
    fileprivate init?(_ json: JSONValue) {
        guard let number = json["id"]?.count, let digest = json["digest"]?.text,
            let made = json["made"]?.text.flatMap(WallTime.unixNanoseconds),
            let until = json["until"]?.text.flatMap(WallTime.unixNanoseconds)
        else { return nil }
        self.init(number: number, made: made, until: until, digest: digest)
    }

    /// Keys: `id`, `made`, `until`.
    package var json: JSONValue {
        .of(["id": number, "made": WallTime.iso8601(made), "until": WallTime.iso8601(until)])
    }

    fileprivate var kept: JSONValue { .object((json.members ?? []) + .of(["digest": digest])) }
}

/// The sessions by the digests of their links. It may be older than the sessions, which are asked again.
struct LinkIndex: Sendable {
    /// The nanoseconds for which links that another process has made may not be known.
    fileprivate static let patience: Int64 = 30_000_000_000
    fileprivate var sessions: [String: String] = [:]
    fileprivate var made: Int64?
}

/// All calls block.
extension SessionLibrary {
    /// The most links to one session at a time.
    private static let mostLinks = 20

    /// The links to a session that hold at a time, in Unix nanoseconds.
    package func links(to session: String, at now: Int64) throws(LibraryFailure) -> [SessionLink] {
        _ = try report(of: session)
        return try written(session).filter { $0.until > now || planted(.linkOutlivesItsEnd) }
    }

    /// Makes a link to a session that has ended.
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

    /// Ends a link before its time.
    package func unlink(_ number: Int, to session: String, at now: Int64) throws(LibraryFailure) {
        let links = try links(to: session, at: now)
        guard links.contains(where: { $0.number == number }) else { throw .noLink }
        try write(links.filter { $0.number != number }, session)
    }

    /// Returns the session that a link leads to, and the link; `nil`: it leads nowhere, or does not hold any more.
    package func session(linkedBy digest: String, at now: Int64) throws(LibraryFailure) -> (String, SessionLink)? {
        guard let session = try sessionsByLink(at: now)[digest] else { return nil }
        do throws(LibraryFailure) {
            return try links(to: session, at: now).first { $0.digest == digest }.map { (session, $0) }
        } catch {
            // It was deleted, or is about to be.
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
