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
          serve        keep the cameras open, and record take after take
          open         open the web page of a running recording, or start a server
          init         write a pipeline file for the cameras that are connected
          forget       forget what was set while recordings of a pipeline file ran
          check        find all problems of a pipeline file
          doctor       try a recording on this machine and say what is wrong
          plan         show what a recording would do, without recording
          calibrate    measure what recording costs on this machine
          align        measure which cameras and microphones are late, by flashes and
                       claps
          devices      list the cameras of this machine
          encoders     list the encoders that this machine has
          sessions     list the recorded sessions of a folder, or of all folders
          tag          give a recorded session tags and a rating
          recover      finish what a crash left of a recording
          audit        prove from the ledger that a session's files are whole
          timeline     write a finished session as a timeline for a video editor
          compose      draw a finished session's combined file out of its cameras' files
          cuts         print how a session's picture was directed, as a cut list to be
                       changed
          trim         cut a finished session's files, all alike, without re-encoding
                       them
          dub          give a finished session's files the sound of a separate recorder,
                       in sync
          stabilise    make the picture of a camera steady, in a new file
          export       write a finished session in the form that a platform or a purpose
                       wants
          stills       draw single frames of a finished session's combined picture
          backup       copy finished sessions to another place by rclone, and verify
                       them there
          publish      hand a finished session over to Opencast or PeerTube
          version      print the version
          help         print the list of commands, or what one of them takes
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

        'dualcam help COMMAND' tells more of one. The shortest way to a recording
        without any camera: dualcam run pip --simulate --duration 10s

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
                dualcam check: find all problems of a pipeline file

                Usage: dualcam check FILE [options]

                Arguments:
                  FILE  the pipeline file

                Options:
                  --set KEY=VALUE  override one key: --set cameras.back.rate=15 (may be
                                   repeated)
                  --json           print the problems as a JSON object
                  -h, --help       print this page

                Every problem is printed with its line, a caret and what would be right, and so
                is everything that the file names and that is not there: clips, a token,
                certificates, the folder of the figures, the place for copies, a port. Notes say
                what the file says that changes nothing, and which devices and encoders this
                machine lacks now. Exit code 0: no problem; 65: the file is wrong; 69, 73 or 74:
                something it names is not there, or the disk, as 'run' would tell. Where all
                devices are there, a cost that 'run' refuses is a problem (65); 'dualcam plan'
                tells what a recording costs. No device is recorded from. Where FILE is -, the
                pipeline comes on standard input.

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
