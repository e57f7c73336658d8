import Soup
import Testing

@testable import DualCamControl

/// Removes this machine's paths from answers to viewers.
@Suite struct PathRemovalTests {
    private let paths = PathRemoval(["/home/ann b/films", "/home/ann b/films/old", "/", ""])

    @Test(arguments: [
        ("'/home/ann b/films/take/a b.mov' is damaged.", "'take/a b.mov' is damaged."),
        ("/home/ann b/films/take/back.mov: 20 frames", "take/back.mov: 20 frames"),
        ("'/home/ann b/films' is full", "'films' is full"), ("/home/ann b/films2/x", "x"),
        ("/home/ann b/films/old/take", "take"), ("cannot open '/media/my disk/x.mov'", "cannot open 'x.mov'"),
        ("'/media/ann's disk/x.mov' is gone", "'x.mov' is gone"), ("(/srv/x.mov)", "(x.mov)"),
        ("look=/srv/film.cube", "look=film.cube"), ("file:/srv/clip.mov", "file:clip.mov"),
        ("file:///srv/films/back.mov", "file://back.mov"), ("a /srv/films/ b", "a films b"),
        // These are not paths.
        ("30/1", "30/1"), ("8 MB/s and/or more", "8 MB/s and/or more"), ("a / b // c /", "a / b // c /"),
        ("https://tube.example.org/w/12?a=/b", "https://tube.example.org/w/12?a=/b"),
        ("rtsp://camera/live and /srv/x", "rtsp://camera/live and x"),
        ("See /api/v1/openapi.json.", "See /api/v1/openapi.json."),
        ("take/back.mov", "take/back.mov"), ("", ""), ("ä/ö /srv/ä ö", "ä/ö ä ö"),
    ])
    func ofAPathItsNameIsLeft(text: String, told: String) {
        // A path with a blank that is neither in quotes nor in a known folder ends at the blank.
        #expect(paths.text(text) == told)
    }

    @Test func membersThatArePathsAreWhole() throws {
        let line =
            #"{"folder":"/media/my disk/Lecture 1","n":1.25,"list":["/srv/x y",{"path":"a b.mov"}],"address":"http://h/x"}"#
        #expect(
            paths.line(line)
                == #"{"folder":"Lecture 1","n":1.25,"list":["x y",{"path":"a b.mov"}],"address":"http://h/x"}"#)
        #expect(paths.line("no JSON: /srv/x") == "no JSON: /srv/x")
    }

    @Test func filesStayAsTheyAre() {
        let page = WebResponse(200, type: "text/html", body: Array("<a href='/srv/x'>".utf8))
        #expect(page.without(paths) == page)
        let cuts = WebResponse(200, type: "application/yaml", body: Array("look: '/srv/x.cube'\n".utf8))
        #expect(cuts.without(paths).body == Array("look: 'x.cube'\n".utf8))
    }
}
