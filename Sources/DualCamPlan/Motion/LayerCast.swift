import DualCamConfig

/// A cast tells which layers of a picture become which of another.
struct LayerCast: Sendable, Equatable {
    /// The share of their places that two cameras must have in common for one to give way to the other there.
    private static let samePlace = 0.5

    /// The first picture's layer that becomes each of the second one's; `nil`: none does.
    private(set) var origins: [Int?]
    /// The second picture's layer that each of the first one's becomes; `nil`: it becomes none.
    private(set) var ends: [Int?]
    /// The first picture's layers that keep their place in the order.
    private(set) var steady: Set<Int> = []

    /// - Parameter isStill: a camera with another place is another one.
    init(_ from: [PictureLayerPlan], _ to: [PictureLayerPlan], isStill: Bool = false) {
        (origins, ends) = (to.map { _ in nil }, from.map { _ in nil })
        matchCameras(from, to) { !isStill || $0.target == $1.target }
        matchPlaces(from, to)
        steady = Self.longestRise(ends)
    }

    /// A camera becomes itself; of several layers of one camera the next one that lies above the one before.
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

    /// A camera that goes gives way to the one that comes to its place.
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

    /// The indices of as many numbers as can be taken out of a list so that each is greater than the one before.
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
