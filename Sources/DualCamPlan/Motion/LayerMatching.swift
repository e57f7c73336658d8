/// The matching of layers between two pictures, used to animate the change from the first picture to the second.
struct LayerMatching: Sendable, Equatable {
    /// The minimum overlap of two cameras' rectangles (0 ... 1) at which one camera counts as replacing the other.
    private static let samePlace = 0.5

    /// For each layer of the second picture, the index of the corresponding layer in the first picture; `nil` if the
    /// layer is new.
    private(set) var origins: [Int?]
    /// For each layer of the first picture, the index of the corresponding layer in the second picture; `nil` if the
    /// layer disappears.
    private(set) var ends: [Int?]
    /// The indices of those layers in the first picture that keep their drawing order.
    private(set) var steady: Set<Int> = []

    /// Matches the layers of two pictures.
    ///
    /// - Parameter isStill: true if layers must not move. A camera that changes its position is then not matched with
    ///   itself.
    init(_ from: [PictureLayerPlan], _ to: [PictureLayerPlan], isStill: Bool = false) {
        (origins, ends) = (to.map { _ in nil }, from.map { _ in nil })
        matchCameras(from, to) { !isStill || $0.target == $1.target }
        matchPlaces(from, to)
        steady = Self.longestRise(ends)
    }

    /// Matches layers that show the same camera in both pictures. If a camera has several layers in the first picture,
    /// a layer above the one that was matched last is preferred.
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

    /// Pairs each camera that disappears with one that appears at the same position.
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

    /// Returns the indices of the longest increasing subsequence of `numbers`; `nil` values are ignored.
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
