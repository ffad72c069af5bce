// SPDX-License-Identifier: Apache-2.0

extension WatchPage {
    /// The script that converts keys and buttons into command snapshots.
    static let controls = """
        "use strict";
        // Source: wire facts 6: the keys that integrators agree on.
        const walking = { KeyW: "Front", KeyS: "Back", KeyA: "Left", KeyD: "Right" };
        const looking = { ArrowUp: "Up", ArrowDown: "Down",
            ArrowLeft: "Left", ArrowRight: "Right" };
        const acting = { Space: "Jump", KeyC: "Crouch", KeyF: "Attack" };
        const sprinting = ["ShiftLeft", "ShiftRight"];
        const known = new Set([...Object.keys(walking), ...Object.keys(looking),
            ...Object.keys(acting), ...sprinting]);

        /// Keys of the keyboard and buttons that are pressed.
        const held = new Set();
        /// One-shot actions to send with the next snapshots.
        const waiting = [];
        let sequence = 0, wasHeld = false, sprintedAt = 0;

        const isDown = (key) => held.has(key) || pulled.has(key);

        /// The value of one of two opposite keys; null when both or none are pressed.
        function one(words, first, second) {
            if (isDown(first) === isDown(second)) return null;
            return words[isDown(first) ? first : second];
        }

        function joined(prefix, vertical, horizontal) {
            const words = [vertical, horizontal].filter((word) => word);
            return words.length === 0 ? "None" : prefix + words.join("_");
        }

        function interaction() {
            if (waiting.length > 0) return waiting.shift();
            const now = performance.now();
            if (!sprinting.some(isDown) || now - sprintedAt < 250) return "None";
            sprintedAt = now;
            return "Sprint";
        }

        /// Sends a snapshot while a key is pressed, and one more after the release.
        function tick() {
            if (by("keys").hidden) return;
            readGamepad();
            pull();
            const isHeld = held.size > 0 || pulled.size > 0 || waiting.length > 0;
            if (!isHeld && !wasHeld) return;
            const action = interaction();
            const channel = action === "None" ? oyster.commands : oyster.actions;
            if (channel?.readyState !== "open") return;
            wasHeld = isHeld;
            sequence += 1;
            sentAt.set(sequence, performance.now());
            channel.send(JSON.stringify({
                translation: joined("", one(walking, "KeyW", "KeyS"), one(walking, "KeyA", "KeyD")),
                rotation: joined("Mouse_", one(looking, "ArrowUp", "ArrowDown"),
                    one(looking, "ArrowLeft", "ArrowRight")),
                interaction: action,
                sequence,
                timeUs: Math.round(performance.now() * 1000),
            }));
        }

        function light(key, isLit) {
            const shown = key === "ShiftRight" ? "ShiftLeft" : key;
            document.querySelector(`[data-key="${shown}"]`)?.classList.toggle("down", isLit);
        }

        function press(key) {
            if (held.has(key)) return;
            held.add(key);
            if (acting[key]) waiting.push(acting[key]);
            light(key, true);
        }

        function release(key) {
            held.delete(key);
            light(key, false);
        }

        function releaseAll() { for (const key of [...held]) release(key); }

        const isTyping = (event) => event.target instanceof HTMLInputElement
            && event.target.type !== "range";

        addEventListener("keydown", (event) => {
            if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
            if (!by("keys").hidden && known.has(event.code)) {
                event.preventDefault();
                if (!event.repeat) press(event.code);
            } else if (event.code === "Space" && !by("pause").hidden && !event.repeat
                && !(event.target instanceof HTMLButtonElement)) {
                event.preventDefault();
                by("pause").click();
            }
        });
        addEventListener("keyup", (event) => release(event.code));
        addEventListener("blur", releaseAll);
        document.addEventListener("visibilitychange", releaseAll);

        for (const button of document.querySelectorAll("[data-key]")) {
            const key = button.dataset.key;
            button.addEventListener("pointerdown", () => press(key));
            for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
                button.addEventListener(end, () => release(key));
            }
            // Without this the space bar clicks the focused button again.
            button.addEventListener("click", () => button.blur());
            button.addEventListener("contextmenu", (event) => event.preventDefault());
        }

        /// Shows a button for each environment action.
        function showActions() {
            const actions = oyster.travel?.environmentActions ?? [];
            const around = by("around");
            if (around.dataset.shown === actions.join()) return;
            around.dataset.shown = actions.join();
            around.replaceChildren(...actions.map((action) => {
                const button = document.createElement("button");
                button.className = "key";
                button.textContent = action.replaceAll("_", " ");
                button.addEventListener("click", () => {
                    waiting.push(action);
                    button.blur();
                });
                return button;
            }));
        }

        setInterval(showActions, 500);
        """
}
