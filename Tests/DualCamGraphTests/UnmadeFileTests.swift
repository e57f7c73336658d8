import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamGraph

/// Files that cannot be created at a boundary, so that their outputs continue in the open files.
@Suite(.serialized) struct UnmadeFileTests {
    enum Obstacle: CaseIterable {
        case longName, link

        func path(in folder: String) -> String {
            switch self {
            case .longName: "\(folder)/\(String(repeating: "x", count: 300)).mov"
            case .link: "\(folder)/link.mov"
            }
        }
    }

    /// At a boundary whose new file cannot be created, the open file is not closed. It takes all further data until a
    /// file can be created, and the other outputs begin new files as usual.
    @Test(.tags(.process), .timeLimit(.minutes(1)), arguments: Obstacle.allCases)
    func anOutputGoesOnInTheFileThatItHas(obstacle: Obstacle) async throws {
        let back = OutputName("back")
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        let path = obstacle.path(in: show.folder.path)
        if obstacle == .link { try #require(symlink("nowhere", path) == 0) }
        try await show.start()
        try await show.pass(.milliseconds(300))
        let refused = FileRequest(output: back, segment: 1, path: path)
        let requests = [refused, show.next(OutputName("front"))]
        let failure = await #expect(throws: GraphFailure.self) {
            try await show.graph.apply(.openSegment(requests, at: await show.now + .milliseconds(300)))
        }
        #expect(failure?.unmade == [refused])
        #expect(failure?.message.hasPrefix(path) == true)
        try await show.pass(.milliseconds(600))
        try await show.open("back")
        try await show.pass(.milliseconds(600))
        let files = try await show.stop()
        #expect(show.seen.compactMap(\.failure) == [])
        expectUnharmed(files, told: show.seen)
        let own = files.filter { $0.output == back }
        try #require(own.map(\.segment) == [0, 1])
        #expect(own[1].path != path)
        let boundary = try #require(files.first { $0.output == OutputName("front") && $0.segment == 2 }?.start)
        #expect(own[0].end > boundary)
        expectConsecutive(own.flatMap { Frames(of: $0).numbers() }, "back", lost: show.seen.dropped(by: back))
        if obstacle == .link { #expect(access(path, F_OK) != 0, "nothing is written behind a link") }
    }
}
