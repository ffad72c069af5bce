// SPDX-License-Identifier: Apache-2.0
//
// A first travel: start it, play a little, save a frame, end it.
//
//     first_travel [--png FILE] [CREDENTIALS]
//
// CREDENTIALS is a JSON file with apiHost, model, token and ticket, as your own server issues them
// (default: standard input). With host delivery every callback runs on this thread, inside waits
// and dispatch().
#include <happyoyster.hpp>

#include <chrono>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <png.h>
#include <string>

namespace {

using namespace std::chrono_literals;

void print_error(const std::string &what, const oyster::Error &error) {
    std::cout << what << ": error " << error.code() << ' ' << error.name() << "\n  "
              << error.advice() << std::endl;
}

/** Print the travel's events. */
void on_event(const oyster::Event &event) {
    if (event.type() == oyster::EventType::status_changed)
        std::cout << "status: " << oyster::name(event.status()) << std::endl;
    else if (event.type() == oyster::EventType::error)
        print_error("travel", oyster::Error(event.code()));
    else if (event.type() == oyster::EventType::travel_info_ready)
        std::cout << "travel: mode " << event.payload()["mode"].text() << ", version "
                  << event.payload()["version"].text() << std::endl;
}

/** Print the operation's name and wait for its end; print a failure, and throw it on. */
template <class Begin> oyster::Json perform(const std::string &what, Begin begin) {
    std::cout << what << std::endl;
    try {
        return begin().get();
    } catch (const oyster::Error &error) {
        print_error(what, error);
        throw;
    }
}

void pause(oyster::Travel &travel) {
    perform("pause", [&] { return travel.pause(); });
}

void resume(oyster::Travel &travel) {
    perform("resume", [&] { return travel.resume(); });
}

void instruct(oyster::Travel &travel, const std::string &content) {
    const oyster::Json result = perform("instruct", [&] { return travel.send_instruct(content); });
    std::cout << (result["queued"].boolean() ? "  queued: " : "  accepted: ") << content
              << std::endl;
}

void rewind_to_6(oyster::Travel &travel) {
    const oyster::Json result = perform("rewind to 6 s", [&] { return travel.rewind(6s); });
    std::cout << "  resumed at " << result["resumedAtSec"].number() << " s" << std::endl;
}

/** Walk for 2 s at 24 commands per second with one jump, then release the keys. */
void walk(oyster::Engine &engine, oyster::Travel &travel) {
    const char *what = "walk: front, looking right, with one jump";
    std::cout << what << std::endl;
    try {
        for (int tick = 0; tick < 48; tick++) {
            travel.send_command(oyster::Translation::front, oyster::Rotation::mouse_right,
                                tick == 24 ? oyster::Interaction::jump : oyster::Interaction::none);
            engine.dispatch(42ms);
        }
        travel.send_command(oyster::Translation::none);
    } catch (const oyster::Error &error) {
        print_error(what, error);
        throw;
    }
}

/** The mode in the result of start decides which operations the travel has. */
void play(oyster::Engine &engine, oyster::Travel &travel, std::string_view mode) {
    if (mode == "adventure")
        return walk(engine, travel);
    if (mode == "directing") {
        instruct(travel, "The oven door swings open");
        pause(travel);
        instruct(travel, "It begins to snow");
        resume(travel);
        pause(travel);
        return rewind_to_6(travel);
    }
    instruct(travel, "Wave to the audience");
    pause(travel);
    resume(travel);
}

/** Take the newest frame, waiting up to 5 s for one, and save it as PNG if a path is given. */
bool take_picture(const oyster::Travel &travel, const char *path) {
    try {
        const oyster::Frame frame = travel.video_view().wait(0, 5s, oyster::PixelFormat::rgb24);
        std::cout << "frame: " << frame.width() << 'x' << frame.height() << std::endl;
        png_image png{};
        png.version = PNG_IMAGE_VERSION;
        png.width = frame.width();
        png.height = frame.height();
        png.format = PNG_FORMAT_RGB;
        const oyster::Plane plane = frame.plane(0);
        if (!path || png_image_write_to_file(&png, path, 0, plane.data,
                                             static_cast<png_int_32>(plane.stride), nullptr))
            return true;
        std::cout << "cannot write " << path << ": " << png.message << std::endl;
    } catch (const oyster::Error &error) {
        print_error("frame", error);
    }
    return false;
}

/** From start to end; the end comes also when something before it fails. */
bool travel_once(oyster::Engine &engine, oyster::Travel &travel, const char *png_path) {
    const oyster::Listener events = travel.add_listener(on_event);
    bool is_good = false;
    try {
        const oyster::Json started = perform("start", [&] { return travel.start(); });
        play(engine, travel, started["mode"].text());
        is_good = take_picture(travel, png_path);
    } catch (const oyster::Error &) {
        // printed already
    }
    const oyster::Json ended = perform("end", [&] { return travel.end(); });
    std::cout << "ended: status " << ended["status"].text() << std::endl;
    return is_good;
}

oyster::Json read_credentials(const char *path) {
    std::ifstream file;
    if (path)
        file.open(path);
    std::istream &input = path ? file : std::cin;
    const std::string text{std::istreambuf_iterator<char>(input), {}};
    return oyster::Json::take(cJSON_Parse(text.c_str()));
}

/** Create engine and travel from what the server issued, and go. */
bool run(oyster::JsonView credentials, const char *png_path) {
    const auto text = [&](const char *key) { return std::string(credentials[key].text()); };
    try {
        oyster::Engine engine;
        engine.set_delivery(oyster::Delivery::host);
        oyster::Config config;
        config.api_host = text("apiHost");
        config.model = text("model");
        engine.initialize(config);
        engine.update_token(text("token"));
        oyster::Travel travel = engine.create_travel(text("ticket"));
        return travel_once(engine, travel, png_path);
    } catch (const oyster::Error &error) {
        print_error("prepare", error);
        return false;
    }
}

} // namespace

int main(int argc, char **argv) {
    const bool has_png = argc > 2 && std::strcmp(argv[1], "--png") == 0;
    const oyster::Json credentials = read_credentials(argv[has_png ? 3 : 1]);
    if (!credentials) {
        std::cerr << "usage: first_travel [--png FILE] [CREDENTIALS]\n";
        return 1;
    }
    std::cout << "happyoyster " << oyster::version() << std::endl;
    return run(credentials.view(), has_png ? argv[2] : nullptr) ? 0 : 1;
}
