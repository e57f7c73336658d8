import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

/// Compares every layout, inset, look, slider, table, transition and overlay with a reference picture in `Tests/Golden`
/// that a person has checked.
///
/// `Tests/Tools/golden` draws them again, with a contact sheet for checking.
@Suite(.tags(.process)) struct GoldenTests {
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/") + "/Golden"
    /// The allowed difference of one sample, and of all samples on average. Another compiler or processor may round
    /// differently.
    private static let tolerance = (greatest: 1, mean: 0.05)
    /// The allowed difference of pictures with letters. Other versions of the text libraries may draw their edges
    /// differently; a letter that is moved by a pixel or missing differs by more.
    private static let letterTolerance = (greatest: 60, mean: 0.1)

    private static var renews: Bool { getenv("DUALCAM_GOLDEN") != nil }

    @Test(.timeLimit(.minutes(3))) func picturesAreAsTheyWereApproved() async throws {
        let renderer = try #require(GoldenRenderer())
        #expect(GoldenCase.lettered.count == Corner.allCases.count + 10)
        var pictures: [GoldenPicture] = []
        for shown in GoldenCase.all {
            let drawn = try await renderer.draw(shown.plan, shown.overlays)
            pictures.append(try #require(drawn, "\(shown.name)"))
        }
        if Self.renews { try Self.keep(pictures) }
        Self.expectFormulas(pictures)
        // One decoder reads all files, in the order of their names.
        let sorted = zip(GoldenCase.all, pictures).sorted { $0.0.name + ".png" < $1.0.name + ".png" }
        let kept = output(
            of: "ffmpeg -v error -pattern_type glob -i '\(Self.folder)/*.png' -f rawvideo -pix_fmt gray -")
        let length = GoldenRenderer.size.pixels * 3 / 2
        try #require(kept.count == sorted.count * length, "the files of \(Self.folder) are not those of the cases")
        for (index, (shown, picture)) in sorted.enumerated() {
            let difference = picture.difference(from: kept[index * length..<(index + 1) * length])
            let tolerance = shown.overlays.isEmpty ? Self.tolerance : Self.letterTolerance
            #expect(
                difference.greatest <= tolerance.greatest && difference.mean <= tolerance.mean,
                "\(shown.name) differs by \(difference); see Tests/Tools/golden")
        }
    }

    /// Compares looks with their formula in double precision, using the chroma sample that covers each pixel.
    private static func expectFormulas(_ pictures: [GoldenPicture]) {
        let drawn = Array(zip(GoldenCase.all, pictures))
        guard let plain = drawn.first(where: { $0.0.name == "look-none" })?.1 else { return }
        for (shown, picture) in drawn where shown.plan.layers.count == 1 {
            guard let look = shown.plan.layers[0].look else { continue }
            let ratios = ratios(picture, plain, look)
            let isLook = shown.name.hasPrefix("look")
            #expect(ratios.luma >= (isLook ? 55 : 45), "\(shown.name): \(ratios)")
            #expect(ratios.chroma >= (isLook ? 50 : 40), "\(shown.name): \(ratios)")
        }
    }

    /// Returns the signal-to-noise ratios of a drawn look to its formula, in decibels, for every third square of four
    /// pixels.
    private static func ratios(
        _ drawn: GoldenPicture, _ plain: GoldenPicture, _ look: LookPlan
    ) -> (luma: Double, chroma: Double) {
        var (luma, chroma, count) = (0.0, 0.0, 0.0)
        for row in stride(from: 0, to: plain.height / 2, by: 3) {
            for column in stride(from: 0, to: plain.width / 2, by: 3) {
                let colours = [(0, 0), (1, 0), (0, 1), (1, 1)].map { x, y -> GoldenPicture.Colour in
                    let colour = plain.colour(2 * column + x, 2 * row + y)
                    return look.colour(red: colour.red, green: colour.green, blue: colour.blue)
                }
                let exact = GoldenPicture(width: 2, height: 2) { colours[2 * $1 + $0] }.planes
                let errors = zip(exact, drawn.square(column, row)).map { pow(Double($0.0) - Double($0.1), 2) }
                luma += errors[..<4].reduce(0, +)
                chroma += errors[4...].reduce(0, +)
                count += 1
            }
        }
        let ratio = { (squares: Double, samples: Double) in 10 * log10(255 * 255 * samples / max(1, squares)) }
        return (ratio(luma, 4 * count), ratio(chroma, 2 * count))
    }

    /// Writes the reference files, and all of them in colour on one sheet.
    private static func keep(_ pictures: [GoldenPicture]) throws {
        let (width, height) = (GoldenRenderer.size.width, GoldenRenderer.size.height)
        for (shown, picture) in zip(GoldenCase.all, pictures) {
            let path = "\(folder)/\(shown.name).png"
            try write(
                picture.grey,
                "ffmpeg -v error -y -f rawvideo -pix_fmt gray -s \(width)x\(height * 3 / 2) -i - '\(path)'")
        }
        let rows = (pictures.count + 4) / 5
        try write(
            pictures.flatMap(\.rgb),
            "ffmpeg -v error -y -f rawvideo -pix_fmt rgb24 -s \(width)x\(height) -i - "
                + "-vf tile=5x\(rows):padding=4:color=white -frames:v 1 '\(folder)-sheet.png'")
    }

    private static func write(_ bytes: [UInt8], _ command: String) throws {
        let pipe = try #require(popen(command, "w"))
        fwrite(bytes, 1, bytes.count, pipe)
        try #require(pclose(pipe) == 0, "\(command)")
    }
}
