import DualCamConfig
internal import Glibc

extension Refusal {
    /// `errno` of a call that failed.
    init(errno number: Int32, _ what: String, hint: String) {
        self.init("\(what): \(String(cString: strerror(number)))", hint: hint)
    }
}
