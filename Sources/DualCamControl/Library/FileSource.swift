internal import Dispatch
import DualCamSession
import Soup

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
