/// The content of a .cube file: a table over colours. Equal ones have the same content and were written alike.
package struct ColourTable: Sendable {
    /// The layout of the rows. Both kinds count numbers of colours, the lowest first.
    package enum Shape: Sendable, Hashable {
        /// `LUT_1D_SIZE`: a curve each for red, green and blue, 2 ... 65536 rows.
        case curves(Int)
        /// `LUT_3D_SIZE`: a cube of 2 ... 129 rows along each edge, red fastest.
        case cube(Int)

        package var rows: Int {
            switch self {
            case .curves(let count): count
            case .cube(let side): side * side * side
            }
        }
    }

    /// The file as the pipeline file names it.
    package var written = ""
    /// The path where the table was read.
    package var path = ""
    /// SHA-256 of the file's bytes in hexadecimal digits.
    package var digest = ""
    package let shape: Shape
    /// The colours of the first and of the last row of each edge: `DOMAIN_MIN` and `DOMAIN_MAX`, or `LUT_3D_INPUT_RANGE` for all three.
    package let domain: [ClosedRange<Double>]
    /// Red, green and blue of every row; finite.
    package let values: [Float]

    /// `nil` when there are not as many values as the shape needs, or no domain for each of red, green and blue.
    package init?(_ shape: Shape, domain: [ClosedRange<Double>], values: [Float]) {
        guard values.count == 3 * shape.rows, domain.count == 3 else { return nil }
        guard domain.allSatisfy({ $0.lowerBound < $0.upperBound }) else { return nil }
        (self.shape, self.domain, self.values) = (shape, domain, values)
    }

    /// No .cube file is larger, in bytes.
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

/// Reads the .cube file at a path; handed in from outside.
package typealias ColourTableReading = @Sendable (_ path: String) -> Result<ColourTable, ColourTableFailure>

/// The reasons why there is no colour table.
package enum ColourTableFailure: Error, Sendable, Equatable {
    /// The file cannot be read: what of its name is wrong.
    case unreadable(Refusal)
    /// The file is none, or a broken one: where in it.
    case wrong(PipelineIssue)
}

extension Pipeline {
    /// The .cube files that looks are made of, each once.
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
