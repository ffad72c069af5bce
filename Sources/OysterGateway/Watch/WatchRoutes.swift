// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The pages for a browser on the API port.
enum WatchRoutes {
    /// Serves a request for a page; nil for other requests.
    static func serve(
        _ state: inout GatewayState,
        _ request: Request,
        at timestamp: Timestamp
    ) -> Response? {
        let isPage = request.path == "/" || request.path == "/watch"
        guard isPage || request.path.hasPrefix("/watch/") else { return nil }
        // Prevents DNS rebinding by a foreign page.
        guard request.isForLoopback else { return refuse(403, "Use 127.0.0.1 or localhost.") }
        let now = timestamp + state.clockAhead
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

    private static func file(_ text: String, _ type: String) -> Response {
        var response = Response(
            status: 200,
            body: Array(text.utf8),
            contentType: "\(type); charset=utf-8"
        )
        response.headers = [
            ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"),
            ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        return response
    }

    static func refuse(_ status: Int, _ message: String) -> Response {
        Response(status: status, json: ["error": .string(message)])
    }

    /// The watch page.
    ///
    /// `travel` may replace `channel` and `token`.
    private static func watch(
        _ state: GatewayState,
        _ request: Request,
        at now: Timestamp
    ) -> Response {
        guard let id = request.query("travel") else { return file(WatchPage.html, "text/html") }
        guard let travel = try? state.travels.find(id, on: nil, at: now),
            let url = state.watchURL(of: travel)
        else {
            // The page shows the error and a link to the list.
            var page = file(WatchPage.html, "text/html")
            page.status = 404
            return page
        }
        var response = Response(status: 302, body: [])
        response.headers = [("Location", url)]
        return response
    }

    /// The travels that can be watched now, newest first.
    private static func travels(_ state: GatewayState, at now: Timestamp) -> Response {
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
        return Response(status: 200, json: json)
    }

    /// Starts a demo world.
    private static func start(
        _ state: inout GatewayState,
        _ request: Request,
        at now: Timestamp
    ) -> Response {
        // Browsers send other content types from foreign pages without a preflight.
        guard request.mediaType == "application/json", var body = request.json()?.objectValue else {
            return refuse(400, "The body must be a JSON object.")
        }
        body["watch"] = true
        if body["prompt"] == nil { body["prompt"] = "Pearl Island" }
        let call = ControlCall(request: request, body: .object(body), now: now)
        do throws(ControlError) {
            return Response(status: 200, json: try CredentialControl.post(&state, call))
        } catch {
            return refuse(error.status, error.message)
        }
    }
}

extension Request {
    /// Whether the Host header is a loopback name.
    fileprivate var isForLoopback: Bool {
        let host = (header("Host") ?? "").split(separator: ":").first
        return host == "127.0.0.1" || host == "localhost"
    }
}

extension GatewayState {
    /// The address of the watch page of a travel, nil when it cannot be watched.
    func watchURL(of travel: TravelRecord) -> String? {
        guard hasMedia, let channel = travel.channel, !travel.lifecycle.status.isTerminal else {
            return nil
        }
        return "\(apiHost)/watch?channel=\(channel.id)&token=\(channel.token)"
    }
}
