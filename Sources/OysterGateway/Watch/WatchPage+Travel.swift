// SPDX-License-Identifier: Apache-2.0

extension WatchPage {
    /// The script that polls the travel's status, controls the travel, and starts new ones.
    static let travel = """
        "use strict";
        let isBusy = false, isSeeking = false;

        const clock = (seconds) => Math.floor(seconds / 60) + ":"
            + String(Math.floor(seconds % 60)).padStart(2, "0");
        const openList = ["All travels", () => { location.href = "/"; }];
        const openNew = () => ["New world", () => startWorld(oyster.travel?.mode ?? "adventure")];

        function showUnknownChannel() {
            leave();
            const parts = query.get("channel") && query.get("token");
            setState("refused", parts ? "This travel is not known here" : "This address is incomplete",
                parts ? "The gateway was restarted or reset, or the address is wrong."
                    : "Open a travel from the list, or start a new world.", openNew(), openList);
            by("status").textContent = "unknown";
            by("status").className = "pill bad";
        }

        async function startWorld(mode) {
            const answer = await fetch("/watch/start", {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ mode }),
            }).catch(() => null);
            const result = await answer?.json().catch(() => null);
            if (answer?.ok) location.href = result.watchUrl;
            else by("message").textContent = result?.error ?? "The gateway does not answer.";
        }

        /// Performs an operation such as `pause`; the next poll shows the result.
        async function operate(operation, body) {
            if (isBusy) return;
            isBusy = true;
            try {
                const answer = await fetch("/watch/" + operation + location.search, {
                    method: "POST",
                    headers: { ...authorization, "Content-Type": "application/json" },
                    body: JSON.stringify(body ?? {}),
                });
                by("message").textContent = answer.ok ? "" : (await answer.json()).error;
                if (answer.ok && operation === "pause") by("message").textContent = "Pausing…";
            } catch {
                by("message").textContent = "The gateway does not answer.";
            }
            isSeeking = false;
            isBusy = false;
            await poll();
        }

        function playOn() {
            const travel = oyster.travel;
            if (!travel?.canResume) return;
            if (isSeeking && travel.canRewind) operate("rewind", { toSec: Number(by("seek").value) });
            else operate("resume");
        }

        function showPaused(travel) {
            if (!travel.canResume) {
                return setState("paused", "Paused", "The room is being closed…");
            }
            const where = isSeeking ? "Play from " + clock(by("seek").value) : "Resume";
            setState("paused", "Paused", travel.canRewind
                ? "Choose a position below to play from there." : null, [where, playOn]);
        }

        function show(travel) {
            by("title").textContent = travel.title;
            by("mode").textContent = travel.mode;
            by("mode").hidden = false;
            by("status").textContent = travel.status;
            by("status").className = travel.status === "running" ? "pill good"
                : travel.status === "failed" ? "pill bad" : "pill";
            if (isPaused() && by("message").textContent === "Pausing…") by("message").textContent = "";
            by("keys").hidden = !travel.canSteer;
            by("instruct").hidden = !travel.canInstruct;
            by("pause").hidden = !travel.canPause && !isPaused();
            by("pause").textContent = isPaused() ? "Resume" : "Pause";
            by("pause").disabled = isPaused() && !travel.canResume;
            by("seek").hidden = travel.lengthSec === null;
            by("seek").disabled = !travel.canRewind;
            by("seek").max = travel.lengthSec ?? 0;
            if (!isSeeking) by("seek").value = travel.timelineSec;
            by("timeline").textContent = clock(isSeeking ? by("seek").value : travel.timelineSec);
            by("length").textContent = travel.lengthSec === null ? "" : " / " + clock(travel.lengthSec);
        }

        async function poll() {
            let answer;
            try {
                answer = await fetch("/watch/status" + location.search, { headers: authorization });
            } catch {
                by("status").textContent = "gateway not reachable";
                by("status").className = "pill bad";
                return;
            }
            if (!answer.ok) return showUnknownChannel();
            const wasPaused = isPaused();
            const travel = oyster.travel = await answer.json();
            show(travel);
            if (isOver()) {
                leave();
                const played = "It played for " + clock(travel.playedSec) + ".";
                setState("over", travel.errorCode ? "The travel has failed" : "The travel is over",
                    travel.errorCode ? travel.errorCode + ". " + played : played, openNew(), openList);
            } else if (isPaused()) {
                showPaused(travel);
            } else if (wasPaused || oyster.joins === 0) {
                leave();
                setState("connecting", "Connecting…");
                join();
            }
        }

        by("pause").addEventListener("click", () => {
            by("pause").blur();
            if (isPaused()) playOn();
            else if (oyster.travel?.canPause) operate("pause");
        });
        by("seek").addEventListener("input", () => {
            isSeeking = true;
            if (oyster.travel) show(oyster.travel), showPaused(oyster.travel);
        });
        by("audio").addEventListener("click", () => {
            const video = by("video");
            video.muted = !video.muted;
            by("audio").textContent = video.muted ? "Unmute" : "Mute";
            by("audio").blur();
        });
        by("strip").addEventListener("click", () => {
            const isWhole = by("screen").classList.toggle("whole");
            by("strip").textContent = isWhole ? "Hide strip" : "Show strip";
        });
        by("fullscreen").addEventListener("click", () => {
            by("fullscreen").blur();
            if (document.fullscreenElement) document.exitFullscreen();
            else by("player").requestFullscreen().catch(() => {
                by("message").textContent = "This browser does not allow fullscreen here.";
            });
        });
        document.addEventListener("fullscreenchange", () => {
            by("fullscreen").textContent = document.fullscreenElement ? "Leave fullscreen"
                : "Fullscreen";
        });
        by("instruct").addEventListener("submit", async (event) => {
            event.preventDefault();
            const content = by("content").value.trim();
            if (!content) return;
            await operate("instruct", { content });
            if (by("message").textContent) return;
            by("message").textContent = "Sent: " + content;
            by("content").value = "";
        });
        poll();
        setInterval(poll, 1000);
        """
}
