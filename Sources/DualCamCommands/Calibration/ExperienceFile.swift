import DualCamPlan
import DualCamSession
import FoundationEssentials

/// The costs of recordings on this machine, kept beside its calibration as `experience-HOST.json`.
extension CalibrationStore {
    /// Ample for what one machine records.
    private static let mostEntries = 64
    private static let mostExperience = 1_000_000

    /// Reads the experience of this very machine; it is empty when the processor or GStreamer has changed since.
    func experience(of machine: MachineIdentity) -> (experience: Experience, note: String?) {
        let path = path("experience", of: machine.host)
        guard files.kind(of: path) == .file else { return (Experience(), nil) }
        guard let bytes = files.bytes(of: path, limit: Self.mostExperience),
            let file = ExperienceFile(ownJSON: bytes), file.isSound
        else {
            return (
                Experience(),
                "\(path), what recordings took on this machine, is damaged and is begun anew with the next recording."
            )
        }
        return (file.machine == machine ? file.experience : Experience(), nil)
    }

    /// - Returns: why it could not be kept.
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

/// The file's content.
struct ExperienceFile: Codable, Equatable, Sendable {
    static let currentFormat = 1

    var format = Self.currentFormat
    var machine: MachineIdentity
    /// The entries by what was recorded.
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
