public import DualCamConfig
internal import GStreamer

/// Whether bytes are a picture that can be laid over others.
public enum OverlayImageProbe {
    /// The size of a PNG or an SVG in pixels; all of it is read.
    ///
    /// Throws what is wrong with it, and what to do.
    public static func size(of bytes: [UInt8], named path: String) throws(Refusal) -> FrameSize {
        do throws(LetterImageFault) {
            let size = try LetterImage.size(ofPicture: bytes)
            return FrameSize(width: size.width, height: size.height)
        } catch {
            switch error {
            case .noPicture:
                throw Refusal("'\(path)' is no picture that can be drawn", hint: "give a PNG or an SVG file")
            case .broken:
                throw Refusal("'\(path)' is cut off or damaged", hint: "write the picture again")
            case .tooLarge:
                throw Refusal("'\(path)' is larger than 16384 pixels", hint: "make the picture smaller")
            case .noReader:
                throw Refusal(
                    "this machine reads no such picture as '\(path)'",
                    hint: "install the package librsvg2-common for SVG, or give a PNG file")
            }
        }
    }
}
