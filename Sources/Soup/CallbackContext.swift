/// An object that is the context of a C callback. The callback holds a reference to it, which is released when the
/// callback is removed.
protocol CallbackContext: AnyObject {}

extension CallbackContext {
    /// A retained pointer to this object, for C code. `releaseContext` releases it.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Returns the object with which a C callback was registered, without releasing it; `nil` for a null pointer.
    static func of(_ data: UnsafeMutableRawPointer?) -> Self? {
        data.map { Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Releases the reference that `CallbackContext.retained` passed to C code, whatever the object's type.
func releaseContext(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
