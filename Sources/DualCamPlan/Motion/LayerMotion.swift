import DualCamConfig

/// The motion of all layers while one picture changes to another, in drawing order.
struct LayerMotion: Sendable {
    private enum Role: Sendable { case whole, old, new }

    private struct Entry: Sendable {
        var track: LayerInterpolation
        var role: Role
        /// True for the upper copy of a layer that is drawn twice.
        var isUpper = false
        /// The index of the layer in the second picture; `nil` for a layer that disappears.
        var end: Int?

        /// The state of the layer in the first picture; `nil` for a layer that appears.
        var start: PictureLayerPlan? { role == .new || track.fate == .comes ? nil : track.from }
        /// The state of the layer in the second picture; `nil` for a layer that disappears.
        var target: PictureLayerPlan? { role == .old || end == nil ? nil : track.to }
    }

    /// The range of the animation's progress within which the drawing order of the layers changes.
    private static let turn = 0.25...0.75

    private let entries: [Entry]

    /// Creates the motion from the layers of one picture to those of another.
    ///
    /// - Parameter isStill: true if a camera that changes its position fades out and in, instead of moving.
    init(
        _ from: [PictureLayerPlan], _ to: [PictureLayerPlan], sizes: [PadReference: FrameSize], isStill: Bool = false
    ) {
        if !isStill, let exchanged = Self.exchange(from, to, sizes) {
            entries = exchanged
            return
        }
        let cast = LayerMatching(from, to, isStill: isStill)
        var entries = from.indices.map { index in
            let end = cast.ends[index]
            let isMoved = end != nil && !cast.steady.contains(index)
            return Entry(track: Self.track(index, from, to, cast, sizes), role: isMoved ? .old : .whole, end: end)
        }
        var next = 0
        for (end, layer) in to.enumerated() {
            if let present = entries.firstIndex(where: { $0.end == end && $0.role == .whole }) {
                next = present + 1
                continue
            }
            if let old = entries.firstIndex(where: { $0.end == end }) {
                entries[old].isUpper = old >= next
                entries.insert(Entry(track: entries[old].track, role: .new, isUpper: old < next, end: end), at: next)
            } else {
                entries.insert(
                    Entry(track: LayerInterpolation(layer, layer, fate: .comes, sizes: sizes), role: .whole, end: end),
                    at: next
                )
            }
            next += 1
        }
        Self.keepBelow(&entries, .comes)
        Self.keepBelow(&entries, .goes)
        self.entries = entries
    }

    /// Returns the motions for a change in which cameras exchange their positions. The camera that moves to the first
    /// position moves over the others.
    ///
    /// Layers of the first picture stay visible until the moving layers cover them, so that there is never a gap. The
    /// other cameras then appear at their new positions.
    /// - Returns: `nil` for any other change.
    private static func exchange(
        _ from: [PictureLayerPlan], _ to: [PictureLayerPlan], _ sizes: [PadReference: FrameSize]
    ) -> [Entry]? {
        guard let lead = to.first, let origin = from.lastIndex(where: { $0.owner == lead.owner }),
            from.contains(where: { $0.owner != lead.owner && $0.isOpaque && $0.target == lead.target }),
            Set(to.map(\.owner)).isSubset(of: from.map(\.owner))
        else { return nil }
        let covers = to.filter(\.isOpaque).map(\.target)
        let origins = to.enumerated().map { end, layer in
            end == 0 ? origin : from.lastIndex { $0.owner == layer.owner && $0.target == layer.target }
        }
        let ground = from.enumerated().filter { index, layer in
            guard index == origin else { return !origins.contains(index) }
            return layer.isOpaque && layer.frame == nil && !layer.target.isCovered(by: [lead.target])
                && layer.target.isCovered(by: covers[...])
        }
        guard ground.allSatisfy({ $0.element.target.isCovered(by: covers[...]) }) else { return nil }
        return ground.map { Entry(track: LayerInterpolation($0.element, $0.element, sizes: sizes), role: .whole) }
            + zip(to, origins).map { layer, origin in
                let track =
                    origin.map { LayerInterpolation(from[$0], layer, sizes: sizes) }
                    ?? LayerInterpolation(layer, layer, fate: .follows, sizes: sizes)
                return Entry(track: track, role: .whole)
            }
    }

    /// Changes the motion of layers that other layers cover at the start or at the end: they stay below those layers
    /// during the whole motion.
    ///
    /// A layer that appears is then drawn from the start, and the others move away from it. A layer that disappears
    /// stays until the others have covered it.
    ///
    /// - Parameter fate: `comes` to change the layers that appear, `goes` to change those that disappear.
    private static func keepBelow(_ entries: inout [Entry], _ fate: LayerInterpolation.Fate) {
        for index in entries.indices where entries[index].track.fate == fate {
            var entry = entries[index]
            let (starts, targets) = (entries.map(\.start), entries.map(\.target))
            let (own, hiding) = fate == .comes ? (targets, starts) : (starts, targets)
            let end = fate == .comes ? entry.track.to : entry.track.from
            let lowest = lowest(index, in: own, end.target)
            let place = [index, lowest].first { place in
                let above = hiding[place...].compactMap { $0 }.filter(\.isOpaque).map(\.target)
                return entry.track.to.target.isCovered(by: above[...])
            }
            guard let place else { continue }
            entry.track.fate = .stays
            entries.remove(at: index)
            entries.insert(entry, at: place)
        }
    }

    /// Returns the lowest index to which a layer can be moved in the drawing order without passing a layer that it
    /// overlaps.
    private static func lowest(_ index: Int, in layers: [PictureLayerPlan?], _ place: RealRectangle) -> Int {
        let below = layers[..<index].lastIndex { layer in layer.map { $0.target.overlap(place) > 0 } ?? false }
        return below.map { $0 + 1 } ?? 0
    }

    /// Returns the motion of a layer in the first picture. If the same camera has a higher layer that stays, the given
    /// layer moves until that higher layer hides it.
    private static func track(
        _ index: Int, _ from: [PictureLayerPlan], _ to: [PictureLayerPlan], _ cast: LayerMatching,
        _ sizes: [PadReference: FrameSize]
    ) -> LayerInterpolation {
        let layer = from[index]
        if let end = cast.ends[index] { return LayerInterpolation(layer, to[end], sizes: sizes) }
        guard let twin = to.firstIndex(where: { $0.owner == layer.owner }), let origin = cast.origins[twin] else {
            return LayerInterpolation(layer, layer, fate: .goes, sizes: sizes)
        }
        var end = to[twin]
        end.opacity = layer.opacity
        return LayerInterpolation(layer, end, fate: index < origin ? .stays : .goes, sizes: sizes)
    }

    /// Returns the layers to draw at the given progress of the motion.
    ///
    /// - Parameter progress: 0 for the first picture, 1 for the second one.
    func layers(at progress: Double) -> [PictureLayerPlan] {
        let turned = (progress - Self.turn.lowerBound) / (Self.turn.upperBound - Self.turn.lowerBound)
        let share = max(0, min(1, turned))
        return entries.flatMap { entry in
            let above = (entry.role == .new) == entry.isUpper ? share : 1 - share
            switch (entry.role, entry.isUpper) {
            case (.whole, _): return entry.track.layers(at: progress)
            case (_, true): return entry.track.layers(at: progress, .upper(above))
            case (_, false): return entry.track.layers(at: progress, .lower(under: above))
            }
        }
    }
}

extension PictureLayerPlan {
    /// True if the layer hides everything below its rectangle.
    fileprivate var isOpaque: Bool { opacity > 1 - 1e-6 && (frame?.radius ?? 0) == 0 }
}
