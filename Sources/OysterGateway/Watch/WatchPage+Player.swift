// SPDX-License-Identifier: Apache-2.0

extension WatchPage {
    /// The script that joins the channel and plays it.
    ///
    /// The other scripts and the browser tests read the variable `oyster`.
    static let player = """
        "use strict";
        const query = new URLSearchParams(location.search);
        const base = "/rtc/v1/channels/" + encodeURIComponent(query.get("channel") ?? "");
        const authorization = { Authorization: "Bearer " + (query.get("token") ?? "") };
        const by = (id) => document.getElementById(id);

        const oyster = { state: "connecting", frames: 0, framesPerSecond: 0, latencyMs: null,
            travel: null, applied: 0, peer: null, commands: null, actions: null, joins: 0 };
        const sentAt = new Map();
        let resource = null, retry = null, before = null;

        /// Shows a state over the video: a headline, an explanation, buttons. Without a headline
        /// only the video is shown.
        function setState(state, headline, explanation, ...choices) {
            const shown = JSON.stringify([state, headline, explanation, choices.map((one) => one[0])]);
            oyster.state = document.body.dataset.state = state;
            if (by("veil").dataset.shown === shown) return;
            by("veil").dataset.shown = shown;
            by("veil").hidden = !headline;
            by("headline").textContent = headline ?? "";
            by("explanation").hidden = !explanation;
            by("explanation").textContent = explanation ?? "";
            by("choices").replaceChildren(...choices.map(([text, action], index) => {
                const button = document.createElement("button");
                button.textContent = text;
                button.className = index === 0 ? "first" : "";
                button.addEventListener("click", action);
                return button;
            }));
        }

        const isOver = () => ["completed", "failed"].includes(oyster.travel?.status);
        const isPaused = () => oyster.travel?.status === "paused";

        function gathered(peer) {
            return new Promise((done) => {
                if (peer.iceGatheringState === "complete") done();
                peer.addEventListener("icegatheringstatechange", () => {
                    if (peer.iceGatheringState === "complete") done();
                });
                setTimeout(done, 1500);
            });
        }

        function onMessage(event) {
            const message = JSON.parse(event.data);
            if (message.type !== "applied") return;
            oyster.applied = Math.max(oyster.applied, message.sequence);
            const time = sentAt.get(message.sequence);
            if (time === undefined) return;
            for (const known of sentAt.keys()) if (known <= message.sequence) sentAt.delete(known);
            const latency = performance.now() - time;
            oyster.latencyMs = oyster.latencyMs === null ? latency
                : oyster.latencyMs * 0.8 + latency * 0.2;
            by("delay").hidden = false;
            by("latency").textContent = Math.round(oyster.latencyMs) + " ms";
        }

        function leave() {
            clearTimeout(retry);
            oyster.peer?.close();
            oyster.peer = oyster.commands = oyster.actions = null;
            if (resource) fetch(resource, { method: "DELETE", headers: authorization,
                keepalive: true }).catch(() => {});
            resource = null;
        }

        function again(headline, explanation) {
            leave();
            if (isOver() || isPaused() || oyster.state === "refused") return;
            setState("reconnecting", headline, explanation);
            retry = setTimeout(join, 1000);
        }

        /// Handles a refusal of the gateway.
        async function onRefusal(answer) {
            if (answer.status === 409) return again("Waiting for video…");
            if (answer.status === 401 || answer.status === 404) return showUnknownChannel();
            const code = (await answer.json().catch(() => ({}))).code;
            if (code === "ChannelFull") {
                return again("This travel has all the viewers that it may have",
                    "Close another page that watches it. This page joins as soon as it can.");
            }
            again("The media server does not answer", "This page keeps trying.");
        }

        async function join() {
            const peer = new RTCPeerConnection();
            oyster.peer = peer;
            oyster.joins += 1;
            const stream = new MediaStream();
            peer.addEventListener("track", (event) => {
                stream.addTrack(event.track);
                by("video").srcObject = stream;
            });
            peer.addEventListener("connectionstatechange", () => {
                if (peer !== oyster.peer) return;
                const state = peer.connectionState;
                if (state === "connected") setState("connected", "Waiting for video…");
                if (state === "failed" || state === "closed") again("The connection was lost…");
            });
            peer.addTransceiver("video", { direction: "recvonly" });
            peer.addTransceiver("audio", { direction: "recvonly" });
            const unreliable = { ordered: false, maxRetransmits: 0 };
            oyster.commands = peer.createDataChannel("oyster-commands", unreliable);
            oyster.commands.addEventListener("message", onMessage);
            oyster.actions = peer.createDataChannel("oyster-actions");
            // The gateway closes the peer connection with the room, also after a pause.
            oyster.actions.addEventListener("close", () => {
                if (peer === oyster.peer) again("Waiting for video…");
            });
            try {
                await peer.setLocalDescription();
                await gathered(peer);
                const answer = await fetch(base, {
                    method: "POST",
                    headers: { ...authorization, "Content-Type": "application/sdp" },
                    body: peer.localDescription.sdp,
                });
                if (peer !== oyster.peer) return;
                if (!answer.ok) return await onRefusal(answer);
                resource = answer.headers.get("Location");
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
                if (now.frames > 0 && oyster.state === "connected") setState("playing");
            }
        }

        by("video").addEventListener("resize", () => {
            const { videoWidth: width, videoHeight: height } = by("video");
            if (width < 16) return;
            by("size").textContent = width + " × " + height;
            by("screen").classList.toggle("tall", height > width);
        });
        addEventListener("pagehide", leave);
        setInterval(measure, 500);
        """
}
