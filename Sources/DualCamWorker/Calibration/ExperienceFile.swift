import DualCamPlan
import DualCamProcess
import FoundationEssentials

/// The measured costs of earlier recordings on this machine, stored next to its calibration as `experience-HOST.json`.
extension CalibrationStore {
    /// The maximum number of kinds of recordings whose measured costs are stored, enough for one machine.
    private static let mostEntries = 64
    private static let mostExperience = 1_000_000

    /// Returns the measured costs of earlier recordings. The result is empty if the machine's processor or GStreamer
    /// version has changed since. The note is `nil` unless the file is damaged.
    func experience(of machine: MachineIdentity) -> (experience: Experience, note: String?) {
        let path = path("experience", of: machine.host)
        guard files.kind(of: path) == .file else { return (Experience(), nil) }
        guard let bytes = files.bytes(of: path, limit: Self.mostExperience),
            let file = ExperienceFile(ownJSON: bytes), file.isSound
        else {
            return (
                Experience(),
                "\(path), the cost of past recordings on this machine, is damaged. The next recording replaces it."
            )
        }
        return (file.machine == machine ? file.experience : Experience(), nil)
    }

    /// Stores the measured cost of a recording.
    /// - Returns: The reason why the cost could not be stored; `nil` on success.
    func learn(_ entry: Experience.Entry, of work: String, on machine: MachineIdentity) -> String? {
        var experience = experience(of: machine).experience
        experience.learn(entry, of: work)
        experience.keep(atMost: Self.mostEntries)
        let path = path("experience", of: machine.host)
        do throws(CommandFailure) {
            return FileWriting.write(try JSONText.line(ExperienceFile(experience, of: machine)), to: path)
        } catch {
            return error.text
        }
    }
}

/// The content of the file `experience-HOST.json`, which contains measured costs of recordings.
struct ExperienceFile: Codable, Equatable, Sendable {
    static let currentFormat = 1

    var format = Self.currentFormat
    var machine: MachineIdentity
    /// The measured cost of each kind of recording. Each key is text that identifies the kind of recording.
    var recordings: [String: Experience.Entry]

    init(_ experience: Experience, of machine: MachineIdentity) {
        (self.machine, recordings) = (machine, experience.entries)
    }

    var experience: Experience { Experience(recordings) }

    var isSound: Bool {
        format == Self.currentFormat
            && recordings.values.allSatisfy {
                $0.cores.isFinite && $0.cores > 0 && $0.seconds.isFinite && $0.seconds > 0
            }
    }
}
