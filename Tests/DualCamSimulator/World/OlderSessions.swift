import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession

/// The content of the recording directory before the run: finished sessions of earlier days, and files that do not
/// belong to dualcam.
enum OlderSessions {
    static func make(in world: World) {
        guard world.scenario.hasOlderSessions else { return }
        for day in 1...3 { makeSession("old-\(day)", days: day * 4, in: world) }
        let disk = world.disk
        disk.add(.folder, "/rec/holiday")
        foreign(disk.add(.file, "/rec/holiday/beach.mov", "sand"))
        foreign(disk.add(.file, "/rec/notes.txt", "buy tape"))
        disk.add(.folder, "/rec/broken")
        foreign(disk.add(.file, "/rec/broken/session.json", #"{"state":"finished","outputs":[{"output":"#))
        disk.add(.folder, "/rec/sly")
        foreign(disk.add(.file, "/rec/sly/session.json", sly))
        disk.add(.link, "/rec/link")
        for second in 0...1 { makeNamesake(Int64(second), in: world) }
    }

    /// Creates another user's folder with the name that the next session would choose.
    private static func makeNamesake(_ second: Int64, in world: World) {
        guard let order = try? world.scenario.order(at: world.wall + second * Span.second) else { return }
        let path = "\(Scenario.directory)/\(order.names.folder(attempt: 1))"
        world.disk.add(.folder, path)
        foreign(world.disk.add(.file, path + "/session.json", "{}"))
        foreign(world.disk.add(.file, path + "/letter.txt", "dear Ada"))
    }

    /// An older session in the recording directory.
    struct Known {
        var folder: Inode
        /// The session's age in days when the world began.
        var days: Int
        var bytes: Int64
    }

    /// Returns the age of a session in days when the world began; 0 if this run recorded it.
    static func days(of folder: Inode) -> Int {
        folder.name.hasPrefix("old-") ? (Int(folder.name.dropFirst(4)) ?? 0) * 4 : 0
    }

    /// Returns the older sessions that still have their file.
    static func left(in world: World) -> [Known] {
        (1...3).compactMap { number in
            guard let folder = world.disk.find("\(Scenario.directory)/old-\(number)"),
                let bytes = folder.names["back.mov"]?.media?.bytes
            else { return nil }
            return Known(folder: folder, days: number * 4, bytes: bytes)
        }
    }

    private static func foreign(_ inode: Inode?) { inode?.isForeign = true }

    /// The `session.json` of a session whose list of files names a file outside the session.
    private static let sly = """
        {"format":1,"state":"finished","name":"sly","start":{"time":"2026-01-01T00:00:00.000Z"},"outputs":[
        {"output":"back","files":[{"file":"/rec/holiday/beach.mov","segment":0,"part":0}]}],"ledger":[]}
        """

    private static func makeSession(_ name: String, days: Int, in world: World) {
        let disk = world.disk
        guard disk.add(.folder, "/rec/\(name)") != nil, let file = disk.add(.file, "/rec/\(name)/back.mov") else {
            return
        }
        let grid = FrameGrid(origin: 0, rate: world.scenario.rate)
        var media = MediaFile(output: OutputName("back"), grid: grid, begun: world.wall)
        media.write(0, 10_000, .full)
        (media.isClosed, media.synced, media.flushed) = (true, 10_000, 10_000)
        file.media = media
        disk.record(file)
        disk.settle(file)
        let start = WallTime.iso8601(world.wall - Int64(days) * 24 * Span.hour)
        let text = """
            {"format":1,"dualcam":"0.1","name":"\(name)","state":"finished","start":{"time":"\(start)","running-time":1},
            "outputs":[{"output":"back","rate":"30","files":[{"file":"back.mov","segment":0,"part":0,"frames":10000,
            "start":1,"end":300,"size":\(media.bytes)}]}],"ledger":[]}
            """
        disk.add(.file, "/rec/\(name)/session.json", text)
    }
}
