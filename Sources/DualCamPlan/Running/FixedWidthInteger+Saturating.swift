/// Arithmetic operators whose results are limited to the range of the type, where the standard operators would crash
/// the process. The symbols are the same as in Zig.
///
/// All calculations with times, lengths and sizes from files, devices and users use these operators. Ranges are checked
/// when text is parsed; the operators protect against values and sums that no check covers.
infix operator +| : AdditionPrecedence
infix operator -| : AdditionPrecedence
infix operator *| : MultiplicationPrecedence

extension FixedWidthInteger {
    package static func +| (left: Self, right: Self) -> Self {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? (right < 0 ? .min : .max) : sum
    }

    package static func -| (left: Self, right: Self) -> Self {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        return overflow ? (right < 0 ? .max : .min) : difference
    }

    package static func *| (left: Self, right: Self) -> Self {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
    }

    /// Converts a floating-point value to the nearest integer. Values out of range become the nearest limit of the
    /// type, and NaN becomes 0.
    package init(saturating value: Double) {
        let whole = value.rounded()
        // The fast path for almost all values; a conversion through the widest type takes longer.
        if Self.bitWidth == Int64.bitWidth, Self.isSigned, whole.magnitude < 0x1p63 {
            self = Self(truncatingIfNeeded: Int64(whole))
        } else {
            self = Self(exactly: whole) ?? (whole.isNaN ? 0 : whole < 0 ? .min : .max)
        }
    }
}

extension Duration {
    /// The duration in whole nanoseconds, limited to 292 years in both directions.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds *| 1_000_000_000 +| attoseconds / 1_000_000_000
    }
}

extension Range<Int64> {
    /// The distance from the start of the range to its end. Stops at the limits of its type.
    package var length: Int64 { upperBound -| lowerBound }
}
