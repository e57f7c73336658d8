import DualCamPlan
import DualCamRecordings
import DualCamSession
import Foundation
import Testing

@testable import DualCamControl

/// The page has a text of its own for every code that it may receive; without one, it would show the server's English.
@Suite struct PageWordsTests {
    private static func text(_ path: String) throws -> String {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Page/Sources")
        return try String(contentsOf: page.appending(path: path), encoding: .utf8)
    }

    /// Returns the keys of an object in the page's English texts.
    private static func keys(of section: String) throws -> Set<String> {
        let text = try text("i18n/told/en.ts")
        let start = try #require(text.range(of: "  \(section): {\n"))
        let end = try #require(text.range(of: "\n  },", range: start.upperBound..<text.endIndex))
        let lines = text[start.upperBound..<end.lowerBound].split(separator: "\n")
        return Set(lines.compactMap { $0.prefixMatch(of: #/ +"?([a-z-]+)"?: /#).map { String($0.1) } })
    }

    @Test func failuresHaveWords() throws {
        let known = try Self.keys(of: "failures")
        // Codes for which the page uses the text of another one.
        let table = try Self.text("store/failure.ts")
        let same = Set(table.matches(of: /"?([a-z-]+)"?: "(?:not-understood|not-allowed|busy)"/).map { String($0.1) })
        let codes =
            SessionFailure.Code.allCases.map(\.rawValue) + ControlRefusal.Code.allCases.map(\.word)
            + RouteCode.own.map(\.word)
        #expect(codes.count > 30 && codes.filter { !known.union(same).contains($0) } == [])
        #expect(try Self.keys(of: "advice").subtracting(known) == [])
    }

    @Test func warningsHaveWords() throws {
        let known = try Self.keys(of: "warnings")
        // Faults of inputs and outputs have texts with their names (`record/signals.ts`, `store/failure.ts`).
        let codes = SessionEvent.WarningCode.allCases.filter {
            SignalFault(code: $0.rawValue, channel: 1) == nil && $0 != .outputStill
        }
        #expect(codes.count > 20 && codes.map(\.rawValue).filter { !known.contains($0) } == [])
    }

    @Test func reasonsWhyThereIsNoPictureHaveWords() throws {
        #expect(try Self.keys(of: "noPicture") == Set(PictureObstacle.allCases.map(\.rawValue)))
    }
}
