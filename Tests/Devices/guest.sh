# Runs cases in the emulated machine: guest.sh KIT OUT CASE ...
#
# KIT holds the program usb-device and its pictures (Scripts/device-test). A case is a shell script of Tests/Devices/cases. It has the
# functions below and its own folder, $case. Everything is recorded into memory, because waiting for a file of the host lets the clock leap.
# It is copied to OUT/CASE at the end of the case.
kit=$1 out=$2
shift 2
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
set -E
exec 9<> <(:)                                        # Nobody writes to it: reading waits, without a process for each wait.
nap() { read -rt "$1" -u 9 || true; }                # SECONDS

# A case ends with its first failing command, wherever that is, and the boot ends with the case.
trap 'exit 1' USR1
trap 'fail "${BASH_SOURCE[0]##*/}, line $LINENO: \"$BASH_COMMAND\" ended with $?"' ERR
fail() { # TEXT
  trap - ERR
  echo "Scripts/device-test: case ${case##*/}: $1" >&2
  kill -USR1 $$ 2>/dev/null
  exit 1
}
await() { # DEVICE TEXT COMMAND ...: waits until a command succeeds; DEVICE, if it is not empty, must stay meanwhile
  local device=$1 text=$2 left=600
  shift 2
  until "$@" >/dev/null; do
    [ -z "$device" ] || present "$device"
    [ "$left" -gt 0 ] || fail "$text within 30 s; the kernel says: $(dmesg | grep -iE 'uvc|usb|snd' | tail -n 3)"
    left=$((left - 1))
    nap 0.05
  done
}
until_there() { await "" "there is no $1" test -e "$1"; }  # PATH
present() { # DEVICE
  [ -n "${processes[$1]:-}" ] || fail "there is no device $1"
  kill -0 "${processes[$1]}" 2>/dev/null || fail "the program of the device $1 has ended: $(tail -n 3 "$case/$1.log" 2>&1)"
}

# udev's stable names of the device in a port of the emulated bus.
by_path() { echo "/dev/v4l/by-path/platform-vhci_hcd.0-usb-0:$(($1 + 1)):1.0-video-index0"; }

node_of() { # CAMERA
  readlink -f "$(by_path "${ports[$1]}")"
}
camera() { # NAME PORT OPTION ...: a camera that `tell NAME` controls; waits until it is there
  local name=$1 port=$2
  shift 2
  mkfifo "$case/$name.do"
  "$kit/usb-device" camera --port "$port" --name "$name" --serial "$name" --frames "$kit/${pictures:-dark}.mjpg" --control "$case/$name.do" \
    --log "$case/$name.log" "$@" &
  devices+=("$name") ports[$name]=$port processes[$name]=$!
  await "$name" "the camera $name ($*) did not become a video device" test -e "$(by_path "$port")"
  punctual
  udevadm settle
}
microphone() { # NAME PORT OPTION ...
  local name=$1 port=$2
  shift 2
  mkfifo "$case/$name.do"
  "$kit/usb-device" microphone --port "$port" --name "$name" --serial "$name" --control "$case/$name.do" --log "$case/$name.log" "$@" &
  devices+=("$name") processes[$name]=$!
  await "$name" "the microphone $name ($*) did not become a sound card" \
    compgen -G "/sys/devices/platform/vhci_hcd.0/usb*/*-$((port + 1))/*/sound/card*"
  udevadm settle
}
card_of() { # PORT: the number of a microphone's sound card
  local card
  card=$(compgen -G "/sys/devices/platform/vhci_hcd.0/usb*/*-$(($1 + 1))/*/sound/card*")
  echo "${card##*card}"
}
# The threads of the emulated bus must not wait for the recording program.
punctual() {
  local thread
  for thread in $(ps -eo pid,comm | awk '/vhci_/ { print $1 }'); do chrt -f -p 50 "$thread" || true; done
}
tell() { # NAME WORDS: see main.c
  present "$1"
  echo "${*:2}" >"$case/$1.do"
}

input() { # NAME CAMERA SIZE RATE: a line of the pipeline file for that camera
  echo "  $1: {device: $(node_of "$2"), size: $3, rate: $4, format: mjpeg}"
}
pipeline() { # NAME CAMERAS [MORE]: a pipeline file of those cameras, which records frames unchanged; then more keys. $heard: the
  # microphone
  cat >"$case/$1.yaml" <<END
name: $1
cameras:
$2
microphone: ${heard:-none}
encoders: {default: {use: passthrough}, audio: {use: pcm}}
recording: {outputs: [${outputs:-back}], segment: off, max-loss: off}
budget: {enforce: off, shed: []}
storage: {keep-free: 1MB, warn-at: []}
${3:-}
END
}
attempt() { # NAME COMMAND ...: keeps output, errors and exit code
  local name=$1 code=0
  shift
  "$@" >"$case/$name.out" 2>"$case/$name.err" &
  echo $! >"$case/$name.pid"
  wait $! || code=$?
  echo $code >"$case/$name.code"
}
record() { # NAME SECONDS [OPTION ...]: records with the pipeline file of that name; audited outside the machine, where that costs less
  local name=$1 seconds=$2
  shift 2
  attempt "$name" dualcam run "$case/$name.yaml" --json --output "$case/$name" --duration "${seconds}s" "$@"
}
told() { # NAME TEXT [COUNT]: waits until a recording has printed COUNT lines with that text, or has ended
  local part line="" left=${3:-1} file
  # A recording may begin long after the wait for it.
  until [ -e "$case/$1.out" ]; do nap 0.05; done
  exec {file}<"$case/$1.out"
  while [ "$left" -gt 0 ]; do
    # At the end of the output so far it fails, after reading a part of a line.
    IFS= read -r part <&"$file" || { line+=$part; nap 0.05; continue; }
    line+=$part
    case $line in
      *"$2"*) left=$((left - 1)) ;;
      *'"event":"finished"'*) left=0 ;;
    esac
    line=
  done
  exec {file}<&-
}
begun() { told "$1" '"event":"recording"'; } # NAME: waits until it records
lost() { told "$1" '"event":"input-lost"' "$2"; } # NAME COUNT
returned() { told "$1" '"event":"input-returned"' "$2"; } # NAME COUNT
finish() { kill "$(<"$case/$1.pid")" 2>/dev/null || true; } # NAME: ends a recording before its time, as SIGTERM does

unplugged() { ! compgen -G "/dev/v4l/by-path/*vhci*" >/dev/null; }

run_case() { # NAME
  local began ended _ name
  case=/run/cases/$1
  mkdir -p "$case"
  devices=()
  declare -gA ports=() processes=()
  read -r began _ </proc/uptime
  . "$here/cases/$1"
  for name in "${devices[@]}"; do tell "$name" quit; done
  wait
  # An unplugged device is gone from the file system before the next case begins.
  await "" "the case's cameras did not go" unplugged
  udevadm settle
  read -r ended _ </proc/uptime
  echo "$1 from $began to $ended"
  find "$case" -type p -delete
  cp -a "$case" "$out/"
  rm -rf "$case"
}

dmesg -n 1 # vhci-hcd complains each time that it is asked for a frame number.
modprobe -a vhci-hcd uvcvideo snd-usb-audio
cat "$kit"/* "$(command -v dualcam)" >/dev/null
run_case warm >/dev/null
rm -rf "$out/warm"
for name in "$@"; do run_case "$name"; done
