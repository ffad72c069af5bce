// SPDX-License-Identifier: Apache-2.0

/// The style sheet and icon of the pages.
enum PageStyle {
    static let css = """
        :root {
            --deep: #0b1420; --sea: #122334; --line: #24405a; --pearl: #eef4f8; --mist: #93aabd;
            --shine: #6ee7d0; --warm: #ffb38a;
            color-scheme: dark;
            font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        }
        * { box-sizing: border-box; }
        body {
            margin: 0; min-height: 100vh; color: var(--pearl);
            background: radial-gradient(ellipse at 50% -20%, #1e4660 0, var(--deep) 65%) fixed;
        }
        [hidden] { display: none !important; }
        main { max-width: 1100px; margin: 0 auto; padding: 28px 20px 48px; }
        header { display: flex; align-items: baseline; gap: 14px; flex-wrap: wrap; }
        h1 { font-size: 26px; font-weight: 650; margin: 0; letter-spacing: -0.02em; }
        h1 a { color: inherit; text-decoration: none; }
        h2 { font-size: 13px; font-weight: 600; margin: 34px 0 12px; color: var(--mist);
            text-transform: uppercase; letter-spacing: 0.09em; }
        p { margin: 6px 0 0; color: var(--mist); max-width: 62ch; }
        code { font: 13px ui-monospace, Menlo, Consolas, monospace; color: var(--pearl); }
        button, .button {
            font: inherit; font-weight: 600; color: var(--pearl); background: #1a3249;
            border: 1px solid var(--line); border-radius: 10px; padding: 8px 16px; cursor: pointer;
            text-decoration: none; display: inline-block;
        }
        button:hover, .button:hover { border-color: var(--shine); }
        button:disabled { opacity: 0.45; cursor: default; }
        .first { background: var(--shine); border-color: var(--shine); color: #06231f; }
        .row { display: flex; gap: 10px; flex-wrap: wrap; align-items: center; }
        .cards { display: grid; gap: 12px;
            grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); }
        .card { background: var(--sea); border: 1px solid var(--line); border-radius: 14px;
            padding: 16px 18px; display: flex; flex-direction: column; gap: 8px; }
        .card strong { font-size: 16px; overflow-wrap: anywhere; }
        /* The prompt of a world may have 2000 characters. */
        .title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3;
            overflow: hidden; max-width: 62ch; }
        .card .button { margin-top: 6px; align-self: flex-start; }
        .pill { font-size: 12px; font-weight: 600; padding: 2px 10px; border-radius: 99px;
            border: 1px solid var(--line); color: var(--mist); }
        .pill.good { color: var(--shine); border-color: #2a6c62; }
        .pill.bad { color: var(--warm); border-color: #7a4a35; }
        .quiet { color: var(--mist); font-size: 13px; }
        .player { margin-top: 18px; }
        .screen { position: relative; margin: 0 auto; border-radius: 16px; overflow: hidden;
            background: #04080d; border: 1px solid var(--line); aspect-ratio: 864 / 432;
            width: min(100%, max(320px, (100vh - 362px) * 2)); touch-action: none;
            box-shadow: 0 24px 60px -24px #000; }
        .screen.tall { aspect-ratio: 480 / 784;
            width: min(100%, max(260px, (100vh - 270px) * 0.612)); }
        /* The block strip is outside the visible area, unless shown. */
        .screen video { width: 100%; height: 111.12%; display: block; object-fit: cover;
            object-position: top; }
        .screen.tall video { height: 110.21%; }
        .screen.whole { aspect-ratio: 864 / 480; }
        .screen.whole.tall { aspect-ratio: 480 / 864; }
        .screen.whole video { height: 100%; }
        .screen.locked { border-color: var(--shine); }
        .hint { position: absolute; right: 12px; bottom: 12px; padding: 4px 12px; font-size: 12px;
            border-radius: 99px; background: #04080d99; color: var(--pearl); pointer-events: none; }
        .veil { position: absolute; inset: 0; display: grid; place-items: center;
            text-align: center; padding: 20px; background: #04080dcc; }
        .veil strong { font-size: 20px; font-weight: 650; }
        .veil p { margin: 6px auto 0; max-width: 44ch; }
        .veil .row { justify-content: center; margin-top: 16px; }
        .bar { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; margin-top: 12px; }
        /* An unknown travel has no controls and no statistics. */
        [data-state="refused"] :is(.bar, .facts) { display: none; }
        .bar button { padding: 6px 14px; font-size: 14px; }
        .bar input { flex: 1 1 160px; padding: 0; accent-color: var(--shine); border: 0;
            background: none; }
        .bar input:disabled { opacity: 0.6; }
        .clock { color: var(--mist); font-size: 14px; font-variant-numeric: tabular-nums; }
        .clock b { color: var(--pearl); }
        .push { margin-left: auto; }
        .facts { display: flex; gap: 6px 20px; flex-wrap: wrap; align-items: center;
            margin: 18px 2px 0; font-size: 13px;
            color: var(--mist); font-variant-numeric: tabular-nums; }
        .facts b { color: var(--pearl); font-weight: 600; }
        .facts button { padding: 3px 12px; font-size: 13px; }
        .keys { display: flex; gap: 18px 26px; flex-wrap: wrap; margin-top: 18px; align-items: end;
            justify-content: space-between; }
        .pad { display: grid; grid-template-columns: repeat(3, 44px); gap: 6px; }
        .pad span { color: var(--mist); font-size: 12px; grid-column: 1 / -1; }
        .acts { display: flex; gap: 6px; flex-wrap: wrap; align-items: end; }
        .key { min-width: 44px; height: 44px; padding: 0 12px; border-radius: 10px; font-size: 14px;
            touch-action: none; user-select: none; }
        .key.down { background: var(--shine); color: #06231f; border-color: var(--shine); }
        .key small { font-weight: 500; opacity: 0.75; margin-left: 6px; }
        .player:fullscreen { margin: 0; background: #000; display: flex; flex-direction: column;
            justify-content: center; }
        .player:fullscreen .screen { border: 0; border-radius: 0; width: min(100vw, 200vh); }
        .player:fullscreen .screen.tall { width: min(100vw, 61.2vh); }
        .player:fullscreen .bar { position: fixed; left: 16px; right: 16px; bottom: 12px;
            opacity: 0; transition: opacity 0.2s; }
        .player:fullscreen:hover .bar, .player:fullscreen .bar:focus-within { opacity: 1; }
        .player:fullscreen .screen.locked ~ .bar { opacity: 0; }
        .player:fullscreen .keys { display: none; }
        @media (pointer: coarse) {
            .player:fullscreen .keys { display: flex; position: fixed; left: 16px; right: 16px;
                bottom: 60px; margin: 0; opacity: 0.75; }
            .player:fullscreen .bar { opacity: 1; }
            .key small { display: none; }
        }
        @media (max-width: 620px) {
            main { padding: 16px 12px 32px; }
            .screen { border-radius: 12px; width: 100%; }
            .keys { justify-content: space-between; gap: 14px; }
            .acts { order: 3; flex-basis: 100%; }
            .acts .key { flex: 1 1 auto; }
            .pad { grid-template-columns: repeat(3, 48px); }
            .key { height: 48px; }
            .facts .push { margin-left: 0; }
            .bar { gap: 8px; }
            .bar button { padding: 6px 10px; }
        }
        form { display: flex; gap: 10px; margin-top: 20px; }
        form input { flex: 1; font: inherit; color: inherit; background: var(--sea); min-width: 0;
            border: 1px solid var(--line); border-radius: 10px; padding: 9px 14px; }
        form input:focus, button:focus-visible { outline: 2px solid var(--shine); outline-offset: 1px; }
        """

    /// A pearl in its shell.
    static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
        <path d="M3 17a13 13 0 0 1 26 0z" fill="#24405a"/>
        <path d="M3 19h26a13 10 0 0 1-26 0z" fill="#6ee7d0"/>
        <circle cx="16" cy="17" r="5" fill="#eef4f8"/>
        </svg>
        """
}
