import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamWorker
import Glibc
import Kernel

/// A trial recording of a few seconds from the user's pipeline file. A separate process makes it, and its files are
/// deleted afterwards.
struct TrialRecording: Sendable {
    let request: PipelineRequest
    let place: ProcessEnvironment
    /// The folder for the files of the trial recording, which are deleted afterwards.
    let folder: String
    let length: Duration
    /// The sound tracks of each recorded file, in the order of the tracks.
    let sounds: [PlanSummary.Sound]
    /// The function that returns false once the trial recording should end. It is called repeatedly during the trial
    /// recording.
    let isWanted: @Sendable () -> Bool

    /// The maximum time that the trial recording may take in addition to its length, because devices may open slowly
    /// and encoders may finish late.
    private static let patience = Duration.seconds(60)
    private static let mostBytes = 1 << 24

    /// Makes the trial recording, audits its files, and measures the levels of the microphones. Blocks.
    ///
    /// - Throws: A failure with `fault` if no process can be started.
    func run() throws(CommandFailure) -> TrialReading {
        let settings = request.overrides.map { "--set=" + $0 } + (request.simulate ? ["--simulate"] : [])
        let seconds = Wording.number(length / .seconds(1), fractionDigits: 3)
        let words =
            InternalJob.rehearse.words
            + [request.file, "--json", "--quiet", "--output", folder, "--duration", seconds + "s"] + settings
        let (code, output): (Int32, [UInt8])
        do throws(ChildProcess.Refusal) {
            (code, output) = try ChildProcess.output(
                of: place.launcher, words, environment: place.environment, isGentle: false, isSilent: true,
                within: length + Self.patience, most: Self.mostBytes, ending: SIGTERM, hearing: { _ in isWanted() })
        } catch {
            throw CommandFailure(.fault, "no process can be started: \(String(cString: strerror(error.errorNumber)))")
        }
        let lines = output.split(separator: UInt8(ascii: "\n"))
        let events = lines.compactMap { JSONValue(ifJSON: String(decoding: $0, as: UTF8.self)) }
        let session = events.last { $0["event"]?.text == "started" }?["folder"]?.text
        var reading = TrialReading(exitCode: code, events: events, audit: audit(of: session))
        reading.microphones = microphones(in: reading.files, drifts: drifts(of: session, after: reading.seconds))
        return reading
    }

    /// The length of the intervals, in nanoseconds, for each of which a peak level is measured.
    private static let interval: UInt64 = 100_000_000

    /// Returns the levels of the sound tracks in the first recorded file. Leaves out tracks that cannot be read; the
    /// audit reports them.
    private func microphones(
        in files: [TrialReading.File], drifts: [String: Double]
    ) -> [TrialReading.Microphone] {
        guard let file = files.first else { return [] }
        return sounds.enumerated().compactMap { track, sound in
            guard let preview = try? FilePreview(file.path, named: file.path),
                let peaks = try? preview.peaks(track: track, interval: Self.interval), !peaks.isEmpty
            else { return nil }
            let names = sound.microphones.map { InputName(microphone: $0).title }
            let title = names.isEmpty ? InputName.microphone.title : names.joined(separator: ", ")
            let drift =
                sound.microphones.count > 1 ? nil : drifts[sound.microphones.first ?? InputName.microphone.rawValue]
            return TrialReading.Microphone(title: title, peaks: peaks, drift: drift)
        }
    }

    /// The minimum length of a trial recording, in seconds, from which the clock drift of a microphone is known
    /// reliably.
    private static let settled = 10.0

    /// Returns the measured clock drift of each microphone, keyed by name, in parts per million. Leaves out test tones
    /// and clips, which have no clock of their own.
    private func drifts(of session: String?, after seconds: Double) -> [String: Double] {
        guard let session, seconds >= Self.settled, let record = try? SessionRecord.read(session) else { return [:] }
        return record.ledger.drifts
    }

    private func audit(of session: String?) -> Audit? {
        guard let session else { return nil }
        do throws(SessionReadFailure) { return try Audit.reading(session, tools: .ofThisProcess) } catch { return nil }
    }
}
