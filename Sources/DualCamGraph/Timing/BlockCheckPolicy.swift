internal import JPEG

/// The policy that chooses the JPEG pictures of a camera whose coded blocks are checked. Reading every code of a picture
/// takes about a quarter of the time of decoding it. So only pictures are checked that have no end marker, that are
/// smaller than each of the nine before, or more than 10 % smaller than most of them: a picture of which a part is
/// missing is smaller, but a flash of light makes intact ones smaller, too. The check is trusted after three complete
/// pictures of the same camera.
struct BlockCheckPolicy: Sendable {
    /// The number of pictures that must be complete before the check is trusted, and the number of attempts for that.
    private static let (enough, mostAttempts) = (3, 30)
    /// The number of previous pictures to whose sizes a picture's size is compared.
    private static let memory = 9
    /// The ratio to the median of these sizes below which a picture's blocks are checked.
    private static let share = 0.9

    private var complete = 0
    private var incomplete = 0
    private var attempts = 0
    private var hasDoubted = false
    /// The sizes of the last intact pictures in bytes.
    private var sizes: [Int] = []

    /// True once the check of this camera's pictures is trusted.
    var isTrusted: Bool { complete >= Self.enough }

    /// True if too few of the first pictures were complete, so that no further ones are checked.
    private var hasGivenUp: Bool { !isTrusted && attempts >= Self.mostAttempts }

    /// Returns true if the blocks of a picture of `bytes` bytes are to be checked.
    /// - Parameter isEndless: True if the picture has no end marker.
    func checks(_ bytes: Int, _ isEndless: Bool = false) -> Bool {
        guard isTrusted else { return !hasGivenUp }
        guard !isEndless, sizes.count == Self.memory else { return true }
        let sorted = sizes.sorted()
        return bytes < sorted[0] || Double(bytes) < Double(sorted[Self.memory / 2]) * Self.share
    }

    /// Registers a picture of `bytes` bytes.
    /// - Parameters:
    ///   - blocks: The result of the check; `nil` if the picture was not checked.
    ///   - isEndless: True if the picture has no end marker. Its blocks must then be complete, unless the check has been
    ///     given up for this camera.
    /// - Returns: True if the picture is damaged.
    mutating func register(_ bytes: Int, _ blocks: CodedBlocks?, _ isEndless: Bool = false) -> Bool {
        guard !hasGivenUp else { return false }
        if !isTrusted, let blocks {
            attempts += 1
            complete += blocks == .complete ? 1 : 0
            incomplete += blocks == .incomplete ? 1 : 0
            if isEndless, blocks != .complete { return true }
        } else if blocks == .incomplete || isEndless && blocks == .unknown {
            return true
        }
        sizes = sizes.suffix(Self.memory - 1) + [bytes]
        return false
    }

    /// Returns the number of pictures with missing blocks, once, when the check is given up for this camera; otherwise
    /// `nil`.
    mutating func doubt() -> Int? {
        guard hasGivenUp, !hasDoubted else { return nil }
        hasDoubted = true
        return incomplete
    }
}
