/// The content of a .cube file: a table of colours. Two tables are equal if their content and their written paths are.
package struct ColourTable: Sendable {
    /// The layout of the rows. Both kinds count colours, the lowest first.
    package enum Shape: Sendable, Hashable {
        /// A curve each for red, green and blue, with 2 ... 65536 rows (`LUT_1D_SIZE`).
        case curves(Int)
        /// A cube with 2 ... 129 rows along each edge, red fastest (`LUT_3D_SIZE`).
        case cube(Int)

        package var rows: Int {
            switch self {
            case .curves(let count): count
            case .cube(let side): side * side * side
            }
        }
    }

    /// The path as the pipeline file writes it.
    package var written = ""
    /// The path from which the table was read.
    package var path = ""
    /// The SHA-256 of the file's bytes in hexadecimal digits.
    package var digest = ""
    package let shape: Shape
    /// The ranges of red, green and blue from the first to the last row of each edge: `DOMAIN_MIN` and `DOMAIN_MAX`, or
    /// `LUT_3D_INPUT_RANGE` for all three.
    package let domain: [ClosedRange<Double>]
    /// The red, green and blue values of every row; all are finite.
    package let values: [Float]

    /// Returns `nil` if the number of values does not match the shape, or if red, green and blue do not have a domain
    /// each.
    package init?(_ shape: Shape, domain: [ClosedRange<Double>], values: [Float]) {
        guard values.count == 3 * shape.rows, domain.count == 3 else { return nil }
        guard domain.allSatisfy({ $0.lowerBound < $0.upperBound }) else { return nil }
        (self.shape, self.domain, self.values) = (shape, domain, values)
    }

    /// The maximum size of a .cube file in bytes.
    package static let largestFile = 32 << 20
    /// The suffix of a .cube file's name.
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

/// Reads the .cube file at a path; the caller of the loader supplies the function.
package typealias ColourTableReading = @Sendable (_ path: String) -> Result<ColourTable, ColourTableFailure>

/// The reasons why a colour table is not available.
package enum ColourTableFailure: Error, Sendable, Equatable {
    /// The file cannot be read, or its name is wrong.
    case unreadable(Refusal)
    /// The file is not a valid .cube file; the issue has the place of the mistake.
    case wrong(PipelineIssue)
}

extension Pipeline {
    /// The .cube files that looks use, each once.
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
