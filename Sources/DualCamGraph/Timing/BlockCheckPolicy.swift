internal import JPEG

/// The policy that decides in which of a camera's JPEG pictures the coded blocks are counted, to find pictures with a
/// missing part. Reading every code of a picture takes about a quarter of its decoding time. The policy therefore
/// selects only pictures that are smaller than each of the nine before, or more than 10 % smaller than their median. A
/// picture with a missing part is smaller, but a flash of light makes intact pictures smaller, too. The check is
/// trusted after three complete pictures of the same camera.
struct BlockCheckPolicy: Sendable {
    /// The number of complete pictures after which the check is trusted, and the maximum number of pictures that are
    /// checked to find them.
    private static let (enough, mostAttempts) = (3, 30)
    /// The number of previous pictures to whose sizes a picture's size is compared.
    private static let memory = 9
    /// The fraction of the previous pictures' median size below which a picture's blocks are checked (0.9 means 90 %).
    private static let share = 0.9

    private var complete = 0
    private var attempts = 0
    /// The sizes of the last intact pictures in bytes.
    private var sizes: [Int] = []

    /// True once the check of this camera's pictures is trusted.
    var isTrusted: Bool { complete >= Self.enough }

    /// Returns true if the blocks of a picture of `bytes` bytes must be checked.
    func checks(_ bytes: Int) -> Bool {
        guard isTrusted else { return attempts < Self.mostAttempts }
        guard sizes.count == Self.memory else { return true }
        let sorted = sizes.sorted()
        return bytes < sorted[0] || Double(bytes) < Double(sorted[Self.memory / 2]) * Self.share
    }

    /// Registers a picture of `bytes` bytes. Until the check is trusted, no picture counts as damaged.
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
