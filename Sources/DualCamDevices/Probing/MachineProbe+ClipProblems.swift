package import DualCamConfig
package import DualCamPlan

extension MachineProbe {
    /// The reason why a clip that the pipeline file names cannot be played.
    package struct ClipProblem: Sendable, Equatable {
        /// The key in the pipeline file that names the clip, such as `cameras.back.device`.
        package var keyPath: String
        package var failure: GraphFailure
    }

    /// Opens every clip that the pipeline uses in place of a camera or a microphone, and returns the problems. A clip
    /// that several inputs use is reported once. Blocks.
    package static func clipProblems(of pipeline: Pipeline) -> [ClipProblem] {
        var clips = ClipCache()
        var found: [ClipProblem] = []
        func look(_ keyPath: String, _ open: () throws(GraphFailure) -> Void) {
            do throws(GraphFailure) { try open() } catch {
                guard !found.contains(where: { $0.failure == error }) else { return }
                found.append(ClipProblem(keyPath: keyPath, failure: error))
            }
        }
        for camera in pipeline.cameras {
            guard case .file = camera.device else { continue }
            look("cameras.\(camera.name).device") { () throws(GraphFailure) in
                _ = try source(of: camera, chosen: nil, &clips)
            }
        }
        for microphone in pipeline.microphones {
            guard case .file(let path) = microphone.device else { continue }
            look("\(microphone.keyPath).device") { () throws(GraphFailure) in
                _ = try MicrophoneProbe.clip(path, of: microphone, &clips)
            }
        }
        return found
    }

    /// Returns an issue for each clip that can be played but not recorded without re-encoding, if the pipeline file
    /// requests recording without re-encoding. Blocks.
    package static func passingIssues(of pipeline: Pipeline) -> [PlanIssue] {
        var clips = ClipCache()
        return pipeline.cameras.compactMap { camera in
            guard case .file(let path) = camera.device, let clip = try? clips.facts(of: path) else { return nil }
            return PlanIssue.passing(camera, clip, in: pipeline)
        }
    }
}
