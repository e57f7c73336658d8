// A change of these snapshots means a change of the graph of every recording.

extension SnapshotCase {
    static let devicesLaunch = #"""
        gst-launch-1.0 -e \
            pulsesrc name=audio-source 'device=alsa_input.usb mic' provide-clock=false slave-method=none buffer-time=200000 latency-time=20000 ! \
            audioconvert name=audio-convert ! \
            audioresample name=audio-resample ! \
            capsfilter name=audio-form 'caps=audio/x-raw,format=(string)S16LE,layout=(string)interleaved,rate=(int)48000,channels=(int)2,channel-mask=(bitmask)0x3' ! \
            queue name=audio-queue max-size-buffers=0 max-size-bytes=64000000 max-size-time=20000000000 leaky=downstream ! \
            capsfilter name=audio-caps 'caps=audio/x-raw,format=(string)S16LE,layout=(string)interleaved,rate=(int)48000,channels=(int)2,channel-mask=(bitmask)0x3' ! \
            audiorate name=audio-even skip-to-first=true tolerance=1000000 ! \
            level name=audio-level ! \
            opusenc name=audio-encoder bitrate=128000 ! \
            opusparse name=audio-parser ! \
            tee name=audio-encoded allow-not-linked=true \
            v4l2src name=back-source device=/dev/video0 ! \
            capsfilter name=back-mode 'caps=image/jpeg,width=(int)1920,height=(int)1080,framerate=(fraction)30/1' ! \
            jpegdec name=back-decoder ! \
            capsfilter name=back-caps 'caps=video/x-raw,format=(string)I420,width=(int)1920,height=(int)1080,framerate=(fraction)30/1' ! \
            tee name=back-tee allow-not-linked=true \
            back-tee. ! errorignore name=back-encoder-queue-guard ignore-eos=true ! \
            queue name=back-encoder-queue max-size-buffers=30 max-size-bytes=0 max-size-time=0 leaky=downstream ! \
            x264enc name=back-encoder bitrate=8000 speed-preset=medium key-int-max=60 bframes=0 rc-lookahead=10 threads=6 ! \
            h264parse name=back-parser ! \
            capsfilter name=back-stream 'caps=video/x-h264,stream-format=(string)avc,alignment=(string)au' ! \
            tee name=back-encoded allow-not-linked=true \
            v4l2src name=front-source device=/dev/video1 ! \
            capsfilter name=front-mode 'caps=video/x-raw,format=(string)YUY2,width=(int)1280,height=(int)720,framerate=(fraction)30/1' ! \
            dualcamintake name=front-convert ! \
            capsfilter name=front-caps 'caps=video/x-raw,format=(string)I420,width=(int)1280,height=(int)720,framerate=(fraction)30/1' ! \
            tee name=front-tee allow-not-linked=true \
            front-tee. ! errorignore name=front-encoder-queue-guard ignore-eos=true ! \
            queue name=front-encoder-queue max-size-buffers=30 max-size-bytes=0 max-size-time=0 leaky=downstream ! \
            x264enc name=front-encoder bitrate=4400 speed-preset=medium key-int-max=60 bframes=0 rc-lookahead=10 threads=3 ! \
            h264parse name=front-parser ! \
            capsfilter name=front-stream 'caps=video/x-h264,stream-format=(string)avc,alignment=(string)au' ! \
            tee name=front-encoded allow-not-linked=true \
            back-tee. ! errorignore name=combined-input-back-guard ignore-eos=true ! \
            queue name=combined-input-back max-size-buffers=8 max-size-bytes=0 max-size-time=0 leaky=downstream \
            front-tee. ! errorignore name=combined-input-front-guard ignore-eos=true ! \
            queue name=combined-input-front max-size-buffers=8 max-size-bytes=0 max-size-time=0 leaky=downstream \
            compositor name=combined-mixer background=black force-live=true ignore-inactive-pads=true latency=199999998 sink_0::xpos=0 sink_0::ypos=0 sink_0::width=960 sink_0::height=1080 sink_0::zorder=0 'sink_0::converter-config=GstVideoConverter,GstVideoConverter.resampler-method=(GstVideoResamplerMethod)linear,GstVideoConverter.resampler-taps=(uint)4,GstVideoConverter.src-x=(int)480,GstVideoConverter.src-y=(int)0,GstVideoConverter.src-width=(int)960,GstVideoConverter.src-height=(int)1080' sink_1::xpos=960 sink_1::ypos=0 sink_1::width=960 sink_1::height=1080 sink_1::zorder=1 'sink_1::converter-config=GstVideoConverter,GstVideoConverter.resampler-method=(GstVideoResamplerMethod)linear,GstVideoConverter.resampler-taps=(uint)4,GstVideoConverter.src-x=(int)320,GstVideoConverter.src-y=(int)0,GstVideoConverter.src-width=(int)640,GstVideoConverter.src-height=(int)720' ! \
            capsfilter name=combined-caps 'caps=video/x-raw,format=(string)I420,width=(int)1920,height=(int)1080,framerate=(fraction)30/1,colorimetry=(string)1:4:0:0,chroma-site=(string)jpeg,pixel-aspect-ratio=(fraction)1/1' ! \
            tee name=combined-view allow-not-linked=true \
            combined-view. ! videorate name=combined-rate skip-to-first=true ! \
            tee name=combined-tee allow-not-linked=true \
            combined-tee. ! errorignore name=combined-encoder-queue-guard ignore-eos=true ! \
            queue name=combined-encoder-queue max-size-buffers=30 max-size-bytes=0 max-size-time=0 leaky=downstream ! \
            x265enc name=combined-encoder bitrate=5200 speed-preset=superfast key-int-max=60 option-string=bframes=0:rc-lookahead=5:frame-threads=3:pools=7:log-level=none ! \
            h265parse name=combined-parser ! \
            capsfilter name=combined-stream 'caps=video/x-h265,stream-format=(string)hvc1,alignment=(string)au' ! \
            tee name=combined-encoded allow-not-linked=true \
            back-encoded. ! errorignore name=back-file-video-guard ignore-eos=true ! \
            queue name=back-file-video max-size-buffers=0 max-size-bytes=32000000 max-size-time=3000000000 \
            audio-encoded. ! errorignore name=back-file-audio-guard ignore-eos=true ! \
            queue name=back-file-audio max-size-buffers=0 max-size-bytes=32000000 max-size-time=60000000000 leaky=downstream \
            matroskamux name=back-muxer offset-to-zero=true max-cluster-duration=500000000 writing-app=dualcam ! \
            filesink name=back-sink location=back.mkv async=false sync=false buffer-mode=unbuffered \
            front-encoded. ! errorignore name=front-file-video-guard ignore-eos=true ! \
            queue name=front-file-video max-size-buffers=0 max-size-bytes=32000000 max-size-time=3000000000 \
            audio-encoded. ! errorignore name=front-file-audio-guard ignore-eos=true ! \
            queue name=front-file-audio max-size-buffers=0 max-size-bytes=32000000 max-size-time=60000000000 leaky=downstream \
            matroskamux name=front-muxer offset-to-zero=true max-cluster-duration=500000000 writing-app=dualcam ! \
            filesink name=front-sink location=front.mkv async=false sync=false buffer-mode=unbuffered \
            combined-encoded. ! errorignore name=combined-file-video-guard ignore-eos=true ! \
            queue name=combined-file-video max-size-buffers=0 max-size-bytes=32000000 max-size-time=3000000000 \
            audio-encoded. ! errorignore name=combined-file-audio-guard ignore-eos=true ! \
            queue name=combined-file-audio max-size-buffers=0 max-size-bytes=32000000 max-size-time=60000000000 leaky=downstream \
            matroskamux name=combined-muxer offset-to-zero=true max-cluster-duration=500000000 writing-app=dualcam ! \
            filesink name=combined-sink location=combined.mkv async=false sync=false buffer-mode=unbuffered \
            combined-input-back. ! combined-mixer.sink_0 \
            combined-input-front. ! combined-mixer.sink_1 \
            back-file-video. ! back-muxer.video_0 \
            back-file-audio. ! back-muxer.audio_0 \
            front-file-video. ! front-muxer.video_0 \
            front-file-audio. ! front-muxer.audio_0 \
            combined-file-video. ! combined-muxer.video_0 \
            combined-file-audio. ! combined-muxer.audio_0
        """#

    static let devicesSummary = #"""
        back: 1920x1080 at 30, h264 by x264, preset medium, 8 Mbps, key frame every 60 frames, 6 threads, I420; mkv, 3.66 GB an hour
        front: 1280x720 at 30, h264 by x264, preset medium, 4.4 Mbps, key frame every 60 frames, 3 threads, I420; mkv, 2.04 GB an hour
        combined: 1920x1080 at 30, h265 by x265, preset superfast, 5.2 Mbps, key frame every 60 frames, 7 threads, I420; mkv, 2.4 GB an hour
        back is auto: x264 medium, the best that keeps up
        front is auto: x264 medium, the best that keeps up
        combined is x265: preset superfast, the best that keeps up
        sound: opus, 48000 Hz, 2 channels, 128 kbps, in every file
        in an hour: 8.09 GB
        cpu: 54 %, 8.57 of 16 cores: decoding 0.14, composing 0.17, encoding 8.23, other 0.04
        memory: not measured
        disk: 2.25 MB/s to ~/Videos/DualCam, whose disk is not measured
        It fits: 54 % of the cpu, where 90 % may be used. The cpu's figures come from the built-in table, give or take 50 %; 'dualcam calibrate' measures this machine, and until then encoders that are free to choose leave room for that and for other programs.
        The cameras differ in colorimetry; the combined picture is 1:4:0:0, and the others are converted for it.
        """#

    static let clipsLaunch = #"""
        gst-launch-1.0 -e \
            filesrc name=audio-source location=/clips/bunny.mp4 ! \
            qtdemux name=audio-demuxer \
            audio-demuxer.audio_0 ! aacparse name=audio-decoder-input ! \
            avdec_aac name=audio-decoder ! \
            clocksync name=audio-clock ! \
            audioconvert name=audio-convert ! \
            audioresample name=audio-resample ! \
            capsfilter name=audio-form 'caps=audio/x-raw,format=(string)F32LE,layout=(string)interleaved,rate=(int)48000,channels=(int)2,channel-mask=(bitmask)0x3' ! \
            queue name=audio-queue max-size-buffers=0 max-size-bytes=64000000 max-size-time=20000000000 leaky=downstream ! \
            capsfilter name=audio-caps 'caps=audio/x-raw,format=(string)F32LE,layout=(string)interleaved,rate=(int)48000,channels=(int)2,channel-mask=(bitmask)0x3' ! \
            audiorate name=audio-even skip-to-first=true tolerance=1000000 ! \
            audioconvert name=audio-float ! \
            audiocheblimit name=audio-wind-filter mode=high-pass cutoff=100.0 ! \
            volume name=audio-gain volume=10.0 ! \
            audioconvert name=audio-filtered ! \
            level name=audio-level ! \
            avenc_aac name=audio-encoder bitrate=128000 ! \
            aacparse name=audio-parser ! \
            tee name=audio-encoded allow-not-linked=true \
            filesrc name=back-source location=/clips/bunny.mp4 ! \
            qtdemux name=back-demuxer \
            back-demuxer.video_0 ! h264parse name=back-decoder-input ! \
            clocksync name=back-clock ! \
            tee name=back-delivered allow-not-linked=true \
            back-delivered. ! errorignore name=back-encoder-queue-guard ignore-eos=true ! \
            queue name=back-encoder-queue max-size-buffers=60 max-size-bytes=0 max-size-time=0 ! \
            h264parse name=back-repack ! \
            capsfilter name=back-stream 'caps=video/x-h264,stream-format=(string)avc,alignment=(string)au' ! \
            tee name=back-encoded allow-not-linked=true \
            back-delivered. ! queue name=back-decoder-queue max-size-buffers=30 max-size-bytes=0 max-size-time=0 ! \
            avdec_h264 name=back-decoder max-threads=1 ! \
            capsfilter name=back-caps 'caps=video/x-raw,format=(string)I420,width=(int)1280,height=(int)720,framerate=(fraction)25/1' ! \
            tee name=back-tee allow-not-linked=true \
            videotestsrc name=front-source is-live=true pattern=ball ! \
            capsfilter name=front-mode 'caps=video/x-raw,format=(string)I420,width=(int)1280,height=(int)720,framerate=(fraction)30/1,colorimetry=(string)bt709,chroma-site=(string)mpeg2' ! \
            simplevideomark name=front-counter pattern-width=16 pattern-height=16 pattern-count=4 pattern-data-count=16 pattern-data=0 ! \
            tee name=front-tee allow-not-linked=true \
            front-tee. ! errorignore name=front-encoder-queue-guard ignore-eos=true ! \
            queue name=front-encoder-queue max-size-buffers=30 max-size-bytes=0 max-size-time=0 leaky=downstream ! \
            x264enc name=front-encoder bitrate=4400 speed-preset=ultrafast key-int-max=60 bframes=0 rc-lookahead=0 threads=1 ! \
            h264parse name=front-parser ! \
            capsfilter name=front-stream 'caps=video/x-h264,stream-format=(string)avc,alignment=(string)au' ! \
            tee name=front-encoded allow-not-linked=true \
            back-tee. ! errorignore name=combined-input-back-guard ignore-eos=true ! \
            queue name=combined-input-back max-size-buffers=7 max-size-bytes=0 max-size-time=0 leaky=downstream \
            front-tee. ! errorignore name=combined-input-front-guard ignore-eos=true ! \
            queue name=combined-input-front max-size-buffers=8 max-size-bytes=0 max-size-time=0 leaky=downstream \
            compositor name=combined-mixer background=black force-live=true ignore-inactive-pads=true latency=199999998 sink_0::xpos=0 sink_0::ypos=0 sink_0::width=1920 sink_0::height=1080 sink_0::zorder=0 'sink_0::converter-config=GstVideoConverter,GstVideoConverter.resampler-method=(GstVideoResamplerMethod)linear,GstVideoConverter.resampler-taps=(uint)4' sink_1::xpos=1420 sink_1::ypos=790 sink_1::width=480 sink_1::height=270 sink_1::zorder=1 'sink_1::converter-config=GstVideoConverter,GstVideoConverter.resampler-method=(GstVideoResamplerMethod)linear,GstVideoConverter.resampler-taps=(uint)4,GstVideoConverter.src-x=(int)320,GstVideoConverter.src-y=(int)180,GstVideoConverter.src-width=(int)640,GstVideoConverter.src-height=(int)360' ! \
            capsfilter name=combined-caps 'caps=video/x-raw,format=(string)I420,width=(int)1920,height=(int)1080,framerate=(fraction)30/1,colorimetry=(string)bt709,chroma-site=(string)mpeg2,pixel-aspect-ratio=(fraction)1/1' ! \
            tee name=combined-view allow-not-linked=true \
            combined-view. ! videorate name=combined-rate skip-to-first=true ! \
            tee name=combined-tee allow-not-linked=true \
            combined-tee. ! errorignore name=combined-encoder-queue-guard ignore-eos=true ! \
            queue name=combined-encoder-queue max-size-buffers=30 max-size-bytes=0 max-size-time=0 leaky=downstream ! \
            x264enc name=combined-encoder bitrate=8000 speed-preset=ultrafast key-int-max=60 bframes=0 rc-lookahead=0 threads=1 ! \
            h264parse name=combined-parser ! \
            capsfilter name=combined-stream 'caps=video/x-h264,stream-format=(string)avc,alignment=(string)au' ! \
            tee name=combined-encoded allow-not-linked=true \
            back-encoded. ! errorignore name=back-file-video-guard ignore-eos=true ! \
            queue name=back-file-video max-size-buffers=0 max-size-bytes=32000000 max-size-time=3000000000 \
            audio-encoded. ! errorignore name=back-file-audio-guard ignore-eos=true ! \
            queue name=back-file-audio max-size-buffers=0 max-size-bytes=32000000 max-size-time=60000000000 leaky=downstream \
            mp4mux name=back-muxer reserved-max-duration=660000000000 reserved-bytes-per-sec=1000 reserved-moov-update-period=500000000 ! \
            filesink name=back-sink location=back.mp4 async=false sync=false buffer-mode=unbuffered \
            front-encoded. ! errorignore name=front-file-video-guard ignore-eos=true ! \
            queue name=front-file-video max-size-buffers=0 max-size-bytes=32000000 max-size-time=3000000000 \
            audio-encoded. ! errorignore name=front-file-audio-guard ignore-eos=true ! \
            queue name=front-file-audio max-size-buffers=0 max-size-bytes=32000000 max-size-time=60000000000 leaky=downstream \
            mp4mux name=front-muxer reserved-max-duration=660000000000 reserved-bytes-per-sec=1000 reserved-moov-update-period=500000000 ! \
            filesink name=front-sink location=front.mp4 async=false sync=false buffer-mode=unbuffered \
            combined-encoded. ! errorignore name=combined-file-video-guard ignore-eos=true ! \
            queue name=combined-file-video max-size-buffers=0 max-size-bytes=32000000 max-size-time=3000000000 \
            audio-encoded. ! errorignore name=combined-file-audio-guard ignore-eos=true ! \
            queue name=combined-file-audio max-size-buffers=0 max-size-bytes=32000000 max-size-time=60000000000 leaky=downstream \
            mp4mux name=combined-muxer reserved-max-duration=660000000000 reserved-bytes-per-sec=1000 reserved-moov-update-period=500000000 ! \
            filesink name=combined-sink location=combined.mp4 async=false sync=false buffer-mode=unbuffered \
            combined-input-back. ! combined-mixer.sink_0 \
            combined-input-front. ! combined-mixer.sink_1 \
            back-file-video. ! back-muxer.video_0 \
            back-file-audio. ! back-muxer.audio_0 \
            front-file-video. ! front-muxer.video_0 \
            front-file-audio. ! front-muxer.audio_0 \
            combined-file-video. ! combined-muxer.video_0 \
            combined-file-audio. ! combined-muxer.audio_0
        """#

    static let clipsSummary = #"""
        back: 1280x720 at 25, h264 by passthrough, 3.8 Mbps; mp4, 1.77 GB an hour
        front: 1280x720 at 30, h264 by x264, preset ultrafast, 4.4 Mbps, key frame every 60 frames, 1 thread, I420; mp4, 2.04 GB an hour
        combined: 1920x1080 at 30, h264 by x264, preset ultrafast, 8 Mbps, key frame every 60 frames, 1 thread, I420; mp4, 3.66 GB an hour
        front is auto: x264 ultrafast, the least there is; the recording needs 0.98 of 0.9 cores
        combined is auto: x264 ultrafast, the least there is; the recording needs 0.98 of 0.9 cores
        sound: aac, 48000 Hz, 2 channels, 128 kbps, in every file
        in an hour: 7.46 GB
        cpu: 49 %, 0.98 of 2 cores: decoding 0.32, composing 0.16, encoding 0.45, other 0.05
        memory: not measured
        disk: 2.07 MB/s to ~/Videos/DualCam, whose disk is not measured
        It fits: 49 % of the cpu, where 90 % may be used. The cpu's figures come from the built-in table, give or take 50 %; 'dualcam calibrate' measures this machine, and until then encoders that are free to choose leave room for that and for other programs.
        """#
}
