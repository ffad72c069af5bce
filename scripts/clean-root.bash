# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# A fresh Debian of this machine's own release to try packages in; sourced by scripts that need one.
#
#     . scripts/clean-root.bash
#     enter_clean_root "$@"        # goes on as root, in namespaces of its own
#     install_in_root PACKAGE…     # with apt
#     in_root COMMAND…             # or alone_in_root, with loopback as the only network
#
# Mounts and processes end with the script, however it ends. The Debian is unpacked from a tarball in
# build/clean-root, which debootstrap made from the mirror of this machine's apt; what apt downloads
# for it stays there, too.
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
name=$(basename "$0")
cache=$project/build/clean-root
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
inside=(/usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
    DEBIAN_FRONTEND=noninteractive)

fail() {
    echo "$name: $*" >&2
    exit 1
}

# Show what a command prints only when it fails.
quietly() {
    "$@" >"$log" 2>&1 || {
        tail -40 "$log" >&2
        fail "failed: $*"
    }
}

enter_clean_root() {
    if [[ -n ${CLEAN_ROOT:-} ]]; then
        root=$CLEAN_ROOT/root log=$CLEAN_ROOT/log
        make_root
        return
    fi
    [[ $(id -u) -eq 0 ]] || exec sudo "$0" "$@"
    "$project/scripts/install-packages" root
    mkdir -p "$cache/archives"
    # One at a time; a folder that is left was made by a run that was killed.
    exec {lock}>"$cache/lock"
    flock "$lock"
    rm -rf --one-file-system "$cache"/run.*
    scratch=$(mktemp -d "$cache/run.XXXXXX")
    trap leave_clean_root EXIT
    trap 'exit 130' HUP INT TERM
    CLEAN_ROOT=$scratch setpriv --pdeathsig KILL \
        unshare --mount --pid --mount-proc --fork --kill-child "$0" "$@" &
    leader=$!
    wait "$leader"
    exit
}

leave_clean_root() {
    if [[ -n ${leader:-} ]]; then
        kill -9 "$leader" 2>/dev/null || true # its children go with it
        wait "$leader" 2>/dev/null || true
    fi
    rm -rf --one-file-system "$scratch"
    chown -R --reference="$project" "$cache" # not root's when sudo made it
}

make_root() {
    local base=$cache/$suite.tar
    if [[ -n $(find "$base" -mtime -30 2>/dev/null) ]]; then
        mkdir "$root"
        tar -xf "$base" -C "$root"
    else
        bootstrap
        tar -cf "$base.new" --one-file-system --exclude='./var/cache/apt/archives/*.deb' -C "$root" .
        mv "$base.new" "$base"
    fi
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    apt-config dump | grep -E '^Acquire::(Check-|https?::|.*[Pp]roxy)' \
        >"$root/etc/apt/apt.conf.d/99machine" || true
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/scratch"
    mount -t proc proc "$root/proc"
    mount --bind "$cache/archives" "$root/var/cache/apt/archives"
    quietly in_root apt-get update -q
}

bootstrap() {
    local mirror
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
        "Codename: $suite" 'Component: main' | head -n 1)
    echo "$name: making a Debian $suite, once"
    quietly debootstrap --variant=minbase "$suite" "$root" ${mirror:+"$mirror"}
}

in_root() {
    chroot "$root" "${inside[@]}" "$@"
}

alone_in_root() {
    # shellcheck disable=SC2016
    unshare --net bash -c 'ip link set lo up && exec chroot "$@"' - "$root" "${inside[@]}" "$@"
}

install_in_root() {
    quietly in_root apt-get install -y -q --no-install-recommends "$@"
}
