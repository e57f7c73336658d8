package import DualCamConfig
internal import GStreamer
internal import Mixer

/// The size of an overlay's image and, if the image was drawn, its pixels.
package struct DrawnImage: Sendable, Equatable {
    package var size: FrameSize
    /// The image's pixels, row by row: alpha in the highest byte, then red, green and blue, premultiplied. Empty if
    /// only the size was requested.
    package var pixels: [UInt32]

    package init(size: FrameSize, pixels: [UInt32] = []) { (self.size, self.pixels) = (size, pixels) }
}

/// The reasons why the image of an overlay cannot be drawn.
package enum ImageFault: String, Error, Sendable, Equatable, CaseIterable {
    /// The file is neither PNG nor SVG.
    case noPicture
    /// The file is truncated or damaged.
    case broken
    /// The image has more than 16384 pixels in one direction, or more than 2^26 in all.
    case tooLarge
    /// The library that reads the format is not installed.
    case noReader
    /// Drawing the file takes longer than allowed.
    case slow
    /// The process that reads the file crashed, or needs more memory than allowed.
    case fatal

    /// The error message for users. It continues a sentence that begins with the image's path.
    var message: String {
        switch self {
        case .noPicture: "is not a picture that can be drawn"
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

/// A function that reads and draws a PNG or SVG image, whose bytes may be malicious.
///
/// - Parameter size: the size to draw; `nil` to read the whole image and return only its own size.
package typealias ImageDrawing = @Sendable (_ bytes: [UInt8], _ size: FrameSize?) -> Result<DrawnImage, ImageFault>

/// Checks the images that the pipeline file places over the combined picture.
package enum OverlayImageProbe {
    /// The function that draws an image in this process with gdk-pixbuf, without limits on time and memory.
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

    /// Returns the size of a PNG or SVG image in pixels. Reads the whole image.
    ///
    /// - Throws: an error that says why the image cannot be used, with advice.
    package static func size(
        of bytes: [UInt8], named path: String, by draw: ImageDrawing = drawing
    ) throws(Refusal) -> FrameSize {
        do throws(ImageFault) { return try draw(bytes, nil).get().size } catch {
            throw Refusal("'\(path)' \(error.message)", hint: error.hint)
        }
    }
}
