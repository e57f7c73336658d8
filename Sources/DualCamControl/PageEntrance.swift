package import DualCamConfig
internal import Soup

/// A file that leads a browser to the web page: the command line of a process is no place for a token, as all users can read it.
package enum PageEntrance {
    /// Makes the file, which this user alone can read, and returns its path. Blocks.
    ///
    /// - Parameters:
    ///   - link: The page's, its token included.
    ///   - state: The folder of this user's token: `$XDG_STATE_HOME/dualcam/control`.
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

    /// Returns a file's path as a browser takes it.
    package static func address(of path: String) -> String {
        "file://" + path.split(separator: "/").map { "/" + PercentEncoding.encoded(String($0)) }.joined()
    }
}
