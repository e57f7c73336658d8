internal import JPEG

/// The policy that decides of which JPEG pictures of a camera the coded blocks are checked. Reading every code of a
/// picture takes about a quarter of the time of decoding it. So only pictures are checked that are smaller than each of
/// the nine before, or more than 10 % smaller than most of them: a picture of which a part is missing is smaller, but a
/// flash of light makes intact ones smaller, too. The check is trusted after three complete pictures of the same camera.
struct BlockCheckPolicy: Sendable {
    /// The number of pictures that must be complete before the check is trusted, and the number of attempts for that.
    private static let (enough, mostAttempts) = (3, 30)
    /// The number of previous pictures to whose sizes a picture's size is compared.
    private static let memory = 9
    /// The ratio to the median of these sizes below which a picture's blocks are checked.
    private static let share = 0.9

    private var complete = 0
    private var attempts = 0
    /// The sizes of the last intact pictures in bytes.
    private var sizes: [Int] = []

    /// True once the check of this camera's pictures is trusted.
    var isTrusted: Bool { complete >= Self.enough }

    /// Returns true if the blocks of a picture of `bytes` bytes are to be checked.
    func checks(_ bytes: Int) -> Bool {
        guard isTrusted else { return attempts < Self.mostAttempts }
        guard sizes.count == Self.memory else { return true }
        let sorted = sizes.sorted()
        return bytes < sorted[0] || Double(bytes) < Double(sorted[Self.memory / 2]) * Self.share
    }

    /// Registers a picture of `bytes` bytes.
    /// - Parameter blocks: the result of the check; `nil` if the picture was not checked.
    /// - Returns: true if the picture is damaged.
    mutating func register(_ bytes: Int, _ blocks: CodedBlocks?) -> Bool {
        if !isTrusted, let blocks {
            attempts += 1
            complete += blocks == .complete ? 1 : 0
        } else if blocks == .incomplete {
            return true
        }
        sizes = sizes.suffix(Self.memory - 1) + [bytes]
        return false
    }
}
