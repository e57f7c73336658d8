import DualCamConfig

extension BudgetSearch {
    private var pipeline: Pipeline { inputs.pipeline }

    /// The changes that reduce the load of a recording, grouped by kind. The least harmful group comes first; within
    /// each group, the mildest change comes first.
    var kinds: [[Variation]] {
        [
            otherDisks, otherFormats, fasterPresets, fasterPresetsTogether, otherEncoders, combinedRates, combinedSizes,
            withoutCombined, lowerBitrates, rates, sizes,
        ]
    }

    /// The changes that move the recording to a folder on a faster disk whose speed was measured; the fastest disk
    /// comes last.
    private var otherDisks: [Variation] {
        let own = inputs.costs.disk(for: pipeline.recording.directory) ?? .infinity
        return inputs.costs.diskBytesPerSecond.filter { $0.value > own }.sorted { $0.value < $1.value }.map {
            folder, _ in
            Variation(settings: ["recording.directory=\(folder)"]) { $0.pipeline.recording.directory = folder }
        }
    }

    /// The changes to capture formats with fewer bytes per picture, for cameras that deliver raw pictures. They affect
    /// first one camera, then all cameras. Raw formats come before MJPG.
    private var otherFormats: [Variation] {
        let words: [(CaptureFormat, PixelFormat)] = [(.nv12, .raw("NV12")), (.i420, .raw("I420")), (.mjpeg, .mjpeg)]
        return words.flatMap { word, format in
            let single = inputs.cameras.filter { $0.hasSmaller(format) }.map { camera in
                Variation.camera(camera.name, "format=\(word.rawValue)") { $0.format = word }
            }
            return single.reversed() + (single.count > 1 ? [Variation.joined(single)] : [])
        }
    }

    /// The changes that select faster presets for the most expensive encoder.
    private var fasterPresets: [Variation] { encoders.first.map { presets(of: $0) } ?? [] }

    /// The changes that select faster presets for all encoders at once, each by the same number of steps.
    private var fasterPresetsTogether: [Variation] {
        let all = encoders.map(presets)
        let longest = all.map(\.count).max() ?? 0
        guard all.count > 1 else { return [] }
        return (0..<longest).map { step in
            .joined(all.compactMap { $0.isEmpty ? nil : $0[min(step, $0.count - 1)] })
        }
    }

    private func presets(of output: PlanSummary.Output) -> [Variation] {
        guard let implementation = EncoderCatalog.implementation(output.encoder), !implementation.isHardware,
            let preset = output.preset, let place = implementation.presets.firstIndex(of: preset)
        else { return [] }
        return implementation.presets[..<place].reversed().map { word in
            .encoder(output.name, "preset=\(word)") { $0.preset = word }
        }
    }

    /// The changes that replace the most expensive encoder with a different one that is installed and fits the
    /// container. Encoders of the same codec come first, then H.264 encoders.
    private var otherEncoders: [Variation] {
        guard let dearest = encoders.first else { return [] }
        let codecs = dearest.codec == .h264 ? [dearest.codec] : [dearest.codec, .h264]
        let others = codecs.flatMap { codec in EncoderCatalog.implementations.filter { $0.codec == codec } }.filter {
            $0.word != dearest.encoder && $0.element(on: inputs.machine) != nil
        }
        let isPresetGiven = pipeline.encoders.settings(for: dearest.name).preset != nil
        return others.map { other in
            let variation = Variation.encoder(dearest.name, "use=\(other.word)") { $0.use = other.word }
            guard isPresetGiven, let preset = other.presets.first else { return variation }
            return variation.and(.encoder(dearest.name, "preset=\(preset)") { $0.preset = preset })
        }
    }

    // MARK: Sizes, rates and bitrates
    private static let sizes = [(1920, 1080), (1280, 720), (960, 540), (640, 360), (480, 270), (320, 180)].map {
        FrameSize(width: $0.0, height: $0.1)
    }

    private var isCombinedMade: Bool { pipeline.combined != nil && pipeline.outputs.contains(.combined) }

    private func lower(_ rate: FrameRate) -> [FrameRate] {
        [(2, 3), (1, 2), (1, 3), (1, 6)].map { FrameRate(rate.numerator * $0.0, rate.denominator * $0.1) }
    }

    private var combinedRates: [Variation] {
        guard isCombinedMade, let combined = pipeline.combined else { return [] }
        return lower(combined.rate).prefix(2).map { rate in
            .combined("rate=\(rate)") { $0?.rate = rate }
        }
    }

    private var combinedSizes: [Variation] {
        guard isCombinedMade, let combined = pipeline.combined else { return [] }
        return Self.sizes.filter { $0.pixels < combined.size.pixels }.prefix(3).map { size in
            .combined("size=\(size)") { $0?.size = size }
        }
    }

    private var withoutCombined: [Variation] {
        let others = pipeline.outputs.filter { $0 != .combined }
        guard isCombinedMade, !others.isEmpty else { return [] }
        let list = others.map(\.rawValue).joined(separator: ",")
        return [Variation(settings: ["recording.outputs=[\(list)]"]) { $0.pipeline.recording.outputs = others }]
    }

    /// The changes that select lower bitrates, for recordings whose bottleneck is the disk.
    private var lowerBitrates: [Variation] {
        let all = encoders.map { output in
            [2, 4].map { part in
                let rate = Bitrate(bitsPerSecond: max(10_000, output.bitrate / part / 10_000 * 10_000))
                return Variation.encoder(output.name, "bitrate=\(rate.bitsPerSecond / 1000)kbps") { $0.bitrate = rate }
            }
        }
        return [0, 1].map { step in .joined(all.map { $0[step] }) }
    }

    /// The changes that lower the frame rates of all cameras and of the combined picture.
    private var rates: [Variation] {
        (0..<4).map { step in
            let all = Variation.joined(
                pipeline.cameras.map { camera in
                    let rate = offered(lower(camera.rate)[step], to: camera)
                    return Variation.camera(camera.name, "rate=\(rate)") { $0.rate = rate }
                })
            guard isCombinedMade, let combined = pipeline.combined else { return all }
            let rate = lower(combined.rate)[step]
            return all.and(.combined("rate=\(rate)") { $0?.rate = rate })
        }
    }

    /// Returns the highest frame rate, at most `rate`, that the camera's device offers at the camera's picture size.
    /// Returns `rate` if the device offers none.
    private func offered(_ rate: FrameRate, to camera: Camera) -> FrameRate {
        guard let device = device(of: camera) else { return rate }
        let known = device.modes.filter { $0.size == camera.size }.flatMap(\.rates)
        return known.contains(rate) ? rate : known.filter { $0 <= rate }.max() ?? rate
    }

    /// The changes that reduce the picture sizes of all cameras and of the combined picture. In each step, a device
    /// gets the largest size it offers within that step's size.
    private var sizes: [Variation] {
        Self.sizes.compactMap { size in
            var all = Variation.joined(
                pipeline.cameras.filter { $0.size.pixels > size.pixels }.map { camera in
                    let smaller = offered(size, to: camera)
                    return Variation.camera(camera.name, "size=\(smaller)") { $0.size = smaller }
                })
            if isCombinedMade, let combined = pipeline.combined, combined.size.pixels > size.pixels {
                all = all.and(.combined("size=\(size)") { $0?.size = size })
            }
            return all.settings.isEmpty ? nil : all
        }
    }

    private func offered(_ size: FrameSize, to camera: Camera) -> FrameSize {
        guard let device = device(of: camera) else { return size }
        let known = device.modes.filter { $0.delivers(camera.rate) }.map(\.size)
        return known.filter { $0.pixels <= size.pixels }.max { $0.pixels < $1.pixels } ?? size
    }

    private func device(of camera: Camera) -> DeviceFacts? {
        inputs.cameras.first { $0.name == camera.name }?.device
    }
}

extension CameraFacts {
    /// Returns true if the planned format is raw, and the device offers `format` with fewer bytes at the planned size
    /// and rate.
    fileprivate func hasSmaller(_ format: PixelFormat) -> Bool {
        guard case .device(let device, let mode, let rate) = source, case .raw = mode.format else { return false }
        return device.modes.contains { other in
            other.format == format && other.size == mode.size && other.delivers(rate)
                && other.bytesPerSecond(at: rate) < mode.bytesPerSecond(at: rate)
        }
    }
}
