import CommandLine
import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamSession

/// Asks the user the five questions of `dualcam init --wizard`. An empty answer selects the default, which each
/// question shows in brackets.
struct Wizard {
    var found: FoundDevices
    var place: ProcessEnvironment

    /// Asks the questions and returns the draft of the pipeline file that results from the answers. Throws a failure
    /// with `ExitCode.usage` if the input ends before the last answer.
    ///
    /// - Parameter usual: The default draft, from which the default answers are taken.
    func ask(about usual: PipelineDraft) throws(CommandFailure) -> PipelineDraft {
        let name = try ask("1. What is the recording called?", usual.name) { $0 }
        var draft = try cameras(usual)
        draft.name = name
        draft.sound = try sound(usual)
        let layouts = LayoutName.builtInWords + ["none"]
        draft.layout = try ask(
            "4. How are the cameras arranged in one more picture? \(layouts.joined(separator: ", "))",
            draft.layout ?? "none", oneOf: layouts)
        if draft.layout == "none" { draft.layout = nil }
        draft.directory = try ask("5. Where do the recordings go?", usual.directory) { $0 }
        return draft
    }

    private func cameras(_ usual: PipelineDraft) throws(CommandFailure) -> PipelineDraft {
        let offered = found.everyCamera
        guard !offered.isEmpty else {
            let count = try ask("2. No camera was found. How many will there be, one to four?", "2") {
                Int($0).flatMap { (1...4).contains($0) ? $0 : nil }
            }
            return PipelineDraft([], count: count)
        }
        for (index, camera) in offered.enumerated() {
            place.output.write("   \(index + 1)  \(camera.title)\n")
        }
        let taken = usual.cameras.indices.filter { usual.cameras[$0].device != nil }
        let all = taken.isEmpty ? "1" : taken.map { "\($0 + 1)" }.joined(separator: " ")
        let chosen = try ask("2. Which cameras, at most four, the main one first?", all) { text -> [Int]? in
            let words = text.split { " ,".contains($0) }
            let numbers = words.compactMap { Int($0) }.filter { (1...offered.count).contains($0) }
            let isSound = numbers.count == words.count && Set(numbers).count == numbers.count
            return isSound && (1...4).contains(numbers.count) ? numbers : nil
        }
        return PipelineDraft(chosen.map { offered[$0 - 1] }, count: chosen.count)
    }

    private func sound(_ usual: PipelineDraft) throws(CommandFailure) -> PipelineDraft.Sound {
        for (index, microphone) in found.microphones.enumerated() {
            place.output.write("   \(index + 1)  \(microphone.title)\n")
        }
        if found.microphones.isEmpty {
            let word = try ask(
                "3. No microphone was found. Use one that is connected later (auto), or none?",
                usual.sound == .none ? "none" : "auto", oneOf: ["auto", "none"])
            return word == "auto" ? .automatic : .none
        }
        let number = try ask("3. Which microphone? 0 records no sound", "1") {
            Int($0).flatMap { (0...found.microphones.count).contains($0) ? $0 : nil }
        }
        return number == 0 ? .none : .device(found.microphones[number - 1])
    }

    private func ask(_ question: String, _ usual: String, oneOf words: [String]) throws(CommandFailure) -> String {
        try ask(question, usual) { words.contains($0) ? $0 : nil }
    }

    /// Asks a question, repeatedly until the answer is valid, and returns the answer. `usual` is the default answer.
    /// `read` parses an answer, and returns `nil` if it is not valid.
    private func ask<Answer>(
        _ question: String, _ usual: String, _ read: (String) -> Answer?
    ) throws(CommandFailure) -> Answer {
        while true {
            place.output.write("\(question) [\(usual)] ")
            guard let line = place.readLine() else {
                place.output.write("\n")
                throw CommandFailure(
                    .usage, "the answers ended before the questions, and nothing was written",
                    next: "Leave out --wizard to write a file without questions.")
            }
            let text = HelpText.trimmed(String(line.drop { $0 == " " }))
            if let answer = read(text.isEmpty ? usual : text) { return answer }
            place.output.write("   '\(text)' is not a valid answer.\n")
        }
    }
}
