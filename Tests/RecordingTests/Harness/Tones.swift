import Foundation

/// The amplitudes of given frequencies in a sound, in each tenth of a second.
struct Tones: CustomStringConvertible {
    private let amplitudes: [[Double: Double]]

    init(_ samples: [Float], _ frequencies: [Double]) {
        let length = Sound.rate / 10
        amplitudes = (0..<samples.count / length).map { part in
            let piece = samples[part * length..<(part + 1) * length]
            return Dictionary(
                uniqueKeysWithValues: frequencies.map { frequency in
                    var (real, imaginary) = (0.0, 0.0)
                    for (index, sample) in piece.enumerated() {
                        let angle = 2 * Double.pi * frequency * Double(index) / Double(Sound.rate)
                        real += Double(sample) * cos(angle)
                        imaginary += Double(sample) * sin(angle)
                    }
                    return (frequency, 2 * (real * real + imaginary * imaginary).squareRoot() / Double(length))
                })
        }
    }

    var count: Int { amplitudes.count }

    /// Returns the number of tenths of a second among `parts` in which a tone is audible. `frequency` is in hertz.
    func loud(_ frequency: Double, at parts: Range<Int>) -> Int {
        amplitudes[parts.clamped(to: 0..<count)].count { $0[frequency, default: 0] > 0.1 }
    }

    func loud(_ frequency: Double, last: Int) -> Int { loud(frequency, at: max(0, count - last)..<count) }

    var silent: Int { amplitudes.count { $0.values.allSatisfy { $0 < 0.001 } } }

    var description: String {
        amplitudes.map { part in part.sorted { $0.key < $1.key }.map { "\(Int($0.value * 100))" }.joined(separator: "/")
        }
        .joined(separator: " ")
    }
}
