import Testing

/// Texts that are not YAML, or that mean something else in YAML than their authors think: the whole message for each.
@Suite struct MistakeBracketTests {
    @Test(arguments: [
        (
            #"""
            cameras: {back: test}
            name: "C:\pip\q"
            """#,
            #"""
            pip.yaml:2:10: error: a backslash in double quotes begins an escape, and there is none such; write \\ \#
            for a backslash, or put the text in single quotes
            name: "C:\pip\q"
                     ^
            """#
        ),
        (
            """
            cameras:
              - back: test
              - front: test
            """,
            """
            pip.yaml:1:1: error: cameras: a list, where a section is needed; write its keys indented below, without \
            '-' or brackets
            cameras:
            ^
            """
        ),
        (
            """
            - name: pip
            - cameras: {back: test}
            """,
            """
            pip.yaml:1:1: error: a list, where a section is needed; write its keys indented below, without '-' or \
            brackets
            - name: pip
            ^
            """
        ),
        (
            """
            cameras:
              back: test
              - front: test
            """,
            """
            pip.yaml:3:3: error: a list item, where a key is needed; leave the '-' out, or give the list a key of \
            its own
              - front: test
              ^
            """
        ),
        (
            """
            storage:
              warn-at:
                - 10GB
                keep-free: 1GB
            cameras: {back: test}
            """,
            """
            pip.yaml:4:5: error: a key, where a list item is needed; write '- ' before it, or begin it in the column \
            of its section's keys
                keep-free: 1GB
                ^
            """
        ),
        (
            """
            cameras: {back: test}
            recording:
              outputs: [back, combined
              container: mov
            """,
            """
            pip.yaml:3:12: error: this '[' is not closed; write ']' at the end of the list
              outputs: [back, combined
                       ^
            """
        ),
        (
            """
            cameras: {back: test
            recording:
              container: mov
            """,
            """
            pip.yaml:1:10: error: this '{' is not closed; write '}' at the end of the section
            cameras: {back: test
                     ^
            """
        ),
        (
            """
            cameras: {back: [test}
            """,
            """
            pip.yaml:1:17: error: this '[' is not closed; write ']' at the end of the list
            cameras: {back: [test}
                            ^
            """
        ),
        (
            """
            cameras: {back: test}}
            """,
            """
            pip.yaml:1:22: error: there is nothing for this '}' to close; remove it, or put the text in quotes
            cameras: {back: test}}
                                 ^
            """
        ),
        (
            """
            cameras: {back: test}
            combined: {background: #000000}
            """,
            """
            pip.yaml:2:24: error: '#' begins a comment, so that the bracket before it is not closed; put the text \
            with the '#' in quotes, or close the bracket before it
            combined: {background: #000000}
                                   ^
            """
        ),
        (
            """
            cameras:
              back: {device: test
                size: 640x360}
            """,
            """
            pip.yaml:2:22: error: a comma is missing; separate what stands in brackets by commas
              back: {device: test
                                 ^
            """
        ),
        (
            """
            cameras: {back: test}
            recording: {outputs: ["back" "combined"]}
            """,
            """
            pip.yaml:2:29: error: a comma is missing; separate what stands in brackets by commas
            recording: {outputs: ["back" "combined"]}
                                        ^
            """
        ),
    ])
    func listsAndBrackets(text: String, message: String) { #expect(diagnostics(text) == message) }
}
