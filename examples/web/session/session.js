// SPDX-License-Identifier: Apache-2.0
// A client of the session server for browsers, and the page around it: docs/session-server.md describes
// the protocol. EventSource cannot send an Authorization header, so the event stream is read with fetch.
"use strict";

const HELLO_WITHIN = 3000;
const SILENCE = 11000;
const POST_EVERY = 4000;
const BATCH = 64;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** An answer other than 2xx. */
class Refusal extends Error {
    constructor(status, body) {
        const error = body?.error ?? {};
        super(error.message ?? `The server answered ${status}.`);
        this.status = status;
        this.body = body;
        this.error = error;
    }
}

/** One connection of a session. `on.status(text)`, `on.event(type, data)`, `on.members()`. */
class SessionClient {
    constructor(server, id, on) {
        this.base = `${server.replace(/\/+$/, "")}/v1/sessions/${encodeURIComponent(id)}/connections`;
        this.on = on;
        this.queue = [];
        this.waiting = new Map();
        this.newest = new Map();
        this.nextRequest = 1;
        this.posted = 0;
        this.reason = null;
        this.polls = false;
        this.others = new Map();
    }

    async connect(token) {
        this.on.status("connecting");
        this.adopt(await this.call("", { token }));
        this.receive();
        this.ticker = setInterval(() => this.pingWhenDue(), 1000);
    }

    /** Append a request; the promise has its answer. */
    request(op, members = {}) {
        const number = this.nextRequest++;
        this.queue.push({ number, op, ...members });
        const answer = new Promise((done) => this.waiting.set(number, done));
        this.flush();
        return answer;
    }

    adopt(answer) {
        Object.assign(this, {
            own: answer.connection,
            bearer: answer.bearer,
            ticket: answer.resumeTicket,
            capabilities: answer.capabilities,
            last: null,
        });
        this.adoptSnapshot(answer.snapshot);
    }

    adoptSnapshot(snapshot) {
        const known = new Map(snapshot.connections.map((one) => [one.id, one]));
        // An incomplete snapshot proves the absence of none.
        if (!snapshot.complete) for (const [id, one] of this.others) known.set(id, one);
        this.others = known;
        this.isMuted = snapshot.muteForced.active;
        this.on.members();
    }

    async call(path, body, options = {}) {
        const headers = { "Content-Type": "application/json", ...options.headers };
        if (options.bearer) headers.Authorization = `Bearer ${options.bearer}`;
        const answer = await fetch(this.base + path, {
            method: "POST",
            headers,
            body: JSON.stringify(body),
            cache: "no-store",
            signal: AbortSignal.timeout(SILENCE),
        });
        const found = await answer.json().catch(() => null);
        if (!answer.ok) throw new Refusal(answer.status, found);
        return found;
    }

    get path() {
        return `/${encodeURIComponent(this.own.id)}`;
    }

    end(reason) {
        if (this.reason) return;
        this.reason = reason;
        clearInterval(this.ticker);
        this.abort?.abort();
        this.on.status("over", reason);
    }

    // The event stream.

    async receive() {
        let wait = 200;
        while (!this.reason) {
            const before = this.last;
            let failed = !this.polls;
            try {
                await (this.polls ? this.poll() : this.stream());
            } catch (error) {
                failed = !this.polls || this.abort?.signal.aborted !== true;
                if (error instanceof Refusal) await this.afterRefusal(error);
            }
            if (this.reason) return;
            if (this.last !== before) wait = 200;
            if (!failed) continue;
            this.on.status("reconnecting");
            await pause(wait * (0.75 + Math.random() / 4));
            wait = Math.min(2000, wait * 2);
        }
    }

    open(query, accept) {
        this.abort = new AbortController();
        const headers = { Authorization: `Bearer ${this.bearer}`, Accept: accept };
        if (this.last) headers["Last-Event-ID"] = this.last;
        return fetch(`${this.base}${this.path}/events${query}`, {
            headers,
            cache: "no-store",
            signal: this.abort.signal,
        });
    }

    async stream() {
        let timer = setTimeout(() => {
            this.polls = true; // A proxy holds the stream back.
            this.abort.abort();
        }, HELLO_WITHIN);
        try {
            const answer = await this.open("", "text/event-stream");
            if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => null));
            const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
            const parse = this.parser((event) => {
                if (event.type !== "hello") return this.handle(event);
                clearTimeout(timer);
                this.opened();
            });
            for (;;) {
                const { done, value } = await reader.read();
                if (done) return;
                parse(value);
                if (this.isOpen) {
                    clearTimeout(timer);
                    timer = setTimeout(() => this.abort.abort(), SILENCE);
                }
                // Browsers delay the timers of hidden pages, but not the network.
                this.pingWhenDue();
            }
        } finally {
            clearTimeout(timer);
            this.isOpen = false;
        }
    }

    /** Returns a function that takes pieces of a stream of Server-Sent Events. */
    parser(deliver) {
        let rest = "";
        let event = { data: [] };
        return (piece) => {
            const lines = (rest + piece).split(/\r?\n/);
            rest = lines.pop();
            for (const line of lines) {
                const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line);
                if (line === "") {
                    if (event.data.length > 0) {
                        deliver({ ...event, data: JSON.parse(event.data.join("\n")) });
                    }
                    event = { data: [] };
                } else if (name === "data") event.data.push(value);
                else if (name === "event") event.type = value;
                else if (name === "id") event.id = value;
            }
        };
    }

    async poll() {
        const answer = await this.open(this.isOpen ? "?wait=20" : "?wait=0", "application/json");
        const found = await answer.json().catch(() => null);
        if (!answer.ok) {
            this.isOpen = false;
            throw new Refusal(answer.status, found);
        }
        for (const event of found.events) this.handle(event);
        if (!this.isOpen) this.opened();
    }

    opened() {
        this.isOpen = true;
        this.on.status("connected");
        this.flush();
    }

    handle({ id, type, data }) {
        this.last = id;
        if (type === "signal") {
            const sender = data.from?.id ?? "";
            if (data.number <= (this.newest.get(sender) ?? 0)) return;
            this.newest.set(sender, data.number);
        }
        if (type === "connectionCreated") this.others.set(data.connection.id, data.connection);
        if (type === "connectionDestroyed") this.others.delete(data.connection.id);
        if (type === "muteForced") this.isMuted = data.active;
        if (type === "snapshot") this.adoptSnapshot(data);
        this.on.event(type, data);
        this.on.members();
        if (type === "disconnected") this.end(data.reason);
    }

    async afterRefusal(refusal) {
        if (refusal.status === 410 && refusal.error.resume !== true) {
            return this.end(refusal.error.reason);
        }
        if (![401, 404, 410].includes(refusal.status)) return undefined;
        try {
            const nextRequest = this.queue[0]?.number ?? this.nextRequest;
            this.adopt(await this.call(`${this.path}/resume`, { ticket: this.ticket, nextRequest }));
        } catch (error) {
            if ([401, 404, 410].includes(error.status)) this.end(error.error.reason ?? "lost");
        }
        return undefined;
    }

    // The request lane: one POST at a time; a request stays in the queue until it is answered.

    pingWhenDue() {
        if (performance.now() - this.posted > POST_EVERY) this.flush(true);
    }

    async flush(isPing = false) {
        if (this.isPosting || this.reason || !this.isOpen) return;
        this.isPosting = true;
        try {
            do {
                isPing = false;
                await this.post();
            } while (!this.reason && this.queue.length > 0);
        } finally {
            this.isPosting = false;
        }
    }

    async post() {
        this.posted = performance.now();
        const body = { requests: this.queue.slice(0, BATCH) };
        if (this.last) body.lastEvent = this.last;
        const bearer = this.bearer;
        try {
            this.note(await this.call(`${this.path}/requests`, body, { bearer }));
        } catch (error) {
            if (error instanceof Refusal) this.note(error.body);
            if (error.status === 429) return pause(error.error.retryAfterMs);
            if (error.status === 410) await this.afterRefusal(error);
            // The other loop opens the event stream again, and resumes if it must.
            else if (bearer === this.bearer) this.abort?.abort();
            await pause(200);
        }
        return undefined;
    }

    note(answer) {
        for (const one of answer?.answers ?? []) {
            const request = this.queue.find((other) => other.number === one.number);
            this.queue = this.queue.filter((other) => other.number > one.number);
            this.waiting.get(one.number)?.(one);
            this.waiting.delete(one.number);
            if (request?.op === "leave") this.end("client");
        }
        if (answer?.resumeTicket) this.ticket = answer.resumeTicket;
    }
}

// The page.

const by = (id) => document.getElementById(id);
const REASONS = {
    client: "You left the session.",
    forced: "A moderator disconnected you.",
    lost: "The connection was lost for longer than the grace time.",
    server: "The operator stopped the server.",
};
let client = null;

function element(name, className, text = "") {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
}

const nameOf = (one) => (one ? one.data || `Guest ${one.id.slice(-6)}` : "The server");

function showStatus(text, reason) {
    document.body.dataset.state = text;
    by("status").textContent = text === "over" ? "disconnected" : text;
    by("status").className = `pill ${text === "connected" ? "good" : text === "over" ? "bad" : ""}`;
    by("over").hidden = text !== "over";
    by("reason").textContent = REASONS[reason] ?? "The connection is over.";
    for (const control of document.querySelectorAll("#session button, #session input")) {
        control.disabled = text === "over";
    }
    by("again").disabled = false;
}

function showMembers() {
    if (!client?.own) return;
    const may = client.capabilities;
    const rows = [client.own, ...client.others.values()].map((one) => {
        const isOwn = one.id === client.own.id;
        const row = element("li", "member");
        row.dataset.id = one.id;
        row.append(element("span", "name", nameOf(one)));
        if (isOwn) row.append(element("span", "quiet", "you"));
        if (may.canForceDisconnect && !isOwn) {
            const button = element("button", "small", "Disconnect");
            button.onclick = () => act("forceDisconnect", { connection: one.id });
            row.append(button);
        }
        return row;
    });
    by("members").replaceChildren(...rows);
    by("count").textContent = String(rows.length);
    by("moderation").hidden = !may.canForceMute;
    by("muted").hidden = !client.isMuted;
    by("composer").hidden = !may.canSignal;
    const chosen = by("to").value;
    const choices = [new Option("Everyone", ""), ...[...client.others.values()].map(
        (one) => new Option(nameOf(one), one.id),
    )];
    by("to").replaceChildren(...choices);
    by("to").value = client.others.has(chosen) ? chosen : "";
}

function addLine(className, who, text, kind = "") {
    const line = element("li", `line ${className}`);
    if (who) line.append(element("b", "", who));
    if (kind) line.append(element("span", "kind", kind));
    line.append(element("span", "text", text));
    const list = by("transcript");
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(line);
    while (list.children.length > 500) list.firstChild.remove();
    if (isAtEnd) list.scrollTop = list.scrollHeight;
}

function showEvent(type, data) {
    if (type === "signal") {
        const isOwn = data.from?.id === client.own.id;
        addLine(isOwn ? "own" : "", nameOf(data.from), data.data ?? "", data.type ?? "");
    } else if (type === "connectionCreated") {
        addLine("note", "", `${nameOf(data.connection)} joined`);
    } else if (type === "connectionDestroyed") {
        const how = { client: "left", forced: "was disconnected by a moderator", lost: "was lost" };
        addLine("note", "", `${nameOf(data.connection)} ${how[data.reason] ?? "is gone"}`);
    } else if (type === "muteForced") {
        addLine("note", "", data.active ? "A moderator muted all streams" : "Streams may be unmuted");
    }
}

async function act(op, members) {
    const answer = await client.request(op, members);
    if (answer.error) addLine("note bad", "", `${answer.error.message} (${answer.error.code})`);
    return !answer.error;
}

async function join(event) {
    event.preventDefault();
    by("problem").textContent = "";
    by("join").disabled = true;
    client = new SessionClient(by("server").value.trim(), by("session-id").value.trim(), {
        status: showStatus,
        members: showMembers,
        event: showEvent,
    });
    try {
        await client.connect(by("token").value.trim());
        by("token").value = "";
        by("transcript").replaceChildren();
        document.body.classList.add("joined");
        by("signal").focus();
    } catch (error) {
        const code = error.error?.code ? ` (${error.error.code})` : "";
        by("problem").textContent = error instanceof Refusal ? error.message + code
            : "The server does not answer at this address.";
        document.body.dataset.state = "ready";
    }
    by("join").disabled = false;
}

by("joining").addEventListener("submit", join);
by("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    const members = { data: by("signal").value };
    if (by("type").value) members.type = by("type").value;
    if (by("to").value) members.to = by("to").value;
    by("signal").value = "";
    act("signal", members);
});
by("mute").addEventListener("click", () => act("forceMuteAll", {}));
by("unmute").addEventListener("click", () => act("disableForceMute", {}));
by("leave").addEventListener("click", () => act("leave", {}));
by("again").addEventListener("click", () => {
    document.body.classList.remove("joined");
    document.body.dataset.state = "ready";
});
