// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// What a person with a browser finds on the API port.
enum WatchRoutes {
    /// Serves a request; nil when it is not for a person.
    static func serve(
        _ state: inout GatewayState,
        _ request: Request,
        at moment: Moment
    ) -> Outgoing? {
        let isPage = request.path == "/" || request.path == "/watch"
        guard isPage || request.path.hasPrefix("/watch/") else { return nil }
        // A page of somebody else must not get here by a name of its own.
        guard request.isForLoopback else { return refuse(403, "Use 127.0.0.1 or localhost.") }
        let now = moment + state.clockAhead
        switch (request.method, request.path) {
        case ("GET", "/"): return file(LandingPage.html, "text/html")
        case ("GET", "/watch"): return watch(state, request, at: now)
        case ("GET", "/watch/page.css"): return file(PageStyle.css, "text/css")
        case ("GET", "/watch/icon.svg"): return file(PageStyle.icon, "image/svg+xml")
        case ("GET", "/watch/landing.js"): return file(LandingPage.script, "text/javascript")
        case ("GET", "/watch/player.js"): return file(WatchPage.player, "text/javascript")
        case ("GET", "/watch/travel.js"): return file(WatchPage.travel, "text/javascript")
        case ("GET", "/watch/controls.js"): return file(WatchPage.controls, "text/javascript")
        case ("GET", "/watch/look.js"): return file(WatchPage.look, "text/javascript")
        case ("GET", "/watch/travels"): return travels(state, at: now)
        case ("GET", "/watch/status"): return status(state, request, at: now)
        case ("POST", "/watch/start"): return start(&state, request, at: now)
        default:
            return operate(&state, request, at: now) ?? refuse(404, "There is no such page.")
        }
    }

    private static func file(_ text: String, _ type: String) -> Outgoing {
        var outgoing = Outgoing(
            status: 200,
            body: Array(text.utf8),
            contentType: "\(type); charset=utf-8"
        )
        outgoing.headers = [
            ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"),
            ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        return outgoing
    }

    static func refuse(_ status: Int, _ message: String) -> Outgoing {
        Outgoing(status: status, json: ["error": .string(message)])
    }

    /// The player; a Travel may be named in place of its channel and token.
    private static func watch(
        _ state: GatewayState,
        _ request: Request,
        at now: Moment
    ) -> Outgoing {
        guard let id = request.query("travel") else { return file(WatchPage.html, "text/html") }
        guard let travel = try? state.travels.find(id, on: nil, at: now),
            let url = state.watchURL(of: travel)
        else {
            // The page says so, and offers what can be watched.
            var page = file(WatchPage.html, "text/html")
            page.status = 404
            return page
        }
        var outgoing = Outgoing(status: 302, body: [])
        outgoing.headers = [("Location", url)]
        return outgoing
    }

    /// The Travels that can be watched now, newest first.
    private static func travels(_ state: GatewayState, at now: Moment) -> Outgoing {
        let travels = state.travels.all(at: now).compactMap { travel -> JSONValue? in
            state.watchURL(of: travel).map { url in
                [
                    "mode": .string(travel.model.word), "watchUrl": .string(url),
                    "status": .string(travel.lifecycle.status.rawValue),
                    "title": .string(travel.world.plan.title),
                    "viewers": JSONValue(state.viewers[travel.id]?.count ?? 0),
                ]
            }
        }
        let json: JSONValue = ["hasMedia": .bool(state.hasMedia), "travels": .array(travels)]
        return Outgoing(status: 200, json: json)
    }

    /// Makes a World and a Travel to look at.
    private static func start(
        _ state: inout GatewayState,
        _ request: Request,
        at now: Moment
    ) -> Outgoing {
        // Browsers let foreign pages send other types without asking, but not this one.
        guard request.mediaType == "application/json", var body = request.json()?.objectValue else {
            return refuse(400, "The body must be a JSON object.")
        }
        body["watch"] = true
        if body["prompt"] == nil { body["prompt"] = "Pearl Island" }
        let call = ControlCall(request: request, body: .object(body), now: now)
        do throws(ControlError) {
            return Outgoing(status: 200, json: try CredentialControl.post(&state, call))
        } catch {
            return refuse(error.status, error.message)
        }
    }
}

extension Request {
    /// Whether the client calls this machine by a name that nobody else can give it.
    fileprivate var isForLoopback: Bool {
        let host = (header("Host") ?? "").split(separator: ":").first
        return host == "127.0.0.1" || host == "localhost"
    }
}

extension GatewayState {
    /// Where a person can watch a Travel, nil when there is nothing to see.
    func watchURL(of travel: Travel) -> String? {
        guard hasMedia, let channel = travel.channel, !travel.lifecycle.status.isTerminal else {
            return nil
        }
        return "\(apiHost)/watch?channel=\(channel.id)&token=\(channel.token)"
    }
}
