package import Testing

/// The test tiers of `Scripts/test`. A test without a tag is quick: it runs in parallel with all other quick tests,
/// also with `--quick`. If a test has several tags, including those of its suites, the one that is declared first here
/// counts.
extension Tag {
    /// Marks a test that boots an emulated machine, which takes minutes. Such tests run only with `--all`.
    @Tag package static var emulatedMachine: Self

    /// Marks a test that passes only if the machine is fast enough: it counts every frame of a live recording, or
    /// checks a duration. Such tests run only with `--all`, one after the other, while nothing else runs. Only these
    /// tests and those of emulated machines may be `.onceMore`.
    @Tag package static var realTime: Self

    /// Marks a test that records, runs pipelines or starts many programs, and passes however slow the machine is. Such
    /// tests run with every `Scripts/test` except `--quick`.
    @Tag package static var process: Self
}
