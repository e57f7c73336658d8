/// What a .cube file says: a table over colours. Equal ones have the same content and were written alike.
public struct ColourTable: Sendable {
    /// How the rows are laid out. Both count numbers of colours, the lowest first.
    public enum Shape: Sendable, Hashable {
        /// `LUT_1D_SIZE`: a curve each for red, green and blue, 2 ... 65536 rows.
        case curves(Int)
        /// `LUT_3D_SIZE`: a cube of 2 ... 129 rows along each edge, red fastest.
        case cube(Int)

        public var rows: Int {
            switch self {
            case .curves(let count): count
            case .cube(let side): side * side * side
            }
        }
    }

    /// The file as the pipeline file names it.
    public var written = ""
    /// Where it was read.
    public var path = ""
    /// SHA-256 of the file's bytes in hexadecimal digits.
    public var digest = ""
    /// `TITLE`
    public var title: String?
    public let shape: Shape
    /// The colours of the first and of the last row of each edge: `DOMAIN_MIN` and `DOMAIN_MAX`, or `LUT_3D_INPUT_RANGE` for all three.
    public let domain: [ClosedRange<Double>]
    /// Red, green and blue of every row; finite.
    public let values: [Float]

    /// `nil` when there are not as many values as the shape needs, or no domain for each of red, green and blue.
    public init?(_ shape: Shape, domain: [ClosedRange<Double>], values: [Float]) {
        guard values.count == 3 * shape.rows, domain.count == 3 else { return nil }
        guard domain.allSatisfy({ $0.lowerBound < $0.upperBound }) else { return nil }
        (self.shape, self.domain, self.values) = (shape, domain, values)
    }

    /// No .cube file is larger, in bytes.
    public static let largestFile = 32 << 20
    /// What a file's name ends in.
    public static let suffix = ".cube"
}

extension ColourTable: Hashable {
    public static func == (left: ColourTable, right: ColourTable) -> Bool {
        left.written == right.written && left.path == right.path && left.digest == right.digest
            && left.shape == right.shape && left.domain == right.domain && left.values == right.values
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(digest)
        hasher.combine(shape)
    }
}

/// Reads the .cube file at a path; handed in from outside.
public typealias ColourTableReading = @Sendable (_ path: String) -> Result<ColourTable, ColourTableFailure>

/// Why there is no colour table.
public enum ColourTableFailure: Error, Sendable, Equatable {
    /// The file cannot be read: what of its name is wrong.
    case unreadable(Refusal)
    /// The file is none, or a broken one: where in it.
    case wrong(PipelineIssue)
}
