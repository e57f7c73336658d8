package import Testing

/// The tiers of `Scripts/test`. A test without a tag is quick: it runs beside all other quick ones, also by `--quick`. If a test has
/// several tags, its own and those of the suites around it, the one that stands first here wins.
extension Tag {
    /// Boots an emulated machine, which takes minutes. Runs with `--all` only.
    @Tag package static var emulatedMachine: Self

    /// Passes only if the machine is fast enough: it counts every frame of a live recording, or judges how long something took. Runs
    /// with `--all` only, one after the other, when nothing else runs. Only these tests and those of emulated machines may be
    /// `.onceMore`.
    @Tag package static var realTime: Self

    /// Records, runs pipelines or starts many programs, and passes however slow the machine is. Runs with every `Scripts/test` but
    /// `--quick`.
    @Tag package static var process: Self
}
