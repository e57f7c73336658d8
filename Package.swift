// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// True if the build has the faults of `planted`: only the builds of `Scripts/build --mutants` and `--mutant-tests` have them.
let hasMutants = ProcessInfo.processInfo.environment["DUALCAM_MUTANTS"] != nil
let mutants: [SwiftSetting] = hasMutants ? [.define("MUTANTS")] : []

/// The settings of modules that use both `timespec` and Dispatch. Swift 6.3.1 treats the module that is loaded first as the home of C's
/// `timespec`. With Dispatch that may be a module that cannot be imported by its name. If a module uses both, a clean build therefore
/// fails under MemberImportVisibility, and the next one does not.
let strictButMembers: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + mutants
let strict = strictButMembers + [.enableUpcomingFeature("MemberImportVisibility")]

/// The settings of the modules that handle each frame. There is one configuration for everything, and only these modules are optimised.
/// Most processor time is spent in C. Optimising the whole program takes three times as long to build, for a gain that was not
/// measurable (CONTRIBUTING.md).
let optimised: [SwiftSetting] = strict + [.unsafeFlags(["-O"])]
let kernels: [CSetting] = [.unsafeFlags(["-O3"])]

/// Links the Swift runtime into the program, so that it starts sooner and needs no installed toolchain. The libraries are those that the
/// static Foundation needs beside what the compiler finds by itself. Tests are linked dynamically from the same objects.
let staticRuntime: [LinkerSetting] =
    [.unsafeFlags(["-static-stdlib"])]
    + ["_FoundationICU", "_FoundationCShims", "_FoundationCollections", "CoreFoundation", "stdc++"].map {
        .linkedLibrary($0)
    }

/// The libraries of one module for GStreamer, GLib and GIO: two modules that both include GLib break each other's API notes.
let gstreamer = [
    "gstreamer-1.0", "gstreamer-base-1.0", "gstreamer-video-1.0", "gstreamer-audio-1.0", "gstreamer-pbutils-1.0",
    "gstreamer-fft-1.0", "gio-unix-2.0", "libsoup-3.0",
]

let package = Package(
    name: "dualcam",
    products: [.executable(name: "dualcam", targets: ["dualcam"])],
    targets: [
        .systemLibrary(
            name: "CGStreamer", pkgConfig: gstreamer.joined(separator: " "),
            providers: [
                .apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev", "libglib2.0-dev", "libsoup-3.0-dev"])
            ]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CGcrypt", pkgConfig: "libgcrypt", providers: [.apt(["libgcrypt20-dev"])]),
        .systemLibrary(name: "CEbur128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        // The picture's kernels, and the element that draws with them. They are optimised in debug builds, too: without that,
        // a frame takes longer to draw than it is shown.
        .target(name: "CPicture", cSettings: kernels, linkerSettings: [.linkedLibrary("m")]),
        .target(name: "CMixer", dependencies: ["CPicture", "CGStreamer"], cSettings: kernels),
        .systemLibrary(
            name: "CPango", pkgConfig: "pangocairo gdk-pixbuf-2.0",
            providers: [.apt(["libpango1.0-dev", "libgdk-pixbuf-2.0-dev"])]),
        .target(
            name: "CLettering", dependencies: ["CPango"], cSettings: kernels, linkerSettings: [.linkedLibrary("m")]),

        // Calls of libjpeg, which reports errors by jumps.
        .target(name: "CJPEG", cSettings: kernels, linkerSettings: [.linkedLibrary("jpeg")]),
        // Kernel calls whose headers are not in Swift's Glibc module.
        .target(name: "CKernel"),
        .target(name: "GStreamer", dependencies: ["CGStreamer"], swiftSettings: optimised),
        .target(
            name: "Mixer", dependencies: ["GStreamer", "CLettering", "CMixer", "CPicture"], swiftSettings: optimised),
        .target(name: "Soup", dependencies: ["CGStreamer", "GStreamer"], swiftSettings: strict),
        .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: strict),
        .target(name: "Evdev", dependencies: ["CEvdev"], swiftSettings: strict),
        .target(name: "Gcrypt", dependencies: ["CGcrypt"], swiftSettings: strict),
        .target(name: "Ebur128", dependencies: ["CEbur128"], swiftSettings: strict),
        .target(name: "JPEG", dependencies: ["CJPEG"], swiftSettings: strict),
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(name: "Systemd", dependencies: ["CSystemd"], swiftSettings: strict),
        .target(name: "Kernel", dependencies: ["CKernel"], swiftSettings: strict),
        // The schema takes the description of each key from the reference.
        .target(
            name: "DualCamConfig", dependencies: ["YAML"], resources: [.embedInCode("Loading/reference.yaml")],
            swiftSettings: strict),
        .target(name: "DualCamPlan", dependencies: ["DualCamConfig"], swiftSettings: strict),
        .target(name: "DualCamTiming", dependencies: ["DualCamPlan", "DualCamConfig"], swiftSettings: strict),
        .target(
            name: "DualCamDevices",
            dependencies: ["DualCamPlan", "DualCamConfig", "Mixer", "GStreamer", "Kernel", "YAML"],
            swiftSettings: strict),
        .target(
            name: "DualCamGraph",
            dependencies: [
                "DualCamTiming", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Mixer", "GStreamer", "Gcrypt",
                "Ebur128", "JPEG", "Kernel",
            ],
            swiftSettings: strict),
        .target(
            name: "DualCamRecordings", dependencies: ["DualCamPlan", "DualCamConfig", "Kernel", "SQLite"],
            swiftSettings: strictButMembers),
        .target(
            name: "DualCamSession", dependencies: ["DualCamRecordings", "DualCamPlan", "DualCamConfig", "Kernel"],
            swiftSettings: strictButMembers),
        // The web page, bundled by Scripts/page and embedded.
        .plugin(name: "PagePlugin", capability: .buildTool()),
        .target(name: "DualCamPage", swiftSettings: strict, plugins: ["PagePlugin"]),
        .target(
            name: "DualCamControl",
            dependencies: [
                "DualCamTransfer", "DualCamEditing", "DualCamProcess", "CommandLine", "DualCamSession",
                "DualCamRecordings", "DualCamPlan", "DualCamConfig", "DualCamPage", "Soup", "Evdev", "GStreamer",
                "Gcrypt", "Kernel",
            ],
            swiftSettings: strict),
        .target(
            name: "DualCamSupervisorPolicy",
            dependencies: ["DualCamSession", "DualCamRecordings", "DualCamPlan", "DualCamConfig"],
            swiftSettings: strict),
        .target(name: "CommandLine", dependencies: ["DualCamConfig"], swiftSettings: strict),
        .target(
            name: "DualCamProcess",
            dependencies: [
                "CommandLine", "DualCamSession", "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan",
                "DualCamConfig", "Kernel",
            ],
            swiftSettings: strict),
        .target(
            name: "DualCamEditing",
            dependencies: [
                "DualCamProcess", "CommandLine", "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan",
                "DualCamConfig", "Mixer", "GStreamer", "Ebur128", "Kernel",
            ],
            swiftSettings: strict),
        .target(
            name: "DualCamTransfer",
            dependencies: [
                "DualCamProcess", "CommandLine", "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan",
                "DualCamConfig", "Soup", "GStreamer", "Kernel",
            ],
            swiftSettings: strict),
        .target(
            name: "DualCamWorker",
            dependencies: [
                "DualCamControl", "DualCamSupervisorPolicy", "DualCamTransfer", "DualCamEditing", "DualCamProcess",
                "CommandLine", "DualCamSession", "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan",
                "DualCamConfig", "Systemd", "Kernel",
            ],
            swiftSettings: strictButMembers),
        .target(
            name: "DualCamSupervisor",
            dependencies: [
                "DualCamTransfer", "DualCamWorker", "DualCamControl", "DualCamSupervisorPolicy", "DualCamProcess",
                "CommandLine", "DualCamSession", "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan",
                "DualCamConfig", "Systemd", "Kernel",
            ],
            swiftSettings: strict),
        .target(
            name: "DualCamCommands",
            dependencies: [
                "DualCamSupervisor", "DualCamWorker", "DualCamTransfer", "DualCamEditing", "CommandLine",
                "DualCamProcess", "DualCamControl", "DualCamSupervisorPolicy", "DualCamSession", "DualCamRecordings",
                "DualCamGraph", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Systemd", "Kernel",
            ],
            swiftSettings: strictButMembers),
        .executableTarget(
            name: "dualcam", dependencies: ["DualCamCommands"], swiftSettings: strict, linkerSettings: staticRuntime),
        .target(
            name: "DualCamTestKit",
            dependencies: ["DualCamPlan", "DualCamConfig", "DualCamSession", "DualCamRecordings", "Kernel"],
            path: "Tests/DualCamTestKit", swiftSettings: strict),
        // Machines, devices, pipelines and pictures for the tests of plans.
        .target(
            name: "DualCamPlanKit", dependencies: ["DualCamPlan", "DualCamConfig"], path: "Tests/DualCamPlanKit",
            swiftSettings: strict),
        // The code that Scripts/fuzz feeds; the tests replay its seeds.
        .target(
            name: "DualCamFuzz",
            dependencies: [
                "DualCamControl", "DualCamSupervisorPolicy", "DualCamSession", "DualCamRecordings", "DualCamPlan",
                "DualCamConfig", "Mixer", "Soup",
            ],
            path: "Tests/DualCamFuzz", swiftSettings: strict),
        // The simulated world, in which the deciding halves of session and supervisor run: the code of Scripts/simulate.
        .target(
            name: "DualCamSimulator",
            dependencies: [
                "DualCamSupervisorPolicy", "DualCamSession", "DualCamRecordings", "DualCamPlan", "DualCamConfig",
                "Kernel",
            ],
            path: "Tests/DualCamSimulator", swiftSettings: strict),
        .executableTarget(
            name: "Simulate", dependencies: ["DualCamSimulator", "DualCamPlan"], path: "Tests/Simulate",
            swiftSettings: strict),
        .testTarget(name: "FuzzTests", dependencies: ["DualCamFuzz", "DualCamTestKit"], swiftSettings: strict),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "DualCamSimulator", "DualCamSession", "DualCamRecordings", "DualCamPlan", "DualCamConfig", "Kernel",
            ],
            swiftSettings: strict),
        .testTarget(name: "YAMLTests", dependencies: ["YAML"], swiftSettings: strict),
        .testTarget(name: "EvdevTests", dependencies: ["Evdev"], swiftSettings: strict),
        .testTarget(name: "GcryptTests", dependencies: ["Gcrypt"], swiftSettings: strict),
        .testTarget(name: "Ebur128Tests", dependencies: ["Ebur128"], swiftSettings: strict),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: strict),
        .testTarget(name: "SystemdTests", dependencies: ["Systemd"], swiftSettings: strict),
        .testTarget(name: "GStreamerTests", dependencies: ["GStreamer"], swiftSettings: strict),
        .testTarget(
            name: "MixerTests", dependencies: ["Mixer", "GStreamer", "CGStreamer", "CPicture"], swiftSettings: strict),
        .testTarget(name: "DualCamConfigTests", dependencies: ["DualCamConfig", "YAML"], swiftSettings: strict),
        .testTarget(
            name: "DualCamPlanTests", dependencies: ["DualCamPlan", "DualCamConfig", "DualCamPlanKit"],
            swiftSettings: strict),
        .testTarget(name: "SoupTests", dependencies: ["Soup", "GStreamer"], swiftSettings: strict),
        .testTarget(
            name: "DualCamControlTests",
            dependencies: [
                "DualCamControl", "DualCamTransfer", "DualCamEditing", "DualCamSession", "DualCamRecordings",
                "DualCamPlan", "DualCamConfig", "DualCamPage", "Soup", "Evdev", "DualCamTestKit", "Kernel",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DualCamTimingTests", dependencies: ["DualCamTiming", "DualCamPlan", "DualCamConfig"],
            swiftSettings: strict),
        .testTarget(
            name: "DualCamDevicesTests",
            dependencies: [
                "DualCamDevices", "DualCamPlan", "DualCamConfig", "GStreamer", "CGStreamer", "DualCamTestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DualCamGraphTests",
            dependencies: [
                "DualCamGraph", "DualCamTiming", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Mixer", "GStreamer",
                "CGStreamer", "JPEG", "DualCamTestKit", "Kernel",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DualCamRecordingsTests",
            dependencies: ["DualCamRecordings", "DualCamPlan", "DualCamConfig", "SQLite", "DualCamTestKit", "Kernel"],
            swiftSettings: strict),
        .testTarget(
            name: "DualCamSessionTests",
            dependencies: [
                "DualCamSession", "DualCamRecordings", "DualCamPlan", "DualCamConfig", "DualCamTestKit", "Kernel",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DualCamSupervisorPolicyTests",
            dependencies: [
                "DualCamSupervisorPolicy", "DualCamSession", "DualCamRecordings", "DualCamConfig", "DualCamTestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DualCamEditingTests",
            dependencies: [
                "DualCamEditing", "DualCamProcess", "CommandLine", "DualCamRecordings", "DualCamGraph",
                "DualCamDevices", "DualCamPlan", "DualCamConfig", "GStreamer", "DualCamPlanKit", "DualCamTestKit",
                "Kernel",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DualCamTransferTests",
            dependencies: [
                "DualCamTransfer", "DualCamProcess", "DualCamRecordings", "DualCamGraph", "DualCamDevices",
                "DualCamPlan", "DualCamConfig", "DualCamTestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "DualCamCommands", "DualCamSupervisor", "DualCamWorker", "DualCamTransfer", "DualCamEditing",
                "CommandLine", "DualCamProcess", "DualCamControl", "DualCamSupervisorPolicy", "DualCamSession",
                "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Systemd",
                "DualCamTestKit", "Kernel",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "DualCamCommands", "DualCamSupervisor", "DualCamWorker", "CommandLine", "DualCamProcess",
                "DualCamSupervisorPolicy", "DualCamSession", "DualCamRecordings", "DualCamGraph", "DualCamDevices",
                "DualCamPlan", "DualCamConfig", "DualCamSimulator", "DualCamTestKit",
            ],
            swiftSettings: strict),
    ]
)

// With planted faults, only the simulator, the tests of the modules with such faults, and all that these need are built.
if hasMutants {
    let kept: Set<String> = [
        "CYAML", "YAML", "CSQLite", "SQLite", "CKernel", "Kernel", "CGStreamer", "GStreamer", "CPango", "CLettering",
        "CPicture", "CMixer", "Mixer", "CGcrypt", "Gcrypt", "CEbur128", "Ebur128", "CJPEG", "JPEG", "CommandLine",
        "DualCamConfig", "DualCamPlan", "DualCamTiming", "DualCamDevices", "DualCamGraph", "DualCamRecordings",
        "DualCamSession", "DualCamProcess", "DualCamEditing",
        "DualCamSupervisorPolicy", "DualCamSimulator", "Simulate", "DualCamPlanKit", "DualCamTestKit",
        "DualCamPlanTests", "DualCamRecordingsTests", "DualCamSessionTests", "DualCamEditingTests",
        "DualCamSupervisorPolicyTests", "SimulatorTests",
    ]
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
}

// libFuzzer has a `main` of its own: the target exists only for Scripts/fuzz.
if ProcessInfo.processInfo.environment["DUALCAM_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "dualcam-fuzz", dependencies: ["DualCamFuzz"], path: "Tests/Fuzz/entry",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
