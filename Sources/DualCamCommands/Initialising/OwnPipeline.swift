import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The user's own pipeline file, which is used if the command line names no file. If the file does not exist, dualcam
/// creates it for this machine's devices.
struct OwnPipeline {
    /// The user's own pipeline file, after it has been found or written.
    struct Found: Equatable {
        var path: String
        /// The UTC time at which dualcam has just written the file; `nil` if the file already existed.
        var drafted: String?
        /// True if test pictures replace the cameras that the pipeline file names.
        var simulates: Bool
    }

    var place: ProcessEnvironment

    /// The address of the web page that is used if neither the user nor the pipeline file specifies an address.
    static let listen = "127.0.0.1:8080"

    private var folder: String { place.configurationFolder }

    /// Returns the path of the user's own pipeline file. There are two such files: one for test pictures, and one for
    /// real cameras. The latter contains the names of cameras, so it is written only if cameras are found.
    ///
    /// - Parameter simulates: True for the file with test pictures.
    func path(simulates: Bool) -> String { folder + (simulates ? "/test-pictures.yaml" : "/dualcam.yaml") }

    /// Returns the user's own pipeline file if it exists; otherwise `nil`.
    func known(simulates: Bool) -> Found? {
        let path = path(simulates: simulates)
        return place.files.kind(of: path) == .missing ? nil : Found(path: path, simulates: simulates)
    }

    /// Returns the user's own pipeline file. If it does not exist, it is written first. Blocks.
    ///
    /// - Parameters:
    ///   - simulates: True if the user requests test pictures. They are also used if no camera is found.
    ///   - look: Searches for the devices of this machine.
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
    /// Returns the command with a pipeline file to record. If the user named none, this is the user's own pipeline
    /// file, with an address for its web page.
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
        try await place.startGStreamer(quiet: options.quiet)
        let store = CalibrationStore(place)
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            try pipeline.find(simulates: simulates) { FoundDevices.ofThisMachine(store) }
        }
    }

    /// The options of this command with `quiet` set, for reading the pipeline file without printing notes.
    var quiet: RecordingOptions {
        var options = options
        options.quiet = true
        return options
    }
}
