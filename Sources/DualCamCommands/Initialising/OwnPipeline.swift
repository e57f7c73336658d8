import DualCamConfig
import DualCamPlan
import DualCamSession

/// The pipeline file that is used when the user names none. It is written for this machine's devices, unless it already
/// exists.
struct OwnPipeline {
    /// A pipeline file to be served.
    struct Found: Equatable {
        var path: String
        /// The time (UTC) at which the file was just written; `nil` if it already existed.
        var drafted: String?
        /// True when test pictures replace the cameras.
        var simulates: Bool
    }

    var place: ProcessEnvironment

    /// The address of the web page if the user gives none.
    static let listen = "127.0.0.1:8080"

    private var folder: String { place.configurationFolder }

    /// Returns the path of the file for real cameras, or for test pictures. The former names the cameras, so it is only
    /// written if there are some.
    func path(simulates: Bool) -> String { folder + (simulates ? "/test-pictures.yaml" : "/dualcam.yaml") }

    /// Returns the existing file; `nil` if there is none.
    func known(simulates: Bool) -> Found? {
        let path = path(simulates: simulates)
        return place.files.kind(of: path) == .missing ? nil : Found(path: path, simulates: simulates)
    }

    /// Finds the file, or writes it. Blocks.
    ///
    /// - Parameters:
    ///   - simulates: True if test pictures are requested. They are also used if no camera is found.
    ///   - look: Lists the devices of this machine.
    func find(simulates: Bool, _ look: () -> FoundDevices) throws(CommandFailure) -> Found {
        if let known = known(simulates: simulates) { return known }
        var devices = look()
        let simulates = simulates || devices.usualCameras.isEmpty
        if simulates { (devices.cameras, devices.microphones, devices.others) = ([], [], []) }
        if let known = known(simulates: simulates) { return known }
        let path = path(simulates: simulates)
        let drafting = Drafting(found: devices, place: place)
        let draft = drafting.fitted(drafting.usual)
        _ = try drafting.load(draft)
        FileWriting.makeFolder(folder)
        try draft.write(to: path, named: path, elsewhere: "Write one with 'dualcam init FILE', and name it.")
        place.note(draft.told(as: path))
        return Found(path: path, drafted: WallTime.iso8601(WallTime.unixNow()), simulates: simulates)
    }
}

extension RecordingCommand {
    /// Returns the command with the user's own pipeline file if none is named, and with the address of its page.
    func withOwnPipeline(in place: ProcessEnvironment) async throws(CommandFailure) -> Self {
        guard file == nil else { return self }
        let found = try await ownPipeline(in: place)
        var own = self
        (own.file, own.options.drafted) = (found.path, found.drafted)
        if found.simulates, !options.simulate {
            own.options.simulate = true
            place.note("no camera was found: these are test pictures")
        }
        if try own.quiet.order(found.path, serves: true, in: place).pipeline.control.listen == nil {
            own.options.listen = OwnPipeline.listen
        }
        return own
    }

    private func ownPipeline(in place: ProcessEnvironment) async throws(CommandFailure) -> OwnPipeline.Found {
        let (pipeline, simulates) = (OwnPipeline(place: place), options.simulate)
        // GStreamer is not initialised if the file exists, because a supervisor does not need it.
        if let known = pipeline.known(simulates: simulates) { return known }
        try await Preparation.startGStreamer(quiet: options.quiet, in: place)
        let store = CalibrationStore(place)
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            try pipeline.find(simulates: simulates) { FoundDevices.ofThisMachine(store) }
        }
    }

    /// The options for reading the file before it is served.
    var quiet: RecordingOptions {
        var options = options
        options.quiet = true
        return options
    }
}
