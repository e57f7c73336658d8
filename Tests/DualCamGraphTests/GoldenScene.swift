import Glibc

/// The pictures of the cameras, computed so that they are the same on every machine.
enum GoldenScene: String, CaseIterable {
    /// People with several skin colours before hills; below them colours and greys.
    case people
    /// Bars, rings and a ramp.
    case chart
    /// Squares in two colours with a gradient over them.
    case squares
    /// Stripes that turn around the centre.
    case rays

    static let (width, height) = (320, 180)

    /// The planes in I420, BT.709, range 16...235.
    var planes: [UInt8] {
        GoldenPicture(width: Self.width, height: Self.height) { x, y in
            let colour = colour((Double(x) + 0.5) / Double(Self.width), (Double(y) + 0.5) / Double(Self.height))
            return (colour[0], colour[1], colour[2])
        }.planes
    }

    /// Returns red, green and blue (0...1) at a position, in fractions of width and height.
    private func colour(_ u: Double, _ v: Double) -> [Double] {
        switch self {
        case .people: Self.people(u, v)
        case .chart: Self.chart(u, v)
        case .squares: Self.squares(u, v)
        case .rays: Self.rays(u, v)
        }
    }

    private static func mix(_ a: [Double], _ b: [Double], _ share: Double) -> [Double] {
        let share = max(0, min(1, share))
        return zip(a, b).map { $0 + share * ($1 - $0) }
    }

    private static let skins = [[0.94, 0.78, 0.69], [0.86, 0.65, 0.52], [0.68, 0.46, 0.34], [0.40, 0.26, 0.19]]
    private static let shirts = [[0.75, 0.14, 0.16], [0.15, 0.30, 0.62], [0.93, 0.92, 0.90], [0.90, 0.70, 0.15]]
    private static let bars = [
        [0.75, 0.75, 0.75], [0.75, 0.75, 0], [0, 0.75, 0.75], [0, 0.75, 0], [0.75, 0, 0.75], [0.75, 0, 0],
        [0, 0, 0.75],
        [1, 1, 1],
    ]

    private static func people(_ u: Double, _ v: Double) -> [Double] {
        if v > 0.95 { return [u, u, u] }
        if v > 0.9 { return bars[min(7, Int(u * 8))] }
        for person in 0..<4 {
            let middle = 0.14 + 0.24 * Double(person)
            if let face = face((u - middle) / 0.062, (v - 0.42) / 0.17, skins[person]) { return face }
            let (x, y) = ((u - middle) / 0.1, (v - 0.86) / 0.26)
            if x * x + y * y < 1, v < 0.82 {
                return shirts[person].map { $0 * max(0.3, 1 - 0.5 * (x + 0.2) * (x + 0.2)) }
            }
        }
        if v > 0.8 { return mix([0.52, 0.36, 0.22], [0.30, 0.19, 0.11], 0.25 + 0.25 * sin(u * 60 + 4 * sin(v * 30))) }
        let hills = 0.45 + 0.05 * sin(u * 9) + 0.03 * sin(u * 23 + 1)
        if v > hills { return mix([0.35, 0.48, 0.22], [0.12, 0.22, 0.10], (v - hills) / 0.4) }
        return mix([0.30, 0.52, 0.82], [0.86, 0.88, 0.86], v / 0.5)
    }

    /// Returns the colour of a face at a position relative to its centre, in half widths and half heights; `nil`
    /// outside the face.
    private static func face(_ x: Double, _ y: Double, _ skin: [Double]) -> [Double]? {
        let square = x * x + y * y
        if abs(abs(x) - 0.35) < 0.13, abs(y + 0.1) < 0.06 { return [0.08, 0.08, 0.08] }
        if abs(x) < 0.3, abs(y - 0.5) < 0.06 { return [skin[0] * 0.8, skin[1] * 0.5, skin[2] * 0.5] }
        if square < 1.25, y < -0.62 || (square >= 1 && y < -0.45) { return [0.12, 0.09, 0.07] }
        guard square < 1 else { return nil }
        let light = 0.35 + 0.75 * (0.82 * (1 - square).squareRoot() - 0.45 * x - 0.35 * y)
        return skin.map { min(1, pow(pow($0, 2.2) * max(0.18, min(1.12, light)), 1 / 2.2)) }
    }

    private static func chart(_ u: Double, _ v: Double) -> [Double] {
        if v < 0.3 { return bars[min(7, Int(u * 8))] }
        if v > 0.8 { return [u, u, u] }
        let (x, y) = ((u - 0.5) * 16 / 9, v - 0.55)
        let ring = 0.5 + 0.5 * sin((x * x + y * y) * 220)
        return [ring * (1 - u) + 0.1, ring * 0.8, ring * u + 0.1]
    }

    private static func squares(_ u: Double, _ v: Double) -> [Double] {
        let isLight = (Int(u * 16) + Int(v * 9)) % 2 == 0
        return mix(isLight ? [0.85, 0.55, 0.25] : [0.35, 0.15, 0.45], [0.15, 0.6, 0.6], v * 0.7)
    }

    private static func rays(_ u: Double, _ v: Double) -> [Double] {
        let (x, y) = ((u - 0.5) * 16 / 9, v - 0.5)
        return mix([0.10, 0.35, 0.20], [0.75, 0.85, 0.55], 0.5 + 0.5 * sin(atan2(y, x) * 14))
    }
}
