/// The context of a C callback: a counted reference, which is released when the callback goes.
protocol CallbackContext: AnyObject {}

extension CallbackContext {
    /// A counted reference for C, which `releaseContext` takes back.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// The object with which a callback was registered, which keeps it.
    static func of(_ data: UnsafeMutableRawPointer?) -> Self? {
        data.map { Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Takes back what `CallbackContext.retained` gave to C, whatever it is.
func releaseContext(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
