extension FrameSize: Quantity, CustomStringConvertible {
    /// The range of both sides, in pixels.
    package static let accepted = 16...16384

    package static var shape: SettingShape {
        .written(.init(pattern: "[0-9]*[02468]x[0-9]*[02468]", example: "1920x1080"))
    }

    /// Reads `1920x1080`. Throws `Refusal` unless both sides are even and within 16 ... 16384.
    package init(parsing text: String) throws(Refusal) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
            side.allSatisfy { ("0"..."9").contains($0) } ? Int(side) : nil
        }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw Refusal("\(quoted(text)) is not a size", hint: "write WIDTHxHEIGHT in pixels, as in 1920x1080")
        }
        guard Self.accepted.contains(width), Self.accepted.contains(height) else {
            throw Refusal("\(quoted(text)) is out of range", hint: "accepted: 16x16 ... 16384x16384")
        }
        guard width.isMultiple(of: 2), height.isMultiple(of: 2) else {
            let even = FrameSize(width: width - width % 2, height: height - height % 2)
            throw Refusal("\(quoted(text)) has an odd side", hint: "write even numbers, as in \(even.notation)")
        }
        self.init(width: width, height: height)
    }

    package var notation: String { "\(width)x\(height)" }
}
