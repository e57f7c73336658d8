/// A frame rate in frames per second, as a fraction in lowest terms. The numerator and the denominator are at least 1.
package struct FrameRate: Quantity, Hashable, Comparable, CustomStringConvertible {
    package let numerator: Int
    package let denominator: Int

    package init(_ numerator: Int, _ denominator: Int = 1) {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        self.numerator = numerator / max(a, 1)
        self.denominator = denominator / max(a, 1)
    }

    /// The frame rate in frames per second, as a floating-point number.
    package var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// The length of one frame in nanoseconds, rounded down.
    package var frameNanoseconds: Int64 { 1_000_000_000 * Int64(denominator) / Int64(numerator) }

    package static func < (left: FrameRate, right: FrameRate) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }

    package static var shape: SettingShape {
        .choice([.whole(1...1000), .written(.init(pattern: "[0-9]{1,9}/[0-9]{1,9}", example: "30000/1001"))])
    }

    /// Parses a frame rate such as `30` or `30000/1001`. Throws a `Refusal` for other texts, and for rates outside of
    /// 1/1000 ... 1000 frames per second. For a decimal number, the error suggests a fraction.
    package init(parsing text: String) throws(Refusal) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(Self.whole)
        guard (1...2).contains(parts.count), let numerator = parts[0], let denominator = parts.count == 2 ? parts[1] : 1
        else {
            throw Refusal("\(quoted(text)) is not a frame rate", hint: Self.hint(for: text))
        }
        guard numerator > 0, denominator > 0, numerator <= 1000 * denominator, denominator <= 1000 * numerator else {
            throw .outOfRange(text, "1/1000", "1000 frames a second")
        }
        self.init(numerator, denominator)
    }

    package var notation: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    private static func whole(_ text: Substring) -> Int? {
        text.allSatisfy { ("0"..."9").contains($0) } && text.count <= 9 ? Int(text) : nil
    }

    private static func hint(for text: String) -> String {
        guard let number = Measure.decimal(text), (0.001...1000).contains(number) else {
            return "write frames a second without a unit, as in 30 or 30000/1001"
        }
        let broadcast = FrameRate(Int(number.rounded(.up)) * 1000, 1001)
        let isBroadcast = abs(broadcast.framesPerSecond - number) < 0.005
        let exact = isBroadcast ? broadcast : FrameRate(Int((number * 1000).rounded()), 1000)
        return "write the fraction \(exact.notation)"
    }
}

/// The width and height of a picture in pixels, each 16 ... 16384 and even.
package struct FrameSize: Quantity, Hashable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var pixels: Int { width * height }

    /// The accepted range of a picture's width and height, in pixels.
    package static let accepted = 16...16384

    package static var shape: SettingShape {
        .written(.init(pattern: "[0-9]*[02468]x[0-9]*[02468]", example: "1920x1080"))
    }

    /// Parses a picture size such as `1920x1080`. Throws a `Refusal` unless width and height are even and in the range
    /// 16 ... 16384.
    package init(parsing text: String) throws(Refusal) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
            side.allSatisfy { ("0"..."9").contains($0) } ? Int(side) : nil
        }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw Refusal("\(quoted(text)) is not a size", hint: "write WIDTHxHEIGHT in pixels, as in 1920x1080")
        }
        guard Self.accepted.contains(width), Self.accepted.contains(height) else {
            throw .outOfRange(text, "16x16", "16384x16384")
        }
        guard width.isMultiple(of: 2), height.isMultiple(of: 2) else {
            let even = FrameSize(width: width - width % 2, height: height - height % 2)
            throw Refusal("\(quoted(text)) has an odd side", hint: "write even numbers, as in \(even.notation)")
        }
        self.init(width: width, height: height)
    }

    package var notation: String { "\(width)x\(height)" }
}
