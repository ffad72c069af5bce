// SPDX-License-Identifier: Apache-2.0
//
// What happyoyster.hpp promises beyond the C interface: ownership, errors, callbacks.
//
//     layer GATEWAY
#include <happyoyster.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>
#include <unistd.h>

namespace {

using namespace std::chrono_literals;

int failures = 0;

void check(bool condition, const char *what, int line) {
    if (condition)
        return;
    failures++;
    std::cerr << "layer.cpp:" << line << ": " << what << '\n';
}
#define CHECK(condition) check((condition), #condition, __LINE__)

template <class Function> oyster_result code_of(Function function) {
    try {
        function();
    } catch (const oyster::Error &error) {
        return error.code();
    }
    return OYSTER_OK;
}

/** Poll a condition for up to 10 s. */
template <class Condition> bool eventually(Condition condition) {
    for (int tries = 0; tries < 1000; tries++) {
        if (condition())
            return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

/** The gateway's answers, by curl; the gateway lives as long as this. */
class Gateway {
  public:
    explicit Gateway(const std::string &path) {
        std::remove("ready.json"); // another run's would name closed ports
        pipe_ = popen((path + " --exit-with-stdin > ready.json").c_str(), "w");
        eventually([this] {
            std::ifstream file("ready.json");
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            const oyster::Json ready = oyster::Json::take(cJSON_Parse(text.c_str()));
            control_ = std::string(ready["control"].text());
            return !control_.empty();
        });
        post("settings", R"({"initMs":0,"startMs":0})");
    }
    ~Gateway() {
        pclose(pipe_);
    }
    Gateway(const Gateway &) = delete;

    oyster::Json post(const std::string &route, const std::string &body) {
        const std::string command = "curl -fsS -d '" + body + "' " + control_ + "/" + route;
        FILE *curl = popen(command.c_str(), "r");
        char text[16384];
        text[std::fread(text, 1, sizeof text - 1, curl)] = 0;
        pclose(curl);
        return oyster::Json::take(cJSON_Parse(text));
    }
    /** A travel of a mode, not started. */
    oyster::Travel travel(oyster::Engine &engine, const std::string &mode) {
        const oyster::Json credentials = post("credentials", R"({"mode":")" + mode + "\"}");
        const auto text = [&](const char *key) { return std::string(credentials[key].text()); };
        oyster::Config config{text("apiHost"), text("model")};
        // Its audio and its refusals are known.
        config.stream_engine = "loopback";
        engine.initialize(config);
        engine.update_token(text("token"));
        return engine.create_travel(text("ticket"));
    }

  private:
    FILE *pipe_;
    std::string control_;
};

void a_closed_object_refuses_instead_of_crashing() {
    oyster::Engine engine;
    oyster::Engine other = std::move(engine);
    CHECK(engine.try_update_token("t").code() == OYSTER_ERROR_INVALID_HANDLE);
    CHECK(code_of([&] { engine.dispatch(0ms); }) == OYSTER_ERROR_INVALID_HANDLE);
    CHECK(other.try_update_token("t").code() == OYSTER_ERROR_NOT_INITIALIZED);
    CHECK(other.close() == oyster::ReleaseOutcome::complete);
    CHECK(other.close() == oyster::ReleaseOutcome::complete);
    CHECK(!other.is_ready());
    oyster::Travel travel(nullptr, nullptr);
    CHECK(code_of([&] { travel.start().get(); }) == OYSTER_ERROR_INVALID_HANDLE);
    CHECK(travel.try_add_listener([](const oyster::Event &) {}).code() ==
          OYSTER_ERROR_INVALID_HANDLE);
    CHECK(travel.is_ended());
}

void errors_and_results_print_name_and_number_of_their_code() {
    oyster::Engine engine;
    const oyster::Result<void> refused = engine.try_update_token("t");
    std::ostringstream printed;
    printed << refused << '|' << oyster::Result<void>(OYSTER_OK) << '|' << refused.error();
    CHECK(printed.str() == "NOT_INITIALIZED (100001)|OK|NOT_INITIALIZED (100001)");
    CHECK(oyster::code::name(OYSTER_ERROR_TOKEN_INVALID) == std::string("TOKEN_INVALID"));
    CHECK(oyster::code::text(101002) == "TOKEN_INVALID (101002)");
}

void what_is_the_failure_and_advice_is_the_remedy() {
    const oyster::Error error(OYSTER_ERROR_INVALID_STATE);
    CHECK(error.what() == std::string("INVALID_STATE (103002)"));
    CHECK(std::strlen(error.advice()) > 0 && !std::strstr(error.what(), error.advice()));
    const oyster::Error limit(OYSTER_ERROR_LIMIT_REACHED, nullptr, "this travel has 64 listeners");
    CHECK(limit.what() == std::string("LIMIT_REACHED (109007): this travel has 64 listeners"));
    const oyster::Error argument(OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK(std::strstr(argument.what(), "INVALID_ARGUMENT (109002): the log names the function"));
}

void text_that_c_would_cut_is_refused() {
    oyster::Engine engine;
    oyster::Config config{std::string("127.0.0.1\0.example", 18), "m"};
    CHECK(engine.try_initialize(config).code() == OYSTER_ERROR_INVALID_ARGUMENT);
    config.api_host = "127.0.0.1";
    CHECK(engine.try_initialize(config).code() == OYSTER_OK);
    config.callback_timeout = -1ms;
    oyster::Result<void> refused = engine.try_initialize(config);
    CHECK(refused.code() == OYSTER_ERROR_INVALID_CONFIG);
    CHECK(std::strstr(refused.error().what(), "callback_timeout_ms is not within"));
    for (const std::string &text :
         {std::string("a\0b", 3), std::string("a\r\nX: y"), std::string("a b"), std::string()}) {
        CHECK(engine.try_update_token(text).code() == OYSTER_ERROR_INVALID_ARGUMENT);
        CHECK(engine.try_create_travel(text).code() == OYSTER_ERROR_INVALID_ARGUMENT);
    }
}

void an_error_has_code_texts_and_detail(Gateway &gateway) {
    oyster::Engine engine;
    oyster::Travel travel = gateway.travel(engine, "adventure");
    CHECK(travel.start().get()["mode"].text() == "adventure");
    try {
        travel.pause().get();
        CHECK(!"a pause in an adventure throws");
    } catch (const oyster::Error &error) {
        CHECK(error.code() == OYSTER_ERROR_MODE_MISMATCH);
        CHECK(std::string(error.name()) == "MODE_MISMATCH");
        CHECK(std::string(error.kind_name()) == "sendCommandInDirecting");
        CHECK(!error.ends_travel());
        CHECK(error.detail()["operation"].text() == "pause");
        CHECK(std::string(error.what()).find(error.detail()["message"].text()) !=
              std::string::npos);
    }
    CHECK(oyster::Error(OYSTER_ERROR_FIRST_FRAME_TIMEOUT).ends_travel());
    CHECK(oyster::abi_version() == OYSTER_ABI_VERSION);
    CHECK(travel.pause().try_get().code() == OYSTER_ERROR_MODE_MISMATCH);
    CHECK(travel.end().get()["status"].text() == "ended");
    CHECK(travel.status() == oyster::Status::ended);
    CHECK(travel.info()["mode"].text() == "adventure");
}

void handlers_live_exactly_as_long_as_they_are_used(Gateway &gateway) {
    oyster::Engine engine;
    oyster::Travel travel = gateway.travel(engine, "acting");
    const auto owner = std::make_shared<std::atomic<int>>(0);
    const auto handler = [owner](const oyster::Event &) { ++*owner; };
    {
        oyster::Listener events = travel.add_listener(handler);
        oyster::Listener moved = std::move(events);
        CHECK(owner.use_count() == 3);
        travel.start().get();
        CHECK(*owner >= 3);
        CHECK(moved.close() == oyster::ReleaseOutcome::complete);
    }
    CHECK(owner.use_count() == 2);
    CHECK(travel.try_add_listener(nullptr).code() == OYSTER_ERROR_INVALID_ARGUMENT);

    travel.pause([owner](oyster_result code, oyster::JsonView result) {
        if (code == OYSTER_OK && result["status"].text() == "paused")
            *owner = 1000;
    });
    CHECK(eventually([&] { return *owner == 1000 && owner.use_count() == 2; }));

    const oyster::VideoView view = travel.video_view();
    CHECK(view.on_frame([owner](const oyster::FrameView &) {}) == oyster::ReleaseOutcome::complete);
    CHECK(owner.use_count() == 3);
    CHECK(view.try_on_frame([owner](const oyster::FrameView &) {},
                            static_cast<oyster::PixelFormat>(99))
              .code() == OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK(owner.use_count() == 3);
    travel.add_listener(handler).detach();
    travel.close();
    CHECK(eventually([&] { return owner.use_count() == 2; }));
}

/** Count the lines that `function` writes to stderr. */
template <class Function> int lines_on_stderr(Function function) {
    const int saved = dup(2);
    FILE *file = std::tmpfile();
    dup2(fileno(file), 2);
    function();
    dup2(saved, 2);
    close(saved);
    std::rewind(file);
    int lines = 0;
    for (int byte; (byte = std::fgetc(file)) != EOF;)
        lines += byte == '\n';
    std::fclose(file);
    return lines;
}

void exceptions_in_a_handler_are_reported_once_and_then_counted(Gateway &gateway) {
    oyster::set_log_handler([](oyster::LogLevel, std::string_view, std::string_view) {});
    oyster::Engine engine;
    engine.set_delivery(oyster::Delivery::host);
    oyster::Travel travel = gateway.travel(engine, "adventure");
    int calls = 0;
    const int lines = lines_on_stderr([&] {
        const oyster::Listener events = travel.add_listener([&](const oyster::Event &) {
            calls++;
            throw std::runtime_error("planned");
        });
        travel.start().get();
        travel.end().get();
    });
    CHECK(calls >= 3);
    // The first, the number of the others once the handler is given back, and rarely one between.
    CHECK(lines == 2 || lines == 3);
    oyster::set_log_handler(nullptr);
}

void waiting_in_a_callback_of_the_same_engine_is_refused(Gateway &gateway) {
    for (const oyster::Delivery delivery : {oyster::Delivery::thread, oyster::Delivery::host}) {
        oyster::Engine engine;
        engine.set_delivery(delivery);
        oyster::Travel travel = gateway.travel(engine, "adventure");
        std::atomic<oyster_result> code{OYSTER_OK};
        const oyster::Listener events = travel.add_listener([&](const oyster::Event &event) {
            if (event.status() == oyster::Status::running)
                code = travel.end().try_get().code();
        });
        const oyster::Operation start = travel.start();
        CHECK(start.wait_for(10s));
        travel.end().get();
        CHECK(code == OYSTER_ERROR_WOULD_DEADLOCK);
    }
}

void frames_outlive_everything(Gateway &gateway) {
    oyster::Engine engine;
    oyster::Travel travel = gateway.travel(engine, "directing");
    const oyster::VideoView view = travel.video_view();
    CHECK(view.try_acquire().code() == OYSTER_ERROR_NO_FRAME);
    travel.start().get();
    CHECK(eventually([&] { return static_cast<bool>(view.try_acquire()); }));
    {
        std::vector<oyster::Frame> held;
        while (held.size() < 64)
            held.push_back(view.acquire());
        const oyster::Error limit = view.try_acquire().error();
        CHECK(limit.code() == OYSTER_ERROR_LIMIT_REACHED);
        CHECK(std::string(limit.what()) ==
              "LIMIT_REACHED (109007): 64 frames of this view are held");
    }
    oyster::Frame first = view.acquire();
    oyster::Frame frame = std::move(first);
    travel.close();
    engine.close();
    CHECK(frame.plane_count() == 3 && frame.plane(3).data == nullptr);
    CHECK(frame.plane(0).rows == frame.height() && frame.plane(1).rows == frame.height() / 2);
    CHECK(frame.plane(2).data[frame.plane(2).stride * (frame.plane(2).rows - 1)] != 0);
}

void audio_arrives_until_its_handler_is_removed(Gateway &gateway) {
    oyster::Engine engine;
    oyster::Travel travel = gateway.travel(engine, "adventure");
    const auto pieces = std::make_shared<std::atomic<int>>(0);
    const auto handler = [pieces](const oyster::AudioView &audio) {
        if (audio.sample_rate() == 48000 && audio.size() == 2 * audio.frame_count())
            ++*pieces;
    };
    CHECK(travel.on_audio(handler) == oyster::ReleaseOutcome::complete);
    travel.start().get();
    CHECK(eventually([&] { return *pieces >= 3; }));
    travel.on_audio(nullptr);
    CHECK(eventually([&] { return pieces.use_count() == 2; }));
    travel.close();
    CHECK(travel.try_on_audio(handler).code() == OYSTER_ERROR_INVALID_HANDLE);
    CHECK(pieces.use_count() == 2);
}

void a_recording_that_is_refused_is_an_event(Gateway &gateway) {
    oyster::Engine engine;
    oyster::Travel travel = gateway.travel(engine, "adventure");
    std::atomic<oyster_result> code{OYSTER_OK};
    const oyster::Listener events = travel.add_listener([&](const oyster::Event &event) {
        if (event.type() == oyster::EventType::error)
            code = event.code();
    });
    travel.record("a.webm");
    travel.start().get();
    CHECK(eventually([&] { return code == OYSTER_ERROR_UNSUPPORTED; }));
    travel.stop_recording();
    CHECK(travel.try_record("").code() == OYSTER_ERROR_INVALID_ARGUMENT);
    CHECK(travel.try_record(std::string("a\0b", 3)).code() == OYSTER_ERROR_INVALID_ARGUMENT);
    travel.end().get();
    CHECK(travel.try_record("a.webm").code() == OYSTER_ERROR_NO_ACTIVE_TRAVEL);
}

void a_pending_operation_ends_with_its_engine(Gateway &gateway) {
    for (const oyster::Delivery delivery : {oyster::Delivery::thread, oyster::Delivery::host}) {
        oyster::Engine engine;
        engine.set_delivery(delivery);
        oyster::Travel travel = gateway.travel(engine, "adventure");
        gateway.post("faults", R"({"route":"travels/enter-travel","delayMs":2000,"times":1})");
        oyster::Operation start = travel.start();
        CHECK(!start.wait_for(0ms) && !start.ready());
        engine.close();
        CHECK(start.try_get().code() == OYSTER_ERROR_ABORTED);
    }
}

} // namespace

int main(int, char **argv) {
    Gateway gateway(argv[1]);
    a_closed_object_refuses_instead_of_crashing();
    errors_and_results_print_name_and_number_of_their_code();
    what_is_the_failure_and_advice_is_the_remedy();
    text_that_c_would_cut_is_refused();
    an_error_has_code_texts_and_detail(gateway);
    handlers_live_exactly_as_long_as_they_are_used(gateway);
    exceptions_in_a_handler_are_reported_once_and_then_counted(gateway);
    waiting_in_a_callback_of_the_same_engine_is_refused(gateway);
    frames_outlive_everything(gateway);
    audio_arrives_until_its_handler_is_removed(gateway);
    a_recording_that_is_refused_is_an_event(gateway);
    a_pending_operation_ends_with_its_engine(gateway);
    CHECK(oyster::Engine::try_shutdown_all(5s).code() == OYSTER_OK);
    CHECK(code_of([] { oyster::Engine engine; }) == OYSTER_ERROR_SHUT_DOWN);
    return failures ? 1 : 0;
}
