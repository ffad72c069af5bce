// SPDX-License-Identifier: Apache-2.0

/// The look of the pages.
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
        /* A World may be asked for in two thousand characters. */
        .title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3;
            overflow: hidden; max-width: 62ch; }
        .facts button { padding: 3px 12px; font-size: 13px; }
        .facts .push { margin-left: auto; }
        .card .button { margin-top: 6px; align-self: flex-start; }
        .pill { font-size: 12px; font-weight: 600; padding: 2px 10px; border-radius: 99px;
            border: 1px solid var(--line); color: var(--mist); }
        .pill.good { color: var(--shine); border-color: #2a6c62; }
        .pill.bad { color: var(--warm); border-color: #7a4a35; }
        .quiet { color: var(--mist); font-size: 13px; }
        .screen { position: relative; margin: 18px auto 0; border-radius: 16px; overflow: hidden;
            background: #04080d; border: 1px solid var(--line); aspect-ratio: 864 / 432;
            width: min(100%, max(320px, (100vh - 330px) * 1.8));
            box-shadow: 0 24px 60px -24px #000; }
        .screen.tall { aspect-ratio: 480 / 784;
            width: min(100%, max(260px, (100vh - 270px) * 0.556)); }
        /* The strip for machines is below the edge, unless wanted. */
        .screen video { width: 100%; height: 111.12%; display: block; object-fit: contain; }
        .screen.tall video { height: 110.21%; }
        .screen.whole { aspect-ratio: 864 / 480; }
        .screen.whole.tall { aspect-ratio: 480 / 864; }
        .screen.whole video { height: 100%; }
        .veil { position: absolute; inset: 0; display: grid; place-items: center;
            text-align: center; padding: 20px; background: #04080dcc; font-size: 17px; }
        .facts { display: flex; gap: 6px 20px; flex-wrap: wrap; align-items: center;
            margin: 12px 2px 0; font-size: 13px;
            color: var(--mist); font-variant-numeric: tabular-nums; }
        .facts b { color: var(--pearl); font-weight: 600; }
        .keys { display: flex; gap: 26px; flex-wrap: wrap; margin-top: 20px; align-items: end; }
        .pad { display: grid; grid-template-columns: repeat(3, 44px); gap: 6px; }
        .pad span, .acts span { color: var(--mist); font-size: 12px; grid-column: 1 / -1; }
        .acts { display: flex; gap: 6px; flex-wrap: wrap; align-items: end; }
        .key { min-width: 44px; height: 44px; padding: 0 12px; border-radius: 10px; font-size: 14px;
            touch-action: none; user-select: none; }
        .key.down { background: var(--shine); color: #06231f; border-color: var(--shine); }
        .key small { font-weight: 500; opacity: 0.75; margin-left: 6px; }
        form { display: flex; gap: 10px; margin-top: 20px; }
        input { flex: 1; font: inherit; color: inherit; background: var(--sea); min-width: 0;
            border: 1px solid var(--line); border-radius: 10px; padding: 9px 14px; }
        input:focus, button:focus-visible { outline: 2px solid var(--shine); outline-offset: 1px; }
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
