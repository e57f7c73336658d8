import DualCamSession
import DualCamSupervision

/// The files of successive steps, each of which reads the previous one. They are kept in the session's folder, where
/// they outlive this process, or without a name beside the new file. All functions block.
final class StabilisingSteps {
    private let draft: CompositionDraft?
    private var unnamed: [NewFile] = []
    private let output: String
    private let place: ProcessEnvironment

    /// Finds the completed steps of an earlier run.
    ///
    /// - Parameters:
    ///   - key: The key that differs for every different result.
    ///   - output: The path of the new file.
    init(of folder: String, key: String, beside output: String, in place: ProcessEnvironment) {
        (self.output, self.place) = (output, place)
        draft = CompositionDraft.kept(what: "done", of: folder, key: key, whileBusy: "makes", in: place)
    }

    /// The number of completed steps.
    var count: Int { draft?.count ?? unnamed.count }

    /// The advice after an interruption.
    var advice: String {
        draft == nil
            ? "Nothing was written."
            : "What is done is kept for a week in the session's folder: the same command goes on with it."
    }

    func path(of step: Int) -> String { draft?.path(of: step) ?? unnamed[step].writingPath }

    /// Performs the next step. `body` receives the path of an empty file, and returns false if its end was requested.
    func perform(_ body: (String) throws(CommandFailure) -> Bool) throws(CommandFailure) -> Bool {
        let step = count
        guard let draft else {
            let file = try OutputOption.file.create("\(output).\(step)")
            guard try body(file.writingPath) else { return false }
            unnamed.append(file)
            return true
        }
        let path = try translated { () throws(FolderFailure) in try draft.create(step) }
        guard try body(path) else { return false }
        try translated { () throws(FolderFailure) in try draft.keep(step) }
        return true
    }

    /// Deletes the last step, so that it is performed again.
    func discardLast() {
        do throws(FolderFailure) { try draft?.discard(count - 1) } catch {
            place.note("warning: a step of the stabilisation is left over: \(error.message)", .warning)
        }
    }

    /// Deletes all steps, once the new files have their names.
    func forget() { draft?.forget("steps of the stabilisation", in: place) }
}
