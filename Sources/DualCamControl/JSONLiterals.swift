public import DualCamSession

/// For descriptions, which are written out.
extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    public init(booleanLiteral value: Bool) { self = .bool(value) }

    public init(integerLiteral value: Int64) { self = .integer(value) }
}
