internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Makes what the mixer draws out of plans. Takes a millisecond for each new mask: for any thread but streaming ones.
struct PicturePress: Sendable {
    let mixer: Element
    /// Of the mixer, by what is linked to them.
    let pads: [PadReference: Pad]
    private let masks = MaskShelf()

    init(_ mixer: Element, pads: [PadReference: Pad]) { (self.mixer, self.pads) = (mixer, pads) }

    func prepare(_ picture: PicturePlan) throws(GraphFailure) -> PreparedPicture {
        var layers: [PictureLayer] = []
        for layer in picture.layers {
            guard let pad = pads[layer.feed] else {
                throw GraphFailure(.fault, message: "\(layer.feed.element) is not linked to the mixer")
            }
            layers.append(PictureLayer(layer, at: pad, masks))
        }
        let composition = PictureComposition(
            layers, over: PictureBackground(picture.background), blend: picture.blend.map(PictureBlend.init),
            bars: picture.bars.map(PictureBar.init))
        do { return try mixer.prepare(composition) } catch {
            throw GraphFailure(error, branch: BranchName(picture.mixer))
        }
    }
}

/// The masks that were made last: most stay as they are from frame to frame.
final class MaskShelf: Sendable {
    private struct Entry: Sendable {
        var frame: PictureFramePlan
        var target: RealRectangle
        var mask: PictureMask?
    }

    private static let capacity = 16

    private let entries = Mutex<[Entry]>([])

    func mask(_ frame: PictureFramePlan, at target: RealRectangle) -> PictureMask? {
        let known = entries.withLock { entries -> Entry? in
            guard let index = entries.firstIndex(where: { $0.frame == frame && $0.target == target }) else {
                return nil
            }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry
        }
        if let known { return known.mask }
        let mask = PictureMask(PictureFrame(frame), target: PictureRectangle(target))
        entries.withLock { entries in
            entries.append(Entry(frame: frame, target: target, mask: mask))
            if entries.count > Self.capacity { entries.removeFirst() }
        }
        return mask
    }
}
