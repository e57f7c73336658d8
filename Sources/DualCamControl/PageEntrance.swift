package import DualCamConfig
internal import Soup

/// A file that redirects a browser to the web page. A token must not be on a command line, because all users can read
/// it there.
package enum PageEntrance {
    /// Creates the file, which only the current user can read, and returns its path. Blocks.
    ///
    /// - Parameters:
    /// - link: The page's link, including its token.
    /// - state: The folder of the user's token: `$XDG_STATE_HOME/dualcam/control`.
    package static func make(for link: String, state: String) throws(Refusal) -> String {
        let path = try PrivateFolder(state).path + "/open.html"
        let target = link.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        try SecretFile.make(
            path,
            """
            <!doctype html><meta charset="utf-8"><title>dualcam</title>
            <meta http-equiv="refresh" content="0; url=\(target)"><a href="\(target)">dualcam</a>

            """)
        return path
    }

    /// Returns a file's path as a `file:` address for a browser.
    package static func address(of path: String) -> String {
        "file://" + path.split(separator: "/").map { "/" + PercentEncoding.encoded(String($0)) }.joined()
    }
}
