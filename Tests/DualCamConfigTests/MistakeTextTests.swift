import Testing

/// Texts that are not YAML, or that mean something else in YAML than their authors think: the whole message for each.
@Suite struct MistakeTextTests {
    @Test(arguments: [
        (
            """
            cameras: {back: test}
            recording:
              name: my recording: take 2
            """,
            """
            pip.yaml:3:21: error: a second ': ' on one line; put the text in quotes, or give the second key a line \
            of its own
              name: my recording: take 2
                                ^
            """
        ),
        (
            """
            cameras: {back: test}
            recording: {name: my recording: take 2}
            """,
            """
            pip.yaml:2:31: error: a second ': ' on one line; put the text in quotes, or give the second key a line \
            of its own
            recording: {name: my recording: take 2}
                                          ^
            """
        ),
        (
            """
            cameras:
              back:\tdevice: test
            """,
            """
            pip.yaml:2:15: error: a second ': ' on one line; put the text in quotes, or give the second key a line \
            of its own
              back:\tdevice: test
                   \t      ^
            """
        ),
        (
            """
            cameras: {back: test}
            recording:
              name: %host%
            """,
            """
            pip.yaml:3:9: error: nothing can begin with '%' here; put the text in quotes
              name: %host%
                    ^
            """
        ),
        (
            """
            cameras: {back: test}
            %host: x
            """,
            """
            pip.yaml:2:1: error: nothing can begin with '%' here; put the text in quotes
            %host: x
            ^
            """
        ),
        (
            """
            cameras: {back: test}
            recording:
              name: {date}_{time}
            """,
            """
            pip.yaml:3:9: error: '{' begins a section, and more text follows its '}'; put the whole text in quotes
              name: {date}_{time}
                    ^
            """
        ),
        (
            """
            cameras: {back: test}
            recording: {name: {date}}
            """,
            """
            pip.yaml:2:13: error: recording.name: is a section, but one value is needed; put a text that begins with \
            '{' in quotes
            recording: {name: {date}}
                        ^
            """
        ),
        (
            """
            cameras: {back: test}
            recording:
              name: @home
            """,
            """
            pip.yaml:3:9: error: nothing can begin with '@' here; put the text in quotes
              name: @home
                    ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: `host`
            """,
            """
            pip.yaml:2:7: error: nothing can begin with '`' here; put the text in quotes
            name: `host`
                  ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: |pip
            """,
            """
            pip.yaml:2:7: error: nothing can begin with '|' here; put the text in quotes
            name: |pip
                  ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: ,x
            """,
            """
            pip.yaml:2:7: error: nothing can begin with ',' here; put the text in quotes
            name: ,x
                  ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: ? x
            """,
            """
            pip.yaml:2:7: error: nothing can begin with '?' here; put the text in quotes
            name: ? x
                  ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: *pip
            """,
            """
            pip.yaml:2:7: error: anchors and aliases are not supported; write the value out, or put the text in quotes
            name: *pip
                  ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: &pip
            """,
            """
            pip.yaml:2:7: error: anchors and aliases are not supported; write the value out, or put the text in quotes
            name: &pip
                  ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: !pip
            """,
            """
            pip.yaml:2:7: error: tags are not supported; leave the word with '!' out, or put the value in quotes
            name: !pip
                  ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: "my pip
            recording:
              container: mov
            """,
            """
            pip.yaml:2:7: error: this quote is not closed; write the same quote at the end of the text
            name: "my pip
                  ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: 'my pip
            recording:
              container: 'mov'
            """,
            """
            pip.yaml:2:7: error: this quote is not closed; write the same quote at the end of the text
            name: 'my pip
                  ^
            """
        ),
        (
            """
            cameras: {back: test}
            name: 'it's'
            """,
            """
            pip.yaml:2:11: error: there is more text after the closing quote; write '' for an apostrophe inside, or \
            put the text in double quotes
            name: 'it's'
                      ^
            """
        ),
    ])
    func textsWithoutQuotes(text: String, message: String) { #expect(diagnostics(text) == message) }
}
