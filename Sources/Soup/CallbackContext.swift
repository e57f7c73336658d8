/// The context of a C callback: a counted reference that is released with the callback.
protocol CallbackContext: AnyObject {}

extension CallbackContext {
    /// A retained pointer for C, which `releaseContext` releases.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Returns the object with which a callback was registered, without releasing it.
    static func of(_ data: UnsafeMutableRawPointer?) -> Self? {
        data.map { Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Releases the reference that `CallbackContext.retained` gave to C, whatever its type.
func releaseContext(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
