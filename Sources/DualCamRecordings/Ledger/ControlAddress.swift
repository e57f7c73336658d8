/// The addresses at which dualcam accepts commands.
package struct ControlAddress: Sendable, Equatable {
    /// The path of the Unix socket; `nil` if there is none.
    package var socket: String?
    /// The address of the HTTP server, such as `http://127.0.0.1:8080`; `nil` if there is none.
    package var url: String?
    /// The path of the file with the token that clients of `url` must send; `nil` if no token is required.
    package var tokenFile: String?
    /// The path of the HTTP server's self-signed certificate, which clients of `url` must trust; `nil` if there is
    /// none.
    package var certificate: String?

    package init(socket: String?, url: String?, tokenFile: String?, certificate: String?) {
        (self.socket, self.url, self.tokenFile, self.certificate) = (socket, url, tokenFile, certificate)
    }

    /// The addresses as JSON members of the event `control`, which reports them.
    var members: [JSONValue.Member] {
        .of(["socket": socket, "url": url, "token-file": tokenFile, "certificate": certificate])
    }
}
