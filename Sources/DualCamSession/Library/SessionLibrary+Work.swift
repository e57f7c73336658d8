import DualCamPlan

/// What a session needs that something is done to.
extension SessionLibrary {
    /// Throws for a session that somebody records into, or finishes.
    ///
    /// - Parameter isFinished: One that is not finished is refused, too.
    package func checkIsFree(_ session: String, isFinished: Bool) throws(LibraryFailure) {
        let path = try folder(of: session)
        guard let opened = SessionDirectory.ifReadable(path), opened.has(.manifest) || opened.has(.mark),
            !isHidden(session)
        else { throw .noSession(session) }
        guard opened.has(.mark) else { return }
        let holder: String?
        do throws(FolderFailure) { holder = try FolderLock.holder(of: path) } catch { throw .folder(error) }
        guard holder == nil else { throw .inUse(session) }
        if isFinished { throw .notFinished(session) }
    }

    /// Returns the bytes that an audit of a session reads: each file for its frames, and again for its digest. A recovery does so
    /// where they are not known.
    package func bytesToRead(_ session: String, isRecovery: Bool) throws(SessionReadFailure) -> Int64 {
        let folder = directory + "/" + session
        let record = try SessionRecord.read(folder, usingLedgerAlone: true)
        let storage = SessionStorage(folder)
        return record.history.files.reduce(0) { sum, file in
            let times = !isRecovery ? 2 : (file.isFinished ? 0 : 1) + (file.digest == nil ? 1 : 0)
            return sum +| (storage.size(of: file.path) ?? 0) *| Int64(times)
        }
    }

    /// Opens the proxy of a file; `nil`: there is none of what is there now.
    package func proxy(
        of name: String, in session: String
    ) throws(LibraryFailure) -> (file: HeldFile, facts: Facts)? {
        let open = try file(name, of: session)
        guard try derived(of: session).hasProxy(of: name, open.facts) else { return nil }
        return try derived(.proxy, of: name, in: session)
    }

    /// Makes the proxy of a file, unless it is there. Returns its bytes.
    ///
    /// - Parameter making: Writes it into the second file. The third is for what it cannot keep in memory. Returns why it could not.
    package func makeProxy(
        of name: String, in session: String,
        _ making: (_ file: HeldFile, _ target: HeldFile, _ scratch: HeldFile) -> String?
    ) throws(LibraryFailure) -> Int64 {
        if let proxy = try proxy(of: name, in: session) { return proxy.facts.size }
        let open = try file(name, of: session)
        let derived = try derived(of: session)
        let problem: String?
        do throws(FolderFailure) {
            problem = try derived.makeProxy(of: name, open.facts) { making(open.file, $0, $1) }
        } catch {
            throw .folder(error)
        }
        if let problem { throw .notMade(problem) }
        guard let proxy = try proxy(of: name, in: session) else { throw .noFile(name) }
        return proxy.facts.size
    }

    /// Takes away what a proxy that was not finished has left.
    package func forgetProxyDraft(of name: String, in session: String) throws(LibraryFailure) {
        let derived = try derived(of: session)
        do throws(FolderFailure) { try derived.removeProxyDraft(of: name) } catch { throw .folder(error) }
    }
}
