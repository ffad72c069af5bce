// SPDX-License-Identifier: Apache-2.0

/// The page at `/`: it lists the travels and starts demo worlds.
enum LandingPage {
    static let html = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>oyster-gateway</title>
        <link rel="icon" href="/watch/icon.svg">
        <link rel="stylesheet" href="/watch/page.css">
        <main>
            <header><h1>oyster-gateway</h1><span class="pill good">running</span></header>
            <p>A development gateway for HappyOyster clients, on this machine only. Apps reach the
                Open API at <code id="api"></code> with the key <code>sk-development</code>.</p>

            <h2>Start a world</h2>
            <div class="row">
                <button class="first" data-mode="adventure">Walk through a demo world</button>
                <button data-mode="directing">Direct one</button>
                <button data-mode="acting">Act in one</button>
                <span class="quiet" id="note" role="status"></span>
            </div>

            <h2>Travels to watch</h2>
            <div class="cards" id="travels"></div>
            <p id="none" hidden>There are no travels. Start a world above, or enter a travel with an app.</p>
        </main>
        <script src="/watch/landing.js"></script>
        """

    static let script = """
        "use strict";
        const note = document.getElementById("note");
        const buttons = document.querySelectorAll("button[data-mode]");
        document.getElementById("api").textContent = location.origin;

        function element(name, className, text) {
            const made = document.createElement(name);
            made.className = className;
            made.textContent = text;
            return made;
        }

        function card(travel) {
            const made = element("div", "card", "");
            const head = element("div", "row", "");
            head.append(element("span", "pill", travel.mode));
            head.append(element("span", travel.status === "running" ? "pill good" : "pill",
                travel.status));
            const count = travel.viewers === 1 ? "1 viewer" : travel.viewers + " viewers";
            const link = element("a", "button", "Watch");
            link.href = travel.watchUrl;
            made.append(head, element("strong", "title", travel.title), element("span", "quiet", count),
                link);
            return made;
        }

        async function show() {
            try {
                const list = await (await fetch("/watch/travels")).json();
                document.getElementById("travels").replaceChildren(...list.travels.map(card));
                document.getElementById("none").hidden = list.travels.length > 0;
                for (const button of buttons) button.disabled = !list.hasMedia;
                if (!list.hasMedia) note.textContent = "This gateway was started without media.";
            } catch {
                note.textContent = "The gateway does not answer.";
            }
        }

        async function start(mode) {
            const answer = await fetch("/watch/start", {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ mode }),
            });
            const result = await answer.json();
            if (answer.ok) location.href = result.watchUrl;
            else note.textContent = result.error;
        }

        for (const button of buttons) {
            button.addEventListener("click", () => start(button.dataset.mode));
        }
        show();
        setInterval(show, 2000);
        """
}
