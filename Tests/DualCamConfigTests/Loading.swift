import DualCamConfig

/// The context in which the tests load pipeline files.
let context = LoadContext(environment: ["DEVICE": "/dev/video7", "EMPTY": ""], home: "/home/ada")

/// The shortest pipeline file with two cameras.
let twoCameras = "cameras:\n  back: auto\n  front: auto\n"

func load(_ text: String, overrides: [String] = []) throws(PipelineIssues) -> LoadedPipeline {
    try PipelineLoader.load(Array(text.utf8), named: "pip.yaml", overrides: overrides, context: context)
}

/// Returns the whole error messages for a file; empty if there are none.
func diagnostics(_ bytes: [UInt8], overrides: [String] = [], context: LoadContext = context) -> String {
    do throws(PipelineIssues) {
        _ = try PipelineLoader.load(bytes, named: "pip.yaml", overrides: overrides, context: context)
        return ""
    } catch {
        return error.rendered
    }
}

func diagnostics(_ text: String, overrides: [String] = []) -> String {
    diagnostics(Array(text.utf8), overrides: overrides)
}
