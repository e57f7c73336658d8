import DualCamConfig
import DualCamPlan
import DualCamSession

/// The pipeline file of whoever names none. It is written for what the machine has, unless it is there already.
struct OwnPipeline {
    /// A pipeline file to be served.
    struct Found: Equatable {
        var path: String
        /// The time (UTC) at which it was written just now; `nil`: it was there before.
        var drafted: String?
        /// Test pictures stand in for cameras.
        var simulates: Bool
    }

    var place: ProcessEnvironment

    /// The address of the page of whoever names none.
    static let listen = "127.0.0.1:8080"

    private var folder: String { place.configurationFolder }

    /// The file for the machine's own cameras, and the one for test pictures: the first is only written where there are cameras, as it
    /// names them.
    func path(simulates: Bool) -> String { folder + (simulates ? "/test-pictures.yaml" : "/dualcam.yaml") }

    /// The file that is there already.
    func known(simulates: Bool) -> Found? {
        let path = path(simulates: simulates)
        return place.files.kind(of: path) == .missing ? nil : Found(path: path, simulates: simulates)
    }

    /// Finds the file, or writes it. Blocks.
    ///
    /// - Parameters:
    ///   - simulates: Test pictures are asked for; they are also what there is where no camera is found.
    ///   - look: asks the machine what it has.
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
    /// Takes this user's own pipeline file where none is named, and has its page served.
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
        // Whoever only supervises needs no GStreamer.
        if let known = pipeline.known(simulates: simulates) { return known }
        try await Preparation.startGStreamer(quiet: options.quiet, in: place)
        let store = CalibrationStore(place)
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            try pipeline.find(simulates: simulates) { FoundDevices.ofThisMachine(store) }
        }
    }

    /// The options for a look at the file before it is served.
    var quiet: RecordingOptions {
        var options = options
        options.quiet = true
        return options
    }
}
