internal import Dispatch
import DualCamSession
import Soup

/// The recorded sessions behind the endpoints: what blocks runs on threads of its own, so that a disk that takes its time holds up
/// neither commands nor events.
package final class Library: Sendable {
    let sessions: SessionLibrary
    /// Reads what sessions say, one after the other: thousands of them may have to be read for the first list.
    private let listing = DispatchQueue(label: "dualcam.library", qos: .utility)
    /// Opens and reads their files.
    private let reading = DispatchQueue(label: "dualcam.library.files", qos: .utility, attributes: .concurrent)

    /// - Parameter directory: The recording directory.
    package init(_ directory: String) { sessions = SessionLibrary(directory) }

    /// Asks the sessions something.
    func ask<Value: Sendable>(
        _ question: @escaping @Sendable (SessionLibrary) throws(LibraryFailure) -> Value
    ) async throws(RouteRefusal) -> Value {
        try await perform(on: listing) { [sessions] () throws(LibraryFailure) in try question(sessions) }
    }

    /// Opens a file that a session lists.
    func file(_ name: String, of session: String) async throws(RouteRefusal) -> (FileSource, SessionLibrary.OpenFile) {
        let open = try await ask { sessions throws(LibraryFailure) in try sessions.file(name, of: session) }
        return (FileSource(open.file, length: open.facts.size, on: reading), open)
    }

    private func perform<Value: Sendable>(
        on queue: DispatchQueue, _ work: @escaping @Sendable () throws(LibraryFailure) -> Value
    ) async throws(RouteRefusal) -> Value {
        let result: Result<Value, LibraryFailure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        do throws(LibraryFailure) { return try result.get() } catch { throw RouteRefusal(error) }
    }
}

/// A file as it is sent. One that was deleted meanwhile is let go, so that its room is free again.
final class FileSource: WebSource {
    let length: Int64
    private let file: HeldFile
    private let queue: DispatchQueue

    init(_ file: HeldFile, length: Int64, on queue: DispatchQueue) {
        (self.file, self.length, self.queue) = (file, length, queue)
    }

    func bytes(at offset: Int64, count: Int) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            queue.async { [file] in
                guard file.isThere else { return continuation.resume(returning: nil) }
                do throws(FolderFailure) {
                    continuation.resume(returning: try file.bytes(at: offset, count))
                } catch {
                    continuation.resume(returning: nil)
                }
            }
        }
    }
}

extension RouteRefusal {
    init(_ failure: LibraryFailure) {
        let code: RouteCode =
            switch failure {
            case .noSession, .noFile: .notFound
            case .unfinished: .control(.notNow)
            case .unreadable, .folder: .control(.failed)
            }
        self.init(code, failure.message, advice: failure.advice)
    }

    /// There is no recording directory to look into.
    static var noLibrary: RouteRefusal {
        RouteRefusal(.notFound, "No sessions are shown here.", advice: "Ask a recording of a pipeline file.")
    }
}
