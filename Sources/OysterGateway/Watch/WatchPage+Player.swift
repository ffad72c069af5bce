// SPDX-License-Identifier: Apache-2.0

extension WatchPage {
    /// Joins the channel, plays it, and shows how that goes.
    ///
    /// What others may read, tests with a browser among them, is in `oyster`.
    static let player = """
        "use strict";
        const query = new URLSearchParams(location.search);
        const base = "/rtc/v1/channels/" + encodeURIComponent(query.get("channel") ?? "");
        const authorization = { Authorization: "Bearer " + (query.get("token") ?? "") };
        const by = (id) => document.getElementById(id);

        const oyster = { state: "connecting", frames: 0, framesPerSecond: 0, latencyMs: null,
            travel: null, applied: 0, peer: null, commands: null, actions: null, joins: 0 };
        const sentAt = new Map();
        let session = null, retry = null, before = null;

        function tell(state, text) {
            oyster.state = state;
            by("veil").hidden = !text;
            by("veil").textContent = text ?? "";
        }

        const isOver = () => ["completed", "failed"].includes(oyster.travel?.status);

        function gathered(peer) {
            return new Promise((done) => {
                if (peer.iceGatheringState === "complete") done();
                peer.addEventListener("icegatheringstatechange", () => {
                    if (peer.iceGatheringState === "complete") done();
                });
                setTimeout(done, 1500);
            });
        }

        function hear(event) {
            const message = JSON.parse(event.data);
            if (message.type !== "applied") return;
            oyster.applied = Math.max(oyster.applied, message.sequence);
            const time = sentAt.get(message.sequence);
            if (time === undefined) return;
            for (const known of sentAt.keys()) if (known <= message.sequence) sentAt.delete(known);
            const latency = performance.now() - time;
            oyster.latencyMs = oyster.latencyMs === null ? latency
                : oyster.latencyMs * 0.8 + latency * 0.2;
            by("latency").textContent = Math.round(oyster.latencyMs) + " ms";
        }

        function leave() {
            oyster.peer?.close();
            oyster.peer = oyster.commands = oyster.actions = null;
            if (session) fetch(session, { method: "DELETE", headers: authorization,
                keepalive: true }).catch(() => {});
            session = null;
        }

        function again(text) {
            leave();
            if (isOver()) return;
            tell("reconnecting", text);
            clearTimeout(retry);
            retry = setTimeout(join, 1000);
        }

        async function join() {
            const peer = new RTCPeerConnection();
            oyster.peer = peer;
            oyster.joins += 1;
            const stream = new MediaStream();
            peer.addEventListener("track", (event) => {
                stream.addTrack(event.track);
                by("picture").srcObject = stream;
            });
            peer.addEventListener("connectionstatechange", () => {
                if (peer !== oyster.peer) return;
                const state = peer.connectionState;
                if (state === "connected") tell("connected", "Waiting for a picture…");
                if (state === "failed" || state === "closed") again("Connection lost…");
            });
            peer.addTransceiver("video", { direction: "recvonly" });
            peer.addTransceiver("audio", { direction: "recvonly" });
            const unreliable = { ordered: false, maxRetransmits: 0 };
            oyster.commands = peer.createDataChannel("oyster-commands", unreliable);
            oyster.commands.addEventListener("message", hear);
            oyster.actions = peer.createDataChannel("oyster-actions");
            try {
                await peer.setLocalDescription();
                await gathered(peer);
                const answer = await fetch(base, {
                    method: "POST",
                    headers: { ...authorization, "Content-Type": "application/sdp" },
                    body: peer.localDescription.sdp,
                });
                if (peer !== oyster.peer) return;
                if (answer.status === 409) return again("There is no picture now.");
                if (answer.status === 401 || answer.status === 404) {
                    return tell("refused", "This travel cannot be watched.");
                }
                if (!answer.ok) return again("The gateway refuses for now…");
                session = answer.headers.get("Location");
                const sdp = await answer.text();
                await peer.setRemoteDescription({ type: "answer", sdp });
            } catch {
                if (peer === oyster.peer) again("The gateway does not answer…");
            }
        }

        async function measure() {
            const peer = oyster.peer;
            if (!peer) return;
            for (const report of (await peer.getStats()).values()) {
                if (report.type !== "inbound-rtp" || report.kind !== "video") continue;
                const now = { time: report.timestamp, frames: report.framesDecoded ?? 0,
                    bytes: report.bytesReceived ?? 0, peer };
                if (before?.peer === peer && now.time > before.time) {
                    const seconds = (now.time - before.time) / 1000;
                    oyster.framesPerSecond = Math.max(0, now.frames - before.frames) / seconds;
                    by("rate").textContent = oyster.framesPerSecond.toFixed(0) + "/s";
                    const rate = (now.bytes - before.bytes) * 8 / seconds / 1000;
                    by("bitrate").textContent = rate.toFixed(0) + " kbit/s";
                }
                before = now;
                oyster.frames = now.frames;
                if (now.frames > 0 && oyster.state === "connected") tell("playing", null);
            }
        }

        async function look() {
            try {
                const answer = await fetch("/watch/status" + location.search,
                    { headers: authorization });
                if (!answer.ok) return;
                const travel = oyster.travel = await answer.json();
                by("title").textContent = travel.title;
                by("mode").textContent = travel.mode;
                by("mode").hidden = false;
                by("status").textContent = travel.status;
                by("status").className = travel.status === "running" ? "pill good"
                    : travel.status === "failed" ? "pill bad" : "pill";
                by("timeline").textContent = travel.timelineSec.toFixed(0) + " s";
                by("keys").hidden = !travel.canSteer;
                by("instruct").hidden = !travel.canInstruct;
                if (isOver()) {
                    leave();
                    tell("over", travel.errorCode ?? "The travel is over.");
                }
            } catch {
                by("status").textContent = "gateway gone";
                by("status").className = "pill bad";
            }
        }

        by("picture").addEventListener("resize", () => {
            const { videoWidth: width, videoHeight: height } = by("picture");
            if (width < 16) return;
            by("size").textContent = width + " × " + height;
            by("screen").classList.toggle("tall", height > width);
        });
        by("sound").addEventListener("click", () => {
            const picture = by("picture");
            picture.muted = !picture.muted;
            by("sound").textContent = picture.muted ? "Sound on" : "Sound off";
        });
        by("strip").addEventListener("click", () => {
            const isWhole = by("screen").classList.toggle("whole");
            by("strip").textContent = isWhole ? "Hide strip" : "Show strip";
        });
        addEventListener("pagehide", leave);
        look().then(join);
        setInterval(look, 1000);
        setInterval(measure, 500);
        """
}
