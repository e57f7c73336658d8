import DualCamConfig

/// The matching between the layers of one picture and the layers of another, for an animation.
struct LayerMatching: Sendable, Equatable {
    /// The minimum overlap of two cameras' rectangles at which one camera replaces the other.
    private static let samePlace = 0.5

    /// For each layer of the second picture, the index of the first picture's layer that becomes it; `nil` if the layer
    /// appears.
    private(set) var origins: [Int?]
    /// For each layer of the first picture, the index of the second picture's layer that it becomes; `nil` if the layer
    /// disappears.
    private(set) var ends: [Int?]
    /// The indices of the first picture's layers that keep their position in the drawing order.
    private(set) var steady: Set<Int> = []

    /// Matches the layers of two pictures.
    ///
    /// - Parameter isStill: true if layers must not move, so that a camera in another position counts as another
    ///   camera.
    init(_ from: [PictureLayerPlan], _ to: [PictureLayerPlan], isStill: Bool = false) {
        (origins, ends) = (to.map { _ in nil }, from.map { _ in nil })
        matchCameras(from, to) { !isStill || $0.target == $1.target }
        matchPlaces(from, to)
        steady = Self.longestRise(ends)
    }

    /// Matches each camera's layers in both pictures. If a camera has several layers, prefers the next one above the
    /// previously matched layer.
    private mutating func matchCameras(
        _ from: [PictureLayerPlan], _ to: [PictureLayerPlan],
        where isTheSame: (PictureLayerPlan, PictureLayerPlan) -> Bool
    ) {
        var last = -1
        for (end, layer) in to.enumerated() {
            let own = from.indices.filter {
                from[$0].owner == layer.owner && ends[$0] == nil && isTheSame(from[$0], layer)
            }
            guard let origin = own.first(where: { $0 > last }) ?? own.last else { continue }
            match(origin, end)
            last = origin
        }
    }

    /// Matches cameras that disappear with cameras that appear in the same position.
    private mutating func matchPlaces(_ from: [PictureLayerPlan], _ to: [PictureLayerPlan]) {
        let staying = Set(zip(to, origins).filter { $0.1 != nil }.map(\.0.owner))
        for (end, layer) in to.enumerated() where origins[end] == nil {
            let going = from.indices.filter { ends[$0] == nil && !staying.contains(from[$0].owner) }
            let likest = going.max { left, right in
                from[left].target.likeness(to: layer.target) < from[right].target.likeness(to: layer.target)
            }
            guard let likest, from[likest].target.likeness(to: layer.target) > Self.samePlace else { continue }
            match(likest, end)
        }
    }

    private mutating func match(_ origin: Int, _ end: Int) {
        origins[end] = origin
        ends[origin] = end
    }

    /// Returns the indices of the longest increasing subsequence; `nil` values are skipped.
    static func longestRise(_ numbers: [Int?]) -> Set<Int> {
        var best: [[Int]] = []
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            let before = best.filter { rise in rise.last.flatMap { numbers[$0] }.map { $0 < number } ?? false }
            best.append((before.max { $0.count < $1.count } ?? []) + [index])
        }
        return Set(best.max { $0.count < $1.count } ?? [])
    }
}
