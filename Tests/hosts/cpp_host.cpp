// SPDX-License-Identifier: Apache-2.0
// A C++17 host without happyoyster.hpp: owning types for handles, lambdas as callbacks,
// futures.
#include <future>
#include <memory>
#include <string>
#include <vector>

#include <happyoyster.h>

extern "C" {
#include "gateway.h"
}

namespace {

int failures = 0;

void check(bool holds, const char *what) {
    if (holds)
        return;
    std::fprintf(stderr, "%s\n", what);
    failures++;
}

struct EngineDeleter {
    void operator()(oyster_engine *engine) const {
        check(oyster_engine_destroy(engine, nullptr) == OYSTER_OK, "destroy");
    }
};
struct TravelDeleter {
    void operator()(oyster_travel *travel) const {
        check(oyster_travel_release(travel, nullptr) == OYSTER_OK, "release");
    }
};
struct FrameDeleter {
    void operator()(oyster_frame *frame) const {
        check(oyster_frame_release(frame) == OYSTER_OK, "release a frame");
    }
};
using Engine = std::unique_ptr<oyster_engine, EngineDeleter>;
using Travel = std::unique_ptr<oyster_travel, TravelDeleter>;
using Frame = std::unique_ptr<oyster_frame, FrameDeleter>;

// An operation as a future of its JSON text.
template <typename Operation> std::string await(Operation operation) {
    std::promise<std::string> promise;
    auto done = [](void *context, oyster_result code, const cJSON *result) {
        std::unique_ptr<char, void (*)(char *)> text(oyster_json_print(result), oyster_string_free);
        check(code == OYSTER_OK, text.get());
        static_cast<std::promise<std::string> *>(context)->set_value(text.get());
    };
    auto future = promise.get_future();
    check(operation(done, &promise) == OYSTER_OK, "accepted");
    check(future.wait_for(std::chrono::seconds(10)) == std::future_status::ready, "in time");
    return future.get();
}

Engine make_engine(const gateway_credentials &credentials) {
    oyster_config config = OYSTER_CONFIG_INIT;
    oyster_engine *engine = nullptr;
    config.api_host = credentials.api_host;
    config.model = credentials.model;
    config.stream_engine = "loopback";
    check(oyster_engine_create(&engine) == OYSTER_OK, "create");
    check(oyster_engine_initialize(engine, &config) == OYSTER_OK, "initialize");
    check(oyster_engine_update_token(engine, credentials.token) == OYSTER_OK, "update token");
    return Engine(engine);
}

Travel make_travel(const Engine &engine, const gateway_credentials &credentials) {
    oyster_travel *travel = nullptr;
    check(oyster_engine_create_travel(engine.get(), credentials.ticket, &travel) == OYSTER_OK,
          "create travel");
    return Travel(travel);
}

struct Statuses {
    std::vector<std::string> names;
    bool is_released = false;
};

void run(const gateway_credentials &credentials, Statuses &statuses) {
    Engine engine = make_engine(credentials);
    Travel travel = make_travel(engine, credentials);
    oyster_listener_id listener = 0;
    auto on_event = [](void *context, const oyster_event *event) {
        if (event->type != OYSTER_EVENT_STATUS_CHANGED)
            return;
        static_cast<Statuses *>(context)->names.emplace_back(oyster_status_name(event->status));
    };
    auto on_release = [](void *context) { static_cast<Statuses *>(context)->is_released = true; };
    check(oyster_travel_add_listener(travel.get(), on_event, &statuses, on_release, &listener) ==
              OYSTER_OK,
          "add_listener");
    std::string info = await([&](oyster_done_fn done, void *context) {
        return oyster_travel_start(travel.get(), nullptr, done, context);
    });
    check(info.find("\"mode\":\"adventure\"") != std::string::npos, info.c_str());
    oyster_video_view *view = nullptr;
    oyster_frame *taken = nullptr;
    check(oyster_travel_video_view(travel.get(), &view) == OYSTER_OK, "view");
    while (oyster_video_view_acquire_frame(view, OYSTER_PIXEL_FORMAT_BGRA, &taken) ==
           OYSTER_ERROR_NO_FRAME) {
    }
    Frame frame(taken);
    check(oyster_travel_send_command(travel.get(), OYSTER_TRANSLATION_FRONT, OYSTER_ROTATION_NONE,
                                     OYSTER_INTERACTION_NONE) == OYSTER_OK,
          "command");
    await([&](oyster_done_fn done, void *context) {
        return oyster_travel_end(travel.get(), done, context);
    });
}

} // namespace

int main() {
    gateway_credentials credentials;
    Statuses statuses;
    gateway_start();
    gateway_issue("adventure", &credentials);
    run(credentials, statuses);
    check(statuses.is_released, "the context came back");
    check(statuses.names == std::vector<std::string>{"prepare", "running", "ended"}, "statuses");
    gateway_stop();
    return failures == 0 ? 0 : 1;
}
