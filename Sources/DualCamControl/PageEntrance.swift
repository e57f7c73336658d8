package import DualCamConfig
internal import Soup

/// A temporary page that forwards a browser to the control page. It keeps the link's token off the browser's command
/// line, because all users can read command lines.
package enum PageEntrance {
    /// Creates the temporary page, which only the current user can read, and returns its path. Blocks.
    ///
    /// - Parameters:
    ///   - link: the link to the control page, including its token.
    ///   - state: the folder of the user's token: `$XDG_STATE_HOME/dualcam/control`.
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

    /// Returns the path of a file as a `file:` URL for a browser.
    package static func address(of path: String) -> String {
        "file://" + path.split(separator: "/").map { "/" + PercentEncoding.encoded(String($0)) }.joined()
    }
}
