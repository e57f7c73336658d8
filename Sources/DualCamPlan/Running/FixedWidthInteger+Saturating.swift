/// Arithmetic that ends at the limits of its type where the standard operators would end the process. The symbols are Zig's.
///
/// Times, lengths and sizes that were read are calculated with these alone: their ranges are checked where text becomes a
/// value, and these hold where a range, or a sum over many values, was not thought of.
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

    /// The nearest whole number, or the nearest one of the type; 0 for what is no number.
    package init(saturating value: Double) {
        let whole = value.rounded()
        // Almost all are, and the way by the widest type is short.
        if Self.bitWidth == Int64.bitWidth, Self.isSigned, whole.magnitude < 0x1p63 {
            self = Self(truncatingIfNeeded: Int64(whole))
        } else {
            self = Self(exactly: whole) ?? (whole.isNaN ? 0 : whole < 0 ? .min : .max)
        }
    }
}

extension Duration {
    /// Whole nanoseconds, at most those of 292 years either way.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds *| 1_000_000_000 +| attoseconds / 1_000_000_000
    }
}
