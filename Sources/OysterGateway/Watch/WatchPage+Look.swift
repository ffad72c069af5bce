// SPDX-License-Identifier: Apache-2.0

extension WatchPage {
    /// The script that turns the camera with mouse, touch or gamepad.
    static let look = """
        "use strict";
        /// Keys that the mouse or the gamepad presses during the current tick.
        const pulled = new Set();
        const gamepadKeys = new Set();
        const gamepadButtons = ["Space", "KeyC", "KeyF"]; // A, B, X
        const sprintButtons = [5, 7, 10]; // right shoulder, right trigger, left stick
        const deadZone = 0.35;
        /// Mouse movement in pixels for one tick of rotation, and the most that is kept.
        const pixelsPerTick = 12, mostPixels = 120;
        let restX = 0, restY = 0, touch = null;

        /// Adds a movement, which the next ticks convert into rotation.
        function turnBy(x, y) {
            restX = Math.max(-mostPixels, Math.min(mostPixels, restX + x));
            restY = Math.max(-mostPixels, Math.min(mostPixels, restY + y));
        }

        /// Consumes the mouse movement of one tick.
        function pull() {
            pulled.clear();
            for (const key of gamepadKeys) pulled.add(key);
            if (Math.abs(restX) >= pixelsPerTick / 2) {
                pulled.add(restX > 0 ? "ArrowRight" : "ArrowLeft");
                restX = Math.abs(restX) <= pixelsPerTick ? 0 : restX - Math.sign(restX) * pixelsPerTick;
            }
            if (Math.abs(restY) >= pixelsPerTick / 2) {
                pulled.add(restY > 0 ? "ArrowDown" : "ArrowUp");
                restY = Math.abs(restY) <= pixelsPerTick ? 0 : restY - Math.sign(restY) * pixelsPerTick;
            }
        }

        function readStick(x, y, left, right, up, down) {
            if (x < -deadZone) gamepadKeys.add(left);
            if (x > deadZone) gamepadKeys.add(right);
            if (y < -deadZone) gamepadKeys.add(up);
            if (y > deadZone) gamepadKeys.add(down);
        }

        const pressedBefore = new Set();

        /// Reads the first gamepad: sticks and buttons of the standard layout.
        function readGamepad() {
            gamepadKeys.clear();
            const gamepad = [...(navigator.getGamepads?.() ?? [])].find((one) => one?.connected);
            by("pad").hidden = !gamepad;
            if (!gamepad) return;
            const [leftX = 0, leftY = 0, rightX = 0, rightY = 0] = gamepad.axes;
            readStick(leftX, leftY, "KeyA", "KeyD", "KeyW", "KeyS");
            readStick(rightX, rightY, "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown");
            if (sprintButtons.some((index) => gamepad.buttons[index]?.pressed)) {
                gamepadKeys.add("ShiftLeft");
            }
            gamepad.buttons.forEach((button, index) => {
                const isNew = button.pressed && !pressedBefore.has(index);
                if (button.pressed) pressedBefore.add(index);
                else pressedBefore.delete(index);
                if (!isNew) return;
                if (gamepadButtons[index]) waiting.push(acting[gamepadButtons[index]]);
                // Y performs the first environment action.
                const action = oyster.travel?.environmentActions?.[0];
                if (index === 3 && action) waiting.push(action);
            });
        }

        const screenElement = by("screen");
        const isLocked = () => document.pointerLockElement === screenElement;
        const canLook = () => !by("keys").hidden && oyster.state === "playing";

        function showHint() {
            by("hint").hidden = !canLook();
            by("hint").textContent = isLocked() ? "Esc releases the mouse"
                : matchMedia("(pointer: coarse)").matches ? "Drag to look around"
                    : "Click to look around with the mouse";
        }

        screenElement.addEventListener("click", (event) => {
            if (!canLook() || isLocked() || event.target instanceof HTMLButtonElement) return;
            if (matchMedia("(pointer: coarse)").matches) return;
            // A browser may refuse, for example directly after a release.
            Promise.resolve(screenElement.requestPointerLock()).catch(() => {});
        });
        document.addEventListener("pointerlockchange", () => {
            restX = restY = 0;
            screenElement.classList.toggle("locked", isLocked());
            showHint();
        });
        document.addEventListener("mousemove", (event) => {
            if (isLocked()) turnBy(event.movementX, event.movementY);
        });
        screenElement.addEventListener("pointerdown", (event) => {
            if (event.pointerType !== "touch" || !canLook()) return;
            touch = { id: event.pointerId, x: event.clientX, y: event.clientY };
        });
        screenElement.addEventListener("pointermove", (event) => {
            if (touch?.id !== event.pointerId) return;
            // The camera turns against the movement of the finger.
            turnBy((touch.x - event.clientX) * 2, (touch.y - event.clientY) * 2);
            touch = { id: event.pointerId, x: event.clientX, y: event.clientY };
        });
        for (const end of ["pointerup", "pointercancel"]) {
            screenElement.addEventListener(end, () => { touch = null; });
        }
        setInterval(showHint, 300);
        setInterval(tick, 42);
        """
}
