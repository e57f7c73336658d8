import DualCamConfig

extension ColourTable {
    /// Returns the colour that the table assigns to an input colour. Input colours outside of the table's domain get
    /// the output of the nearest colour inside.
    ///
    /// Values between rows are interpolated: in a cube between the four nearest points (tetrahedral interpolation), in
    /// a curve between the two nearest points.
    func colour(_ x: RGB) -> RGB {
        switch shape {
        case .curves(let count): curves(x, count)
        case .cube(let side): cube(x, side)
        }
    }

    /// Returns the position of a value between the rows of the table for one channel: the index of the row below, and
    /// the fraction of the distance to the next row, 0 ... 1.
    @inline(__always)
    private func place(_ value: Double, _ channel: Int, _ count: Int) -> (row: Int, share: Double) {
        let range = domain[channel]
        let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        let place = max(0, min(1, share)) * Double(count - 1)
        let row = min(Int(place), count - 2)
        return (row, place - Double(row))
    }

    private func curves(_ x: RGB, _ count: Int) -> RGB {
        func curve(_ value: Double, _ channel: Int) -> Double {
            let (row, share) = place(value, channel, count)
            let low = Double(values[3 * row + channel]), high = Double(values[3 * row + 3 + channel])
            return low + share * (high - low)
        }
        return RGB(curve(x.red, 0), curve(x.green, 1), curve(x.blue, 2))
    }

    private func cube(_ x: RGB, _ side: Int) -> RGB {
        let red = place(x.red, 0, side), green = place(x.green, 1, side), blue = place(x.blue, 2, side)
        let base = 3 * (red.row + side * (green.row + side * blue.row))
        let steps = [(red.share, 3), (green.share, 3 * side), (blue.share, 3 * side * side)].sorted { $0.0 > $1.0 }
        var (index, last, colour) = (base, 1.0, RGB(grey: 0))
        for (share, step) in steps {
            add(&colour, index, last - share)
            (index, last) = (index + step, share)
        }
        add(&colour, index, last)
        return colour
    }

    @inline(__always)
    private func add(_ colour: inout RGB, _ index: Int, _ weight: Double) {
        colour.red += weight * Double(values[index])
        colour.green += weight * Double(values[index + 1])
        colour.blue += weight * Double(values[index + 2])
    }
}
