import DualCamRecordings
import Testing

@testable import CommandLine
@testable import DualCamCommands
@testable import DualCamProcess

@Suite struct HelpTests {
    private static let overview = """
        dualcam records several cameras at once, each to its own file, together with a
        combined picture, from one pipeline file.

        Usage: dualcam COMMAND [options]

        Commands:
          run          record what a pipeline file describes
          serve        keep the cameras open and record one take after another
          open         open the web page of a running recording, or start a server
          init         write a pipeline file for the connected cameras
          forget       forget the settings remembered for a pipeline file
          check        find all problems in a pipeline file
          doctor       make a trial recording and report what is wrong
          plan         show what a recording would do, without recording
          calibrate    measure the cost of recording on this machine
          align        measure camera and microphone delays by flashes and claps
          devices      list the cameras connected to this machine
          encoders     list the video encoders available on this machine
          sessions     list the sessions in one folder or in all known folders
          tag          set the tags and the rating of a session
          recover      finish recordings that a crash interrupted
          audit        prove from the ledger that a session's files are complete
          timeline     write a session as a timeline for a video editor
          compose      render a session's combined picture from its cameras' files
          cuts         print a session's edit decisions as an editable cut list
          trim         cut all files of a session alike, without re-encoding them
          dub          replace a session's sound with that of a separate recorder
          stabilise    write a stabilised copy of a camera's picture
          export       export a session for a platform or a purpose
          stills       render single frames of a session's combined picture
          backup       copy sessions to another place and verify the copies
          publish      publish a session on Opencast or PeerTube
          version      print the version
          help         print the list of commands, or help for one command
          completions  print a completion script for a shell
          schema       print the JSON Schema of the pipeline file, for editors

        While a recording runs, from another terminal:
          status       print the state and the settings of a recording
          layout       arrange the combined picture
          main         choose the camera that fills the picture
          swap         swap the main camera with the one beside or over it
          inset        move, resize or frame the inset
          divider      draw lines between adjacent cameras
          zoom         set the zoom of a camera
          switch       switch the main camera automatically
          look         apply a look to the combined picture or to a camera in it
          adjust       adjust the colours of the combined picture or of a camera
          overlay      show or hide an overlay, or change its text
          control      set a control of a camera
          controls     apply a control preset to one camera or to all cameras
          gain         set the gain of a microphone
          mute         mute a microphone
          unmute       unmute a microphone
          sound        choose how the sound is processed
          microphone   record from another audio device
          wind-filter  turn the wind-noise filter on or off
          delay        set the delay of a camera or a microphone
          pause        pause the recording
          resume       resume the recording after a pause
          mark         set a mark
          record       start a take
          stop         stop recording and finish the files
          split        continue in new files
          bitrate      change the bitrate of an output
          snapshot     save a still picture at full size

        'dualcam help COMMAND' prints help for one command. To try dualcam without a
        camera: dualcam run pip --simulate --duration 10s

        """

    @Test func overviewListsEveryCommand() async {
        let run = await TestRun.of(["help"])
        #expect(run.exitCode == .finished)
        #expect(run.errors.text == "")
        #expect(run.output.text == Self.overview)
    }

    @Test func aPageTellsArgumentsAndOptions() async {
        let run = await TestRun.of(["check", "--help"])
        #expect(
            run.output.text == """
                dualcam check: find all problems in a pipeline file

                Usage: dualcam check FILE [options]

                Arguments:
                  FILE  the pipeline file

                Options:
                  --set KEY=VALUE  override one key: --set cameras.back.rate=15 (may be
                                   repeated)
                  --json           print the problems as a JSON object
                  -h, --help       print this page

                Prints every problem with its line, a caret and a suggestion. Also checks what
                the file refers to: clips, a token, certificates, the folder of the metrics, the
                backup destination, a port. Notes name settings that have no effect, and devices
                and encoders that this machine lacks now. If all devices are present, a cost
                that 'run' refuses is a problem (65); 'dualcam plan' prints the cost of a
                recording. Nothing is recorded. If FILE is -, the pipeline is read from standard
                input.

                Exit codes: 0 no problem; 65 the file is wrong; 69, 73 or 74 something that the
                file refers to is missing, or the disk has a problem, with the same code as
                'run'.

                """)
    }

    @Test(arguments: Invocation.commands.map { $0.usage.name })
    func noPageIsWiderThanATerminal(name: String) async {
        let run = await TestRun.of(["help", name])
        #expect(run.exitCode == .finished)
        #expect(run.output.text.split(separator: "\n").allSatisfy { $0.count <= HelpText.width })
    }

    @Test func anUnknownTopicIsAnError() async {
        let run = await TestRun.of(["help", "plann"])
        #expect(run.exitCode == .usage)
        #expect(run.output.text == "")
        #expect(run.errors.text == "dualcam: error: there is no command 'plann'. Did you mean 'plan'?\n")
    }
}
