import DualCamTestKit
import Foundation
import Testing

/// Recordings with faults of cameras, disk and clock, made one after the other in a single boot of the emulated
/// machine.
enum CameraFaults {
    /// The frame rate of the combined picture.
    static let combinedRate = 5.0

    /// The heat and battery tests run last, after the clock has been set.
    static let shared = SharedMachine(
        ["--cameras", "1", "--loopback", "1"], limit: 1800,
        parts: [
            .init(name: "faults", pipeline: pipeline, script: words + cameras + disk + clock),
            HeatMachineTests.part,
        ])
    static let machine = shared.part("faults")

    /// The test camera counts its frames. The pictures are small because the emulation is tens of times slower than a
    /// real machine.
    private static let pipeline = """
        cameras:
          back: { device: test, size: 320x180, rate: 10 }
          front: { device: /dev/video0, size: 320x180, rate: 10 }
        microphone: none
        combined: { layout: pip, main: back, inset: { camera: front, position: top-right }, size: 320x180, rate: 5 }
        encoders: { default: { use: x264, preset: ultrafast, bitrate: 500kbps } }
        recording: { container: mov, segment: off, duration: 10s }
        storage: { keep-free: 1MB, warn-at: [] }
        """

    /// Shell functions. `begin NAME OPTION ...` starts a recording and returns after two seconds.
    /// `note NAME WORD [TIME]` writes down when a fault was caused.
    private static let words = """
        note() { echo "${3:-$EPOCHREALTIME} $2" >>$folder/$1.notes; }
        begin() {
          record "$@" &
          recorder=$!
          reaches $1 [2-5]
        }
        """

    /// The camera faults. A disconnected `vivid` camera would return as soon as no process has it open, so descriptor 4
    /// keeps it away. The worker searches five seconds after the loss, so the camera returns in the second half of that
    /// time.
    private static let cameras = """

        begin disconnected
        exec 4</dev/video0
        note disconnected fault $(vm-control /dev/video0 disconnect 1)
        reaches disconnected [6-8]
        vm-unplug
        exec 4<&-
        note disconnected back
        vm-replug
        wait $recorder

        modprobe -r v4l2loopback
        begin moved --set cameras.front.device=platform:vivid-000
        note moved fault
        vm-unplug
        modprobe v4l2loopback devices=1 exclusive_caps=1 video_nr=0
        reaches moved [6-8]
        note moved back
        vm-replug
        wait $recorder
        vm-unplug
        modprobe -r v4l2loopback
        vm-replug
        modprobe v4l2loopback devices=1 exclusive_caps=1

        feeder=$(vm-mjpg /dev/video1 320 180 10 smpte)
        begin stalled --set cameras.front.device=/dev/video1
        note stalled fault
        kill -STOP $feeder
        reaches stalled [6-8]
        note stalled back
        kill -CONT $feeder
        wait $recorder
        kill $feeder

        begin refused --duration 7s
        fault=$(vm-control /dev/video0 inject_vidioc_streamon_error 1 inject_fatal_streaming_error 1)
        note refused fault $fault
        note refused back $fault
        wait $recorder

        vm-control /dev/video0 percentage_of_dropped_buffers 30
        record gaps --duration 6s
        vm-control /dev/video0 percentage_of_dropped_buffers 0

        """

    /// The disk faults: a disk on which every request fails with an I/O error from some moment on, and one that becomes
    /// read-only.
    private static let disk = """
        truncate -s 512M /dev/shm/image
        mkfs.ext4 -q /dev/shm/image
        modprobe -a loop dm-mod ext4
        loop=$(losetup --find --show /dev/shm/image)
        sectors=$(blockdev --getsz $loop)
        mkdir -p /mnt/disk $folder/fallback
        for name in failing readonly; do
          dmsetup create --noudevsync $name --table "0 $sectors linear $loop 0"
          dmsetup mknodes
          mount -t ext4 /dev/mapper/$name /mnt/disk
          into=/mnt/disk begin $name --duration 11s --set recording.fallback=$folder/fallback/$name
          note $name fault
          if [ $name = failing ]; then
            dmsetup suspend --noflush --nolockfs $name
            dmsetup load $name --table "0 $sectors error"
            dmsetup resume --noudevsync $name
          else
            echo u >/proc/sysrq-trigger
          fi
          wait $recorder
          mkdir -p $folder/$name
          cp -a /mnt/disk/. $folder/$name/ 2>/dev/null
          umount -l /mnt/disk
          dmsetup remove --force --noudevsync $name
          e2fsck -fy $loop >/dev/null 2>&1
        done

        """

    private static let clock = """
        begin jumped --duration 6s
        note jumped fault
        date -s "+1 hour" >/dev/null
        wait $recorder

        """
}

/// One of these recordings: its events, the times of its faults, and its files.
struct FaultyRecording {
    /// An event of `run --json` or a line of the ledger, with the fields that the tests read.
    struct Entry: Decodable {
        var event: String?
        var kind: String?
        var time: String
        /// The running time of the event, in seconds.
        var runningTime: Double?
        var start: Double?
        var segment: Int?
        var input: String?
        var output: String?
        var path: String?
        var count: Int?
        var by: Double?

        private enum CodingKeys: String, CodingKey {
            case event, kind, time, start, segment, input, output, path, count, by
            case runningTime = "running-time"
        }

        /// The time of the event, in Unix seconds.
        var seconds: Double {
            let form = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            return (try? form.parse(time))?.timeIntervalSince1970 ?? 0
        }
    }

    private struct Manifest: Decodable { var ledger: [Entry] }

    var attempt: CameraMachine.Attempt
    var events: [Entry]
    /// The time at which each fault was caused, in Unix seconds.
    var notes: [String: Double]
    /// The folder that contains the session's folder.
    var folder: String

    init(_ name: String) throws {
        let machine = try CameraFaults.machine.get()
        attempt = try machine.attempt(name)
        folder = "\(machine.folder)/\(name)"
        // Lines that do not decode are left out, such as `status` events, whose `outputs` are not strings.
        events = attempt.output.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Entry.self, from: Data($0.utf8))
        }
        let lines = (try? String(contentsOfFile: folder + ".notes", encoding: .utf8)) ?? ""
        notes = lines.split(separator: "\n").reduce(into: [:]) { notes, line in
            let words = line.split(separator: " ")
            notes[String(words[1])] = Double(words[0])
        }
    }

    func first(_ event: String) throws -> Entry {
        try #require(events.first { $0.event == event }, "no \(event): \(attempt.errors)")
    }

    /// Returns the seconds from a fault to the first such event after it.
    func delay(of event: String, after word: String) throws -> Double {
        let done = try #require(notes[word])
        let found = events.first { $0.event == event && $0.seconds >= done }
        return try #require(found, "no \(event): \(attempt.errors)").seconds - done
    }

    /// Returns the running time at which a fault was caused, in seconds.
    func moment(_ word: String) throws -> Double {
        let began = try first("recording")
        return try #require(notes[word]) - began.seconds + (try #require(began.runningTime))
    }

    /// Returns the running times of the combined frames that show a slate in place of the front camera. They are
    /// recognised by a corner without letters: the slate's luma is 26 there, that of the cameras' test patterns 72 and
    /// 228.
    func slated() throws -> [Double] {
        let (path, pixels) = (try #require(try paths("_combined.mov").first), folder + ".gray")
        let corner = "crop=16:8:238:6,scale=1:1:flags=area,format=gray"
        _ = try CameraMachine.run(
            "/usr/bin/ffmpeg", ["-v", "error", "-y", "-i", path, "-vf", corner, "-f", "rawvideo", pixels])
        let brightness = try Data(contentsOf: URL(filePath: pixels))
        let film = events.first { $0.event == "file-finished" && $0.output == "combined" }
        let start = try #require(film?.start)
        return brightness.indices.filter { brightness[$0] < 50 }.map { start + Double($0) / CameraFaults.combinedRate }
    }

    /// Returns the running time at which the output's second file begins, in seconds.
    func newFile(_ output: String) throws -> Double {
        let files = events.filter { $0.event == "file-finished" && $0.output == output }
        return try #require(files.first { ($0.segment ?? 0) > 0 }?.start, "no new file of \(output): \(attempt.errors)")
    }

    /// Returns the events of the session's ledger in the form of `Contract`.
    func words() throws -> [String] { try Contract.ledger(at: try #require(try paths("session.json").first)) }

    func ledger() throws -> [Entry] {
        let path = try #require(try paths("session.json").first)
        return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(filePath: path))).ledger
    }

    /// Returns the findings of `Tests/Tools/judge` about an output's files, in order.
    func files(_ output: String, picture: Bool = false) throws -> [Judgement] {
        let paths = try paths(".mov").filter { $0.contains("_\(output)") }
        let judged = try CameraMachine.run(
            CameraMachine.root + "/Tests/Tools/judge", (picture ? [] : ["--no-picture"]) + paths)
        return try JSONDecoder().decode([Judgement].self, from: Data(judged.output.utf8))
    }

    private func paths(_ suffix: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        return names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
    }
}
