import DualCamTestKit
import Foundation
import Testing

/// The planning of USB bandwidth for two real cameras. A tree of files below `machine.sysfs` says that both are
/// connected to one USB 2 hub.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct CameraBusTests {
    private static let machine = CameraRecordingTests.shared.part("bus")
    static let part = CameraMachine.Part(name: "bus", pipeline: pipeline, script: tree + attempts)

    private static let pipeline = """
        cameras:
          back: { device: /dev/video0, size: 640x480, rate: 25, format: yuy2 }
          front: { device: /dev/video1, size: 640x480, rate: 25, format: yuy2 }
        microphone: { device: none }
        encoders: { default: { use: x264, preset: ultrafast, bitrate: 1Mbps } }
        recording: { container: mov, segment: off }
        budget: { shed: [] }
        """

    /// The cameras' alternate settings have 944, 1984, 2688 and 3060 bytes per microframe.
    private static let tree = #"""
        hub=$folder/sys/devices/pci0/usb1/1-1
        root=$folder/sys/bus/usb/devices
        mkdir -p $root
        for bus in 1 3; do
          mkdir -p $folder/sys/devices/pci0/usb$bus
          echo 480 >$folder/sys/devices/pci0/usb$bus/speed
          ln -s ../../../devices/pci0/usb$bus $root/usb$bus
        done
        mkdir -p $hub; echo 480 >$hub/speed; echo 1 >$hub/busnum; echo 1 >$hub/devpath
        setting() { printf '\x09\x04\x01\x0'$1'\x01\x0e\x02\x00\x00\x07\x05\x81\x05'$2'\x01'; }
        for camera in 0 1; do
          port=1-1.$((camera + 1))
          device=$hub/$port
          mkdir -p $device/$port:1.0
          echo 480 >$device/speed; echo 1 >$device/busnum; echo 1.$((camera + 1)) >$device/devpath
          {
            printf '\x12\x01\x00\x02\xef\x02\x01\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01'
            printf '\x09\x02\x00\x00\x02\x01\x00\x80\xfa\x09\x04\x00\x00\x01\x0e\x01\x00\x00'
            setting 1 '\xb0\x03'; setting 2 '\xe0\x0b'; setting 3 '\x80\x13'; setting 4 '\xfc\x13'
          } >$device/descriptors
          mkdir -p $folder/sys/class/video4linux/video$camera
          ln -s $device/$port:1.0 $folder/sys/class/video4linux/video$camera/device
        done

        """#

    private static let attempts = """
        there="--set machine.sysfs=$folder/sys"
        # The machine's own folders are in memory, where nothing is recorded.
        onto="--set recording.directory=$folder/planned"
        attempt text dualcam plan $folder/pipeline.yaml $there $onto &
        attempt json dualcam plan $folder/pipeline.yaml $there $onto --json; wait
        record refused --duration 1s $there &
        attempt less dualcam plan $folder/pipeline.yaml $there $onto --json \\
          --set cameras.back.rate=15 --set cameras.front.rate=15; wait
        vm-control /dev/video1 inject_vidioc_streamon_error 1
        record crowded --duration 1s $there --set cameras.back.size=320x180 --set cameras.front.size=320x180 \\
          --set cameras.back.rate=5 --set cameras.front.rate=5
        """

    private static let full =
        "cameras back and front reserve 106 % of what USB bus 1 (480 Mbit/s) can give, and the kernel would refuse one of them "
        + "('No space left on device')"

    @Test("plan tells what the bus costs, and what will happen")
    func plan() throws {
        let text = try Self.machine.get().attempt("text")
        #expect(text.code == 65, "it ends as the recording would")
        #expect(
            text.output.contains("  usb     106 %, USB bus 1 (480 Mbit/s): cameras back at 1-1.1, front at 1-1.2\n"),
            "\(text.output)")
        let json = try Self.machine.get().attempt("json")
        #expect(json.output.contains(#""binding":"usb""#) && json.output.contains(#""fits":false"#))
        #expect(try Self.machine.get().attempt("less").output.contains(#""fits":true"#))
    }

    @Test("run refuses before any camera is asked to stream, and says what would do")
    func refused() throws {
        let refused = try Self.machine.get().attempt("refused")
        #expect(refused.code == 65)
        // The first program on a new machine may have to read the GStreamer plugins and report that.
        let expected = """
            dualcam: error: pipeline.yaml does not fit this machine: \(Self.full). Each of these makes it fit, the least \
            harmful first; '--set budget.enforce=off' records it anyway.
              --set cameras.front.format=nv12                                   (92 % of the usb)
              --set cameras.back.rate=15 --set cameras.front.rate=15            (78 % of the usb)
              --set cameras.back.size=640x360 --set cameras.front.size=640x360  (78 % of the usb)
              plug camera front into a port of USB bus 3 (480 Mbit/s), where no camera of this recording hangs

            """
        #expect(refused.errors.hasSuffix(expected), "\(refused.errors)")
        #expect(refused.output.split(separator: "\n").count == 2, "failed and finished: \(refused.output)")
        #expect(refused.output.hasPrefix(#"{"event":"failed""#), "\(refused.output)")
    }

    @Test("a stream that the kernel refuses all the same names the bus")
    func crowded() throws {
        let crowded = try Self.machine.get().attempt("crowded")
        let told = crowded.errors + crowded.output
        #expect(
            told.contains(
                "; it hangs on USB bus 1 (480 Mbit/s) with camera back, which may have no room left for its stream"),
            "\(told)")
    }
}
