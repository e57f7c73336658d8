import Testing

/// Texts that are not YAML, or that mean something else in YAML than their authors think: the whole message for each.
@Suite struct MistakeTests {
    @Test(arguments: [
        (
            """
            name: pip
            cameras:
              back: {device: test}
              front:
                device:test
            """,
            """
            pip.yaml:5:5: error: cameras.front.device: there is no space after the colon; write device: test
                device:test
                ^
            """
        ),
        (
            """
            cameras:
              back:
                device:test
                size: 640x360
            """,
            """
            pip.yaml:3:12: error: there is no space after the colon; write device: test
                device:test
                       ^
            """
        ),
        (
            """
            name:pip
            cameras:
              back: test
            """,
            """
            pip.yaml:1:6: error: there is no space after the colon; write name: pip
            name:pip
                 ^
            """
        ),
        (
            """
            cameras:
              back: {device:test, size: 640x360}
            """,
            """
            pip.yaml:2:10: error: cameras.back.device:test: there is no space after the colon; write device: test
              back: {device:test, size: 640x360}
                     ^
            """
        ),
        (
            """
            cameras: {back: test}
            recording:
              container:mov
              segment:off
            """,
            """
            pip.yaml:3:3: error: recording: there is no space after the colon; write container: mov
              container:mov
              ^
            """
        ),
        (
            """
            cameras: {back: test}
            microphone:
              device:test
            """,
            """
            pip.yaml:3:3: error: microphone.device: there is no space after the colon; write device: test
              device:test
              ^
            """
        ),
        (
            """
            cameras: {back: test}
            recording:
              outputs:
                -back
                -combined
            """,
            """
            pip.yaml:4:5: error: recording.outputs: a list is needed; write a space after each '-', or auto
                -back
                ^
            """
        ),
        (
            """
            cameras
              back: test
            """,
            """
            pip.yaml:1:1: error: this line has no ': '; write it as in KEY: VALUE
            cameras
            ^
            """
        ),
        (
            """
            cameras:
              back
                device: test
            """,
            """
            pip.yaml:2:3: error: this line has no ': '; write it as in KEY: VALUE
              back
              ^
            """
        ),
        (
            """
            cameras:
              back: test
            name = pip
            """,
            """
            pip.yaml:3:1: error: this line has no ': '; write it as in KEY: VALUE
            name = pip
            ^
            """
        ),
        (
            """
            cameras:
              back:
                device: test
               size: 640x360
            """,
            """
            pip.yaml:4:4: error: this line begins in column 4, where no line around it does; begin it in column 3 \
            like line 2, or in column 5 like line 3
               size: 640x360
               ^
            """
        ),
        (
            """
            cameras:
              back: test
             front: test
            """,
            """
            pip.yaml:3:2: error: this line begins in column 2, where no line around it does; begin it in column 1 \
            like line 1, or in column 3 like line 2
             front: test
             ^
            """
        ),
        (
            """
            cameras:
              back:
                device: test
                 size: 640x360
            """,
            """
            pip.yaml:4:6: error: this line begins in column 6, where no line around it does; begin it in column 5 \
            like line 3
                 size: 640x360
                 ^
            """
        ),
        (
            """
            cameras:
              back: test
               front: test
            """,
            """
            pip.yaml:3:4: error: this line begins in column 4, where no line around it does; begin it in column 3 \
            like line 2
               front: test
               ^
            """
        ),
        (
            """
             cameras:
              back: test
            name: pip
            """,
            """
            pip.yaml:3:1: error: this line begins in column 1, where no line around it does; begin it in column 2 \
            like line 1
            name: pip
            ^
            """
        ),
        (
            """
            cameras:
            \tback: test
            """,
            """
            pip.yaml:2:1: error: a tab cannot indent; use spaces
            \tback: test
            ^
            """
        ),
        (
            """
            cameras:
              back:
                device: test
            \tsize: 640x360
            """,
            """
            pip.yaml:4:1: error: a tab cannot indent; use spaces
            \tsize: 640x360
            ^
            """
        ),
        (
            """
            cameras:
              back:
               \tdevice: test
            """,
            """
            pip.yaml:3:4: error: a tab cannot indent; use spaces
               \tdevice: test
               ^
            """
        ),
    ])
    func keysAndColumns(text: String, message: String) { #expect(diagnostics(text) == message) }
}
