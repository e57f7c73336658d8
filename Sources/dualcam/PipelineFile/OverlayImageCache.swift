import DualCamConfig
import DualCamGraph
import Synchronization

/// The pictures that lie over the combined one, each as it was when it was read first: what becomes of its file afterwards does the
/// running picture no harm.
final class OverlayImageCache: Sendable {
    private let images = Mutex<[String: OverlayImage]>([:])

    private let files: KeptFiles
    private let drawing: ImageDrawing

    init(_ place: ProcessEnvironment) { (files, drawing) = (place.kept, place.imageDrawing) }

    /// Returns the image as it was read; reads it when it never was.
    func known(_ path: String) -> Result<OverlayImage, Refusal> {
        if let image = images.withLock({ $0[path] }) { return .success(image) }
        do throws(Refusal) {
            let bytes = try files.bytes(path, limit: OverlayImage.largestFile)
            let size = try OverlayImageProbe.size(of: bytes, named: path, by: drawing)
            let image = OverlayImage(path: path, bytes: bytes, size: size)
            images.withLock { $0[path] = image }
            return .success(image)
        } catch {
            return .failure(error)
        }
    }
}
