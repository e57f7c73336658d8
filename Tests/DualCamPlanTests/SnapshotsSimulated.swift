// A change of these snapshots means a change of the graph of every recording.

extension SnapshotCase {
    static let pipLaunch = #"""
        gst-launch-1.0 -e \
            audiotestsrc name=audio-source is-live=true wave=ticks tick-interval=1000000000 volume=0.5 ! \
            capsfilter name=audio-tone 'caps=audio/x-raw,format=(string)S16LE' ! \
            audioconvert name=audio-convert ! \
            audioresample name=audio-resample ! \
            capsfilter name=audio-form 'caps=audio/x-raw,format=(string)F32LE,layout=(string)interleaved,rate=(int)48000,channels=(int)2,channel-mask=(bitmask)0x3' ! \
            queue name=audio-queue max-size-buffers=0 max-size-bytes=64000000 max-size-time=20000000000 leaky=downstream ! \
            capsfilter name=audio-caps 'caps=audio/x-raw,format=(string)F32LE,layout=(string)interleaved,rate=(int)48000,channels=(int)2,channel-mask=(bitmask)0x3' ! \
            audiorate name=audio-even skip-to-first=true tolerance=1000000 ! \
            level name=audio-level ! \
            avenc_aac name=audio-encoder bitrate=128000 ! \
            aacparse name=audio-parser ! \
            tee name=audio-encoded allow-not-linked=true \
            videotestsrc name=back-source is-live=true pattern=smpte ! \
            capsfilter name=back-mode 'caps=video/x-raw,format=(string)I420,width=(int)1920,height=(int)1080,framerate=(fraction)30/1,colorimetry=(string)bt709,chroma-site=(string)mpeg2' ! \
            simplevideomark name=back-counter pattern-width=16 pattern-height=16 pattern-count=4 pattern-data-count=16 pattern-data=0 ! \
            tee name=back-tee allow-not-linked=true \
            back-tee. ! errorignore name=back-encoder-queue-guard ignore-eos=true ! \
            queue name=back-encoder-queue max-size-buffers=30 max-size-bytes=0 max-size-time=0 leaky=downstream ! \
            x264enc name=back-encoder bitrate=8000 speed-preset=ultrafast key-int-max=60 bframes=0 rc-lookahead=0 threads=1 ! \
            h264parse name=back-parser ! \
            capsfilter name=back-stream 'caps=video/x-h264,stream-format=(string)avc,alignment=(string)au' ! \
            tee name=back-encoded allow-not-linked=true \
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
            queue name=combined-input-back max-size-buffers=8 max-size-bytes=0 max-size-time=0 leaky=downstream \
            front-tee. ! errorignore name=combined-input-front-guard ignore-eos=true ! \
            queue name=combined-input-front max-size-buffers=8 max-size-bytes=0 max-size-time=0 leaky=downstream \
            dualcammixer name=combined-mixer force-live=true ignore-inactive-pads=true latency=199999998 ! \
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
            qtmux name=back-muxer reserved-max-duration=660000000000 reserved-bytes-per-sec=1000 reserved-moov-update-period=500000000 ! \
            filesink name=back-sink location=back.mov async=false sync=false buffer-mode=unbuffered \
            front-encoded. ! errorignore name=front-file-video-guard ignore-eos=true ! \
            queue name=front-file-video max-size-buffers=0 max-size-bytes=32000000 max-size-time=3000000000 \
            audio-encoded. ! errorignore name=front-file-audio-guard ignore-eos=true ! \
            queue name=front-file-audio max-size-buffers=0 max-size-bytes=32000000 max-size-time=60000000000 leaky=downstream \
            qtmux name=front-muxer reserved-max-duration=660000000000 reserved-bytes-per-sec=1000 reserved-moov-update-period=500000000 ! \
            filesink name=front-sink location=front.mov async=false sync=false buffer-mode=unbuffered \
            combined-encoded. ! errorignore name=combined-file-video-guard ignore-eos=true ! \
            queue name=combined-file-video max-size-buffers=0 max-size-bytes=32000000 max-size-time=3000000000 \
            audio-encoded. ! errorignore name=combined-file-audio-guard ignore-eos=true ! \
            queue name=combined-file-audio max-size-buffers=0 max-size-bytes=32000000 max-size-time=60000000000 leaky=downstream \
            qtmux name=combined-muxer reserved-max-duration=660000000000 reserved-bytes-per-sec=1000 reserved-moov-update-period=500000000 ! \
            filesink name=combined-sink location=combined.mov async=false sync=false buffer-mode=unbuffered \
            combined-input-back. ! combined-mixer.sink_0 \
            combined-input-front. ! combined-mixer.sink_1 \
            back-file-video. ! back-muxer.video_0 \
            back-file-audio. ! back-muxer.audio_0 \
            front-file-video. ! front-muxer.video_0 \
            front-file-audio. ! front-muxer.audio_0 \
            combined-file-video. ! combined-muxer.video_0 \
            combined-file-audio. ! combined-muxer.audio_0
        """#

    static let pipSummary = #"""
        back: 1920x1080 at 30, h264 by x264, preset ultrafast, 8 Mbps, key frame every 60 frames, 1 thread, I420; mov, 3.66 GB an hour
        front: 1280x720 at 30, h264 by x264, preset ultrafast, 4.4 Mbps, key frame every 60 frames, 1 thread, I420; mov, 2.04 GB an hour
        combined: 1920x1080 at 30, h264 by x264, preset ultrafast, 8 Mbps, key frame every 60 frames, 1 thread, I420; mov, 3.66 GB an hour
        back is auto: x264 ultrafast, the least there is; the recording needs 1.08 of 0.9 cores
        front is auto: x264 ultrafast, the least there is; the recording needs 1.08 of 0.9 cores
        combined is auto: x264 ultrafast, the least there is; the recording needs 1.08 of 0.9 cores
        sound: aac, 48000 Hz, 2 channels, 128 kbps, in every file
        in an hour: 9.35 GB
        cpu: 54 %, 1.08 of 2 cores: decoding 0.28, composing 0.02, encoding 0.76, other 0.02
        memory: not measured
        disk: 2.6 MB/s to ~/Videos/DualCam, whose disk is not measured
        It fits: 54 % of the cpu, where 90 % may be used. The cpu's figures come from the built-in table, give or take 50 %; 'dualcam calibrate' measures this machine, and until then encoders that are free to choose leave room for that and for other programs.
        """#

    static let singleLaunch = #"""
        gst-launch-1.0 -e \
            videotestsrc name=desk-source is-live=true pattern=smpte ! \
            capsfilter name=desk-mode 'caps=video/x-raw,format=(string)I420,width=(int)640,height=(int)360,framerate=(fraction)30/1,colorimetry=(string)bt709,chroma-site=(string)mpeg2' ! \
            simplevideomark name=desk-counter pattern-width=16 pattern-height=16 pattern-count=4 pattern-data-count=16 pattern-data=0 ! \
            videoflip name=desk-rotate video-direction=90r ! \
            capsfilter name=desk-caps 'caps=video/x-raw,format=(string)I420,width=(int)360,height=(int)640,framerate=(fraction)30/1' ! \
            tee name=desk-tee allow-not-linked=true \
            desk-tee. ! errorignore name=desk-encoder-queue-guard ignore-eos=true ! \
            queue name=desk-encoder-queue max-size-buffers=30 max-size-bytes=0 max-size-time=0 leaky=downstream ! \
            videoconvert name=desk-encoder-convert ! \
            capsfilter name=desk-encoder-input 'caps=video/x-raw,format=(string)I422_10LE,width=(int)360,height=(int)640,framerate=(fraction)30/1' ! \
            avenc_prores_ks name=desk-encoder profile=hq threads=auto ! \
            tee name=desk-encoded allow-not-linked=true \
            desk-encoded. ! errorignore name=desk-file-video-guard ignore-eos=true ! \
            queue name=desk-file-video max-size-buffers=0 max-size-bytes=32000000 max-size-time=3000000000 \
            qtmux name=desk-muxer reserved-max-duration=120000000000 reserved-bytes-per-sec=1000 reserved-moov-update-period=500000000 ! \
            filesink name=desk-sink location=desk.mov async=false sync=false buffer-mode=unbuffered \
            desk-file-video. ! desk-muxer.video_0
        """#

    static let singleSummary = #"""
        desk: 360x640 at 30, prores by prores-ks, preset hq, 24.4 Mbps, key frame every 60 frames, 2 threads, I422_10LE; mov, 10.98 GB an hour
        in an hour: 10.98 GB
        cpu: 45 %, 0.91 of 2 cores: decoding 0.02, encoding 0.88
        memory: not measured
        disk: 3.05 MB/s to ~/Videos/DualCam, whose disk is not measured
        It fits: 45 % of the cpu, where 90 % may be used. The cpu's figures come from the built-in table, give or take 50 %; 'dualcam calibrate' measures this machine, and until then encoders that are free to choose leave room for that and for other programs.
        """#
}
