package import DualCamConfig
internal import GStreamer
internal import Mixer

/// A picture's size and, where it was drawn, its pixels.
package struct DrawnImage: Sendable, Equatable {
    package var size: FrameSize
    /// Row by row: alpha in the highest byte, then red, green and blue, multiplied by it. Empty: only its size was asked for.
    package var pixels: [UInt32]

    package init(size: FrameSize, pixels: [UInt32] = []) { (self.size, self.pixels) = (size, pixels) }
}

/// The reasons why there is no picture.
package enum ImageFault: String, Error, Sendable, Equatable, CaseIterable {
    /// The file is neither PNG nor SVG.
    case noPicture
    /// The file is truncated or damaged.
    case broken
    /// More than 16384 pixels either way, or more than 2^26 in all.
    case tooLarge
    /// The library that reads it is not installed.
    case noReader
    /// Drawing the file takes longer than allowed.
    case slow
    /// The process that reads it crashed, or needs more memory than a picture may.
    case fatal

    /// The message, to stand behind the name of the picture.
    var message: String {
        switch self {
        case .noPicture: "is no picture that can be drawn"
        case .broken: "is cut off or damaged"
        case .tooLarge: "is larger than 16384 pixels either way, or than 67 million in all"
        case .noReader: "is of a kind that this machine cannot read"
        case .slow: "takes longer than 2 s to draw"
        case .fatal: "makes what draws it fail, or take more than 1 GiB of memory"
        }
    }

    var hint: String {
        switch self {
        case .noPicture: "give a PNG or an SVG file"
        case .broken: "write the picture again"
        case .tooLarge: "make the picture smaller"
        case .noReader: "install the package librsvg2-common for SVG, or give a PNG file"
        case .slow: "make it smaller or simpler; a PNG takes less time than an SVG"
        case .fatal: "make the picture smaller or simpler, or write it again"
        }
    }
}

/// Reads a PNG or an SVG, whose bytes may be hostile, and draws it.
///
/// - Parameter size: to draw it in; `nil`: all of it is read, and its own size is told.
package typealias ImageDrawing = @Sendable (_ bytes: [UInt8], _ size: FrameSize?) -> Result<DrawnImage, ImageFault>

/// Judges whether bytes are a picture that can be laid over others.
package enum OverlayImageProbe {
    /// Draws in this process, by gdk-pixbuf, which takes as long and as much memory as a picture makes it.
    package static let drawing: ImageDrawing = { bytes, size in
        guard let size else {
            do throws(LetterImageFault) {
                let own = try LetterImage.size(ofPicture: bytes)
                return .success(DrawnImage(size: FrameSize(width: own.width, height: own.height)))
            } catch {
                return .failure(ImageFault(rawValue: error.rawValue) ?? .broken)
            }
        }
        guard let image = LetterImage(picture: bytes, width: size.width, height: size.height) else {
            return .failure(.broken)
        }
        return .success(DrawnImage(size: FrameSize(width: image.width, height: image.height), pixels: image.argb))
    }

    /// The size of a PNG or an SVG in pixels; all of it is read.
    ///
    /// Throws what is wrong with it, and what to do.
    package static func size(
        of bytes: [UInt8], named path: String, by draw: ImageDrawing = drawing
    ) throws(Refusal) -> FrameSize {
        do throws(ImageFault) { return try draw(bytes, nil).get().size } catch {
            throw Refusal("'\(path)' \(error.message)", hint: error.hint)
        }
    }
}
