@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamDevices

/// Temperature sensors and power supplies, read from trees of real files.
@Suite struct MachineSensorsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var why: String
        /// The files: `zone TYPE TEMP`, or `NAME LABEL TEMP` of a chip; `-`: no such file.
        var sensors: [[String]]
        var wanted: [String]?
        /// The expected names and temperatures.
        var zones: [String]
        /// The expected problems; `PATH` stands for the folder.
        var problems: [String] = []
        var testDescription: String { why }
    }

    private static func tree(_ sensors: [[String]]) throws -> TemporaryFolder {
        let folder = try #require(TemporaryFolder())
        var counts = ["zone": 0, "chip": 0]
        for sensor in sensors {
            let isZone = sensor[0] == "zone"
            let number = counts[isZone ? "zone" : "chip", default: 0]
            counts[isZone ? "zone" : "chip"] = number + 1
            let place = isZone ? "class/thermal/thermal_zone\(number)" : "class/hwmon/hwmon\(number)"
            let files =
                isZone
                ? [("type", sensor[1]), ("temp", sensor[2])]
                : [("name", sensor[0]), ("temp1_label", sensor[1]), ("temp1_input", sensor[2])]
            for (name, text) in files where text != "-" { folder.write(text + "\n", to: "\(place)/\(name)") }
        }
        return folder
    }

    private static func sensors(_ folder: TemporaryFolder, _ wanted: [String]? = nil) -> MachineSensors {
        var machine = Machine()
        machine.sysfs = folder.path
        return MachineSensors(machine, zones: wanted)
    }

    private static let none = "No temperature can be read below PATH: the recording cannot be slowed when it gets hot."

    @Test(arguments: [
        Row(
            why: "the package, not the case and not the disk",
            sensors: [
                ["zone", "acpitz", "27800"], ["zone", "x86_pkg_temp", "61000"], ["nvme", "Composite", "80000"],
            ],
            zones: ["x86_pkg_temp 61.0"]),
        Row(
            why: "the same sensor twice",
            sensors: [["zone", "x86_pkg_temp", "61000"], ["coretemp", "Package id 0", "61000"]],
            zones: ["x86_pkg_temp 61.0"]),
        Row(
            why: "hwmon's picture of a zone",
            sensors: [["zone", "cpu-thermal", "50000"], ["cpu_thermal", "-", "50000"]], zones: ["cpu-thermal 50.0"]),
        Row(
            why: "hwmon alone", sensors: [["coretemp", "Package id 0", "61000"], ["coretemp", "Core 0", "59000"]],
            zones: ["coretemp Package id 0 61.0"]),
        Row(
            why: "AMD", sensors: [["k10temp", "Tctl", "70125"], ["amdgpu", "edge", "90000"]],
            zones: ["k10temp Tctl 70.125"]),
        Row(
            why: "every package", sensors: [["zone", "x86_pkg_temp", "61000"], ["zone", "x86_pkg_temp", "62000"]],
            zones: ["x86_pkg_temp thermal_zone0 61.0", "x86_pkg_temp thermal_zone1 62.0"]),
        Row(
            why: "a system on a chip", sensors: [["zone", "soc_thermal", "45000"], ["zone", "gpu-thermal", "70000"]],
            zones: ["soc_thermal 45.0"]),
        Row(
            why: "cores, where the package is silent", sensors: [["coretemp", "Core 0", "59000"]],
            zones: ["coretemp Core 0 59.0"]),
        Row(
            why: "the firmware's as a last resort",
            sensors: [["zone", "acpitz", "48000"], ["zone", "iwlwifi_1", "70000"]], zones: ["acpitz 48.0"]),
        Row(
            why: "any zone is better than none", sensors: [["zone", "sbs-5-000b", "85000"]], zones: ["sbs-5-000b 85.0"]),
        Row(why: "a zone without a type", sensors: [["zone", "-", "40000"]], zones: ["thermal_zone0 40.0"]),
        Row(why: "below freezing", sensors: [["zone", "cpu-thermal", "-12000"]], zones: ["cpu-thermal -12.0"]),
        Row(why: "nothing there", sensors: [], zones: [], problems: [none]),
        Row(why: "a disk alone", sensors: [["nvme", "Composite", "80000"]], zones: [], problems: [none]),
        Row(
            why: "nonsense leaves the next best",
            sensors: [["zone", "x86_pkg_temp", "-273000"], ["zone", "acpitz", "48000"]],
            zones: ["acpitz 48.0"],
            problems: [
                "The temperature sensor x86_pkg_temp does not count: PATH/class/thermal/thermal_zone0/temp reads '-273000'."
            ]),
        Row(
            why: "every nonsense",
            sensors: ["0", "", "150001", "-40001", "warm", "45.5", "-"].enumerated().map { ["zone", "cpu\($0)", $1] },
            zones: [],
            problems: [
                "cpu0 does not count: PATH/class/thermal/thermal_zone0/temp reads '0'.",
                "cpu1 does not count: PATH/class/thermal/thermal_zone1/temp is empty.",
                "cpu2 does not count: PATH/class/thermal/thermal_zone2/temp reads '150001'.",
                "cpu3 does not count: PATH/class/thermal/thermal_zone3/temp reads '-40001'.",
                "cpu4 does not count: PATH/class/thermal/thermal_zone4/temp reads 'warm'.",
                "cpu5 does not count: PATH/class/thermal/thermal_zone5/temp reads '45.5'.",
                "cpu6 does not count: PATH/class/thermal/thermal_zone6/temp cannot be read.",
            ].map { "The temperature sensor " + $0 } + [none]),
        Row(
            why: "those that are named",
            sensors: [
                ["zone", "x86_pkg_temp", "61000"], ["zone", "acpitz", "48000"], ["nvme", "Composite", "80000"],
            ],
            wanted: ["thermal_zone1", "nvme Composite", "gpu"], zones: ["acpitz 48.0", "nvme Composite 80.0"],
            problems: [
                "thermal.zones: no sensor here is called gpu; there are x86_pkg_temp, acpitz, nvme Composite."
            ]),
        Row(
            why: "named, of several", sensors: [["zone", "cpu", "61000"], ["zone", "cpu", "48000"]], wanted: ["cpu"],
            zones: ["cpu thermal_zone0 61.0", "cpu thermal_zone1 48.0"]),
        Row(
            why: "named, and nothing there", sensors: [], wanted: ["cpu"], zones: [],
            problems: ["thermal.zones: no sensor here is called cpu; there is none."]),
    ])
    func temperatures(_ row: Row) throws {
        let folder = try Self.tree(row.sensors)
        let reading = Self.sensors(folder, row.wanted).reading()
        #expect(reading.zones.map { "\($0.name) \($0.celsius)" } == row.zones)
        #expect(
            reading.problems.map {
                $0.split(separator: folder.path, omittingEmptySubsequences: false).joined(separator: "PATH")
            }
                == row.problems)
    }

    @Test func aSensorThatGoesAndOneThatChangesItsNonsense() throws {
        let folder = try Self.tree([["zone", "cpu", "61000"], ["zone", "soc", "50000"]])
        let sensors = Self.sensors(folder)
        #expect(sensors.reading().zones.map(\.celsius) == [61, 50])
        folder.write("", to: "class/thermal/thermal_zone1/temp")
        let first = sensors.reading()
        folder.write("0", to: "class/thermal/thermal_zone1/temp")
        #expect(sensors.reading().problems == first.problems, "one sentence a sensor")
        folder.remove("class/thermal/thermal_zone0")
        let gone = sensors.reading()
        #expect(gone.zones.isEmpty)
        #expect(
            gone.problems.contains(
                "The temperature sensor cpu is gone (\(folder.path)/class/thermal/thermal_zone0/temp)."),
            "\(gone.problems)")
        folder.write("52000", to: "class/thermal/thermal_zone1/temp")
        #expect(sensors.reading().zones.map(\.celsius) == [52])
    }

    /// The files of a power supply, and the expected charge in percent, negative on mains power.
    @Test(
        arguments: [
            (["BAT0": ["type": "Battery", "capacity": "7", "status": "Discharging"]], 7),
            (["BAT0": ["type": "Battery", "capacity": "80", "status": "Charging"]], -80),
            (["BAT0": ["type": "Battery", "capacity": "100", "status": "Full", "scope": "System"]], -100),
            (["hid-mouse": ["type": "Battery", "capacity": "3", "status": "Discharging", "scope": "Device"]], nil),
            (["BAT0": ["type": "Battery", "capacity": "3", "status": "Discharging", "present": "0"]], nil),
            (["AC": ["type": "Mains", "online": "1"]], nil), ([:], nil),
            (
                [
                    "BAT0": [
                        "type": "Battery", "capacity": "10", "status": "Discharging", "energy_now": "1000000",
                        "energy_full": "10000000",
                    ],
                    "BAT1": [
                        "type": "Battery", "capacity": "90", "status": "Unknown", "energy_now": "27000000",
                        "energy_full": "30000000",
                    ],
                ], 70
            ),
            (
                [
                    "BAT0": [
                        "type": "Battery", "capacity": "10", "status": "Discharging", "energy_now": "1000000",
                        "energy_full": "10000000",
                    ],
                    "BAT1": ["type": "Battery", "capacity": "90", "status": "Unknown"],
                ], 50
            ),
            (
                [
                    "AC": ["type": "Mains", "online": "0"],
                    "BAT0": ["type": "Battery", "capacity": "40", "status": "Unknown"],
                ], 40
            ),
            (["AC": ["type": "Mains", "online": "1"], "BAT0": ["type": "Battery", "capacity": "40"]], -40),
            (["BAT0": ["type": "Battery", "capacity": "40", "status": "Unknown"]], -40),
        ] as [([String: [String: String]], Int?)])
    func batteries(supplies: [String: [String: String]], charge: Int?) throws {
        let folder = try #require(TemporaryFolder())
        for (name, files) in supplies {
            for (file, text) in files { folder.write(text + "\n", to: "class/power_supply/\(name)/\(file)") }
        }
        let battery = Self.sensors(folder).reading().battery
        #expect(battery.map { Int(($0.charge * ($0.isDischarging ? 100 : -100)).rounded()) } == charge)
    }

    @Test(arguments: [
        ("101", "reads '101'"), ("-1", "reads '-1'"), ("", "reads ''"), ("full", "reads 'full'"),
        (nil, "cannot be read"),
    ])
    func aChargeOfNonsense(text: String?, words: String) throws {
        let folder = try #require(TemporaryFolder())
        folder.write("Battery", to: "class/power_supply/BAT0/type")
        if let text { folder.write(text, to: "class/power_supply/BAT0/capacity") }
        let reading = Self.sensors(folder).reading()
        #expect(reading.battery == nil)
        #expect(
            reading.problems.last
                == "The battery BAT0 does not count: \(folder.path)/class/power_supply/BAT0/capacity \(words).")
    }

    /// Unknown names in `thermal.zones` are reported before the recording, with a list of the existing ones.
    @Test func namesOfNoSensorAreTold() throws {
        let folder = try #require(TemporaryFolder())
        var machine = Machine()
        machine.sysfs = folder.path
        let none = MachineSensors.unknownZones(["nozone"], on: machine)
        #expect(none == ["no sensor here is called nozone; there is none"])
        folder.write("x86_pkg_temp", to: "class/thermal/thermal_zone0/type")
        folder.write("40000", to: "class/thermal/thermal_zone0/temp")
        let told = MachineSensors.unknownZones(["x86_pkg_temp", "thermal_zone0", "nozone"], on: machine)
        #expect(told == ["no sensor here is called nozone; there are x86_pkg_temp"])
    }

    @Test func throttleCountsAndPressure() throws {
        let folder = try #require(TemporaryFolder())
        let tree = MachineTree(sysfs: folder.path, proc: folder.path)
        #expect(tree.throttleCount == nil)
        #expect(tree.pressure == nil)
        for (file, count) in [
            ("cpu0/thermal_throttle/core", 3), ("cpu0/thermal_throttle/package", 5), ("cpu12/thermal_throttle/core", 7),
        ] {
            folder.write("\(count)\n", to: "devices/system/cpu/\(file)_throttle_count")
        }
        folder.write("9", to: "devices/system/cpu/cpufreq/thermal_throttle/core_throttle_count")
        #expect(tree.throttleCount == 15)
        folder.write(
            "some avg10=12.50 avg60=1.91 avg300=0.65 total=3\nfull avg10=90.00 avg60=0 avg300=0 total=0\n",
            to: "pressure/memory")
        folder.write("some avg10=x\n", to: "pressure/cpu")
        #expect(tree.pressure == MachineReading.Pressure(cpu: nil, memory: 0.125))
    }
}
