// SPDX-License-Identifier: Apache-2.0

/// The page that plays one travel.
enum WatchPage {
    static let html = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, viewport-fit=cover">
        <title>Watch · oyster-gateway</title>
        <link rel="icon" href="/watch/icon.svg">
        <link rel="stylesheet" href="/watch/page.css">
        <main>
            <header>
                <h1><a href="/">oyster-gateway</a></h1>
                <span class="quiet title" id="title"></span>
                <span class="pill" id="mode" hidden></span>
                <span class="pill" id="status">connecting</span>
            </header>
            <div class="player" id="player">
                <div class="screen" id="screen">
                    <video id="video" autoplay playsinline muted></video>
                    <div class="hint" id="hint" hidden></div>
                    <div class="veil" id="veil" role="status">
                        <div>
                            <strong id="headline">Connecting…</strong>
                            <p id="explanation" hidden></p>
                            <div class="row" id="choices"></div>
                        </div>
                    </div>
                </div>
                <div class="bar">
                    <button id="pause" hidden>Pause</button>
                    <input id="seek" type="range" min="0" max="180" step="4" value="0" hidden
                        aria-label="Position to play from">
                    <span class="clock"><b id="timeline">0:00</b><span id="length"></span></span>
                    <button id="audio" class="push">Unmute</button>
                    <button id="fullscreen">Fullscreen</button>
                </div>
                <div class="keys" id="keys" hidden>
                    <div class="pad">
                        <span>Walk</span>
                        <i></i><button class="key" data-key="KeyW">W</button><i></i>
                        <button class="key" data-key="KeyA">A</button>
                        <button class="key" data-key="KeyS">S</button>
                        <button class="key" data-key="KeyD">D</button>
                    </div>
                    <div class="acts" id="acts">
                        <button class="key" data-key="Space">Space<small>jump</small></button>
                        <button class="key" data-key="ShiftLeft">Shift<small>sprint</small></button>
                        <button class="key" data-key="KeyC">C<small>crouch</small></button>
                        <button class="key" data-key="KeyF">F<small>attack</small></button>
                        <div class="row" id="around"></div>
                    </div>
                    <div class="pad">
                        <span>Look</span>
                        <i></i><button class="key" data-key="ArrowUp"
                            aria-label="Up">↑</button><i></i>
                        <button class="key" data-key="ArrowLeft" aria-label="Left">←</button>
                        <button class="key" data-key="ArrowDown" aria-label="Down">↓</button>
                        <button class="key" data-key="ArrowRight" aria-label="Right">→</button>
                    </div>
                </div>
            </div>
            <form id="instruct" hidden>
                <input id="content" maxlength="2000" autocomplete="off" aria-label="Instruction"
                    placeholder="An instruction, for example: it begins to rain">
                <button class="first">Send</button>
            </form>
            <p class="quiet" id="message" role="status"></p>
            <div class="facts">
                <span>Frames <b id="rate">–</b></span>
                <span>Size <b id="size">–</b></span>
                <span>Bitrate <b id="bitrate">–</b></span>
                <span id="delay" hidden>Command to frame <b id="latency">–</b></span>
                <span id="pad" hidden>Gamepad <b>connected</b></span>
                <button id="strip" class="push">Show strip</button>
            </div>
        </main>
        <script src="/watch/player.js"></script>
        <script src="/watch/travel.js"></script>
        <script src="/watch/controls.js"></script>
        <script src="/watch/look.js"></script>
        """
}
