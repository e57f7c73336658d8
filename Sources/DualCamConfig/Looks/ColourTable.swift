/// A colour table that was read from a .cube file. Two tables are equal if their contents and their paths are equal.
package struct ColourTable: Sendable {
    /// The structure of a colour table: curves or a cube, with the number of rows. The first row contains the output
    /// for the darkest input colour.
    package enum Shape: Sendable, Hashable {
        /// Three separate curves for red, green and blue, with 2 ... 65536 rows (`LUT_1D_SIZE`).
        case curves(Int)
        /// A cube with 2 ... 129 rows along each edge (`LUT_3D_SIZE`). Red changes fastest from row to row.
        case cube(Int)

        package var rows: Int {
            switch self {
            case .curves(let count): count
            case .cube(let side): side * side * side
            }
        }
    }

    /// The path of the .cube file, as written in the pipeline file.
    package var written = ""
    /// The path from which the colour table was read.
    package var path = ""
    /// The SHA-256 digest of the .cube file, as hexadecimal digits.
    package var digest = ""
    package let shape: Shape
    /// The ranges of red, green and blue input values that the table covers. They come from `DOMAIN_MIN` and
    /// `DOMAIN_MAX`, or from `LUT_1D_INPUT_RANGE` or `LUT_3D_INPUT_RANGE` for all three colours.
    package let domain: [ClosedRange<Double>]
    /// The red, green and blue output values of every row, one after the other; all are finite.
    package let values: [Float]

    /// Creates a colour table. Returns `nil` if the number of values does not match the shape. Also returns `nil` if
    /// `domain` does not contain exactly three ranges (red, green and blue), or if a range contains only one value.
    package init?(_ shape: Shape, domain: [ClosedRange<Double>], values: [Float]) {
        guard values.count == 3 * shape.rows, domain.count == 3 else { return nil }
        guard domain.allSatisfy({ $0.lowerBound < $0.upperBound }) else { return nil }
        (self.shape, self.domain, self.values) = (shape, domain, values)
    }

    /// The maximum size of a .cube file in bytes.
    package static let largestFile = 32 << 20
    /// The required ending of a .cube file's name.
    package static let suffix = ".cube"
}

extension ColourTable: Hashable {
    package static func == (left: ColourTable, right: ColourTable) -> Bool {
        left.written == right.written && left.path == right.path && left.digest == right.digest
            && left.shape == right.shape && left.domain == right.domain && left.values == right.values
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(digest)
        hasher.combine(shape)
    }
}

/// A function that reads the .cube file at a path. The caller of the loader supplies it.
package typealias ColourTableReading = @Sendable (_ path: String) -> Result<ColourTable, ColourTableFailure>

/// A reason why a colour table cannot be used.
package enum ColourTableFailure: Error, Sendable, Equatable {
    /// The .cube file cannot be read, or its name does not have the required ending.
    case unreadable(Refusal)
    /// The content is not a valid .cube file. The issue contains the position of the error.
    case wrong(PipelineIssue)
}

extension Pipeline {
    /// The colour tables that the looks of the pipeline use, without duplicates.
    package var colourTables: [ColourTable] {
        var tables: [ColourTable] = []
        for look in cameras.map(\.look) + [combined?.look].compactMap({ $0 }) {
            guard case .table(let table) = look.kind, !tables.contains(where: { $0.path == table.path }) else {
                continue
            }
            tables.append(table)
        }
        return tables
    }
}
