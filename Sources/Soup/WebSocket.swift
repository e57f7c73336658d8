/// A WebSocket's client, as an application sees it.
package struct WebSocket: Sendable {
    /// The text messages of the client, in their order; they end when it is gone.
    package let messages: AsyncStream<String>
    let number: WebConnection.Number
    let server: WebServer

    /// Queues a message. A client that takes too little is dropped, and nothing more reaches it.
    package func send(_ text: String) async { await server.send(text, to: number) }

    /// Queues its first message, then what has been broadcast since it came; from now on it gets what is broadcast.
    package func begin(with text: String) async { await server.begin(number, with: text) }
}
