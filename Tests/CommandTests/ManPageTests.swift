import DualCamRecordings
import Testing

@testable import CommandLine
@testable import DualCamCommands
@testable import DualCamProcess

@Suite struct ManPageTests {
    private static let usage = CommandUsage(
        program: "dualcam", name: "wind-filter", summary: "turn the wind-noise filter on or off",
        discussion: ".hidden files\nback\\slash",
        parameters: [
            ArgumentUsage(name: "STATE", summary: "the filter", accepted: "on or off", isRequired: true)
        ],
        options: [
            ArgumentUsage(name: "session", placeholder: "NAME", summary: "which recording"),
            ArgumentUsage(name: "set", placeholder: "KEY=VALUE", summary: "a key", repeats: true),
        ], examples: ["wind-filter on"])

    @Test func aPageIsWrittenInTheLanguageOfMan() {
        #expect(
            ManPage.page(for: Self.usage, version: ProductVersion.current)
                == #"""
                .TH DUALCAM\-WIND\-FILTER 1 "" "dualcam VERSION" "User Commands"
                .SH NAME
                dualcam\-wind\-filter \- turn the wind\-noise filter on or off
                .SH SYNOPSIS
                .B dualcam wind\-filter STATE [options]
                .SH DESCRIPTION
                \&.hidden files
                .PP
                back\eslash
                .SH ARGUMENTS
                .TP
                \fBSTATE\fR
                the filter (on or off)
                .SH OPTIONS
                .TP
                \fB\-\-session NAME\fR
                which recording
                .TP
                \fB\-\-set KEY=VALUE\fR
                a key (may be repeated)
                .TP
                \fB\-h, \-\-help\fR
                print the help
                .SH EXAMPLES
                .EX
                dualcam wind\-filter on
                .EE
                .SH SEE ALSO
                \fBdualcam\fR(1)

                """#.replacing("VERSION", with: ProductVersion.current))
    }

    /// Scripts/package creates a manual page for each name that the overview mentions.
    @Test func theOverviewNamesThePageOfEachCommand() async {
        let run = await TestRun.of(["help", "--man"])
        #expect(run.exitCode == .finished)
        for name in Invocation.commands.map({ $0.usage.name }) {
            let reference = "\\fBdualcam\\-\(name.replacing("-", with: "\\-"))\\fR(1)"
            #expect(run.output.text.contains(reference), "\(name)")
        }
    }
}
