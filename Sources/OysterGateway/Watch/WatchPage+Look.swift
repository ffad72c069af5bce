// SPDX-License-Identifier: Apache-2.0

extension WatchPage {
    /// Looks around with the mouse, a finger or a gamepad.
    static let look = """
        "use strict";
        /// Keys that the mouse or the gamepad holds down during the current tick.
        const pulled = new Set();
        const gamepadKeys = new Set();
        const gamepadButtons = ["Space", "KeyC", "KeyF"]; // A, B, X
        const sprintButtons = [5, 7, 10]; // right shoulder, right trigger, left stick
        const deadZone = 0.35;
        /// Mouse movement that is worth one tick of turning, and the most that is kept, in pixels.
        const pixelsPerTick = 12, mostPixels = 120;
        let restX = 0, restY = 0, touch = null;

        /// Adds a movement that the next ticks turn into looking.
        function turnBy(x, y) {
            restX = Math.max(-mostPixels, Math.min(mostPixels, restX + x));
            restY = Math.max(-mostPixels, Math.min(mostPixels, restY + y));
        }

        /// Takes one tick's worth of what the mouse moved.
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
                // Y does what can be done with what is near.
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
            // A browser may refuse, for example right after the mouse was released.
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
            // The world follows the finger: it turns the other way.
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
