// SPDX-License-Identifier: Apache-2.0
/**
 * @file travel.hpp
 * A travel; travel.h and control.h describe the operations.
 */
#ifndef HAPPYOYSTER_CPP_TRAVEL_HPP
#define HAPPYOYSTER_CPP_TRAVEL_HPP

#include "../travel.h"
#include "audio.hpp"
#include "event.hpp"
#include "frame.hpp"
#include "operation.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace oyster {

/** Options of Travel::start(). */
struct StartOptions {
    /** Requested length of an adventure; 0: the server's default. */
    std::chrono::duration<std::int32_t> max_experience_time{0};
};

namespace detail {

/** A function of the C interface that takes `done` and `context`. */
template <class Function, class... Arguments>
auto travel_call(oyster_travel *travel, Function function, Arguments... arguments) {
    return [=](oyster_done_fn done, void *context) {
        return function(travel, arguments..., done, context);
    };
}

inline auto start_call(oyster_travel *travel, StartOptions options) {
    return [=](oyster_done_fn done, void *context) {
        oyster_start_options raw = OYSTER_START_OPTIONS_INIT;
        raw.max_experience_time_sec = options.max_experience_time.count();
        return oyster_travel_start(travel, &raw, done, context);
    };
}

} // namespace detail

/** One real-time experience. Its destructor ends it on the server in the background. */
class Travel {
  public:
    /** Own a travel of the C interface that `engine` created. */
    Travel(oyster_engine *engine, oyster_travel *handle) noexcept
        : engine_(engine), handle_(handle) {
    }
    Travel(Travel &&other) noexcept
        : engine_(other.engine_), handle_(std::exchange(other.handle_, nullptr)) {
    }
    Travel &operator=(Travel &&other) noexcept {
        if (this != &other) {
            close();
            engine_ = other.engine_;
            handle_ = std::exchange(other.handle_, nullptr);
        }
        return *this;
    }
    ~Travel() {
        close();
    }

    /** Release the travel now. ReleaseOutcome::complete: no handler runs or will run, and all are
     *  destroyed. */
    ReleaseOutcome close() noexcept {
        oyster_release_outcome outcome = OYSTER_RELEASE_COMPLETE;
        if (handle_)
            oyster_travel_release(std::exchange(handle_, nullptr), &outcome);
        return static_cast<ReleaseOutcome>(outcome);
    }

    /** Exchange the ticket for a travel, connect, and play; completes at the first frame. */
    Operation start(StartOptions options = {}) {
        return Operation::begin(engine_, detail::start_call(handle_, options));
    }
    void start(Done done, StartOptions options = {}) {
        try_start(std::move(done), options).value();
    }
    Result<void> try_start(Done done, StartOptions options = {}) {
        return detail::begin(engine_, std::move(done), detail::start_call(handle_, options));
    }

    /** Pause (directing, acting); completes when the server has confirmed it. */
    Operation pause() {
        return Operation::begin(engine_, detail::travel_call(handle_, oyster_travel_pause));
    }
    void pause(Done done) {
        try_pause(std::move(done)).value();
    }
    Result<void> try_pause(Done done) {
        return detail::begin(engine_, std::move(done),
                             detail::travel_call(handle_, oyster_travel_pause));
    }

    /** Resume a paused travel; completes at the first new frame. */
    Operation resume() {
        return Operation::begin(engine_, detail::travel_call(handle_, oyster_travel_resume));
    }
    void resume(Done done) {
        try_resume(std::move(done)).value();
    }
    Result<void> try_resume(Done done) {
        return detail::begin(engine_, std::move(done),
                             detail::travel_call(handle_, oyster_travel_resume));
    }

    /** Rewind a paused storyline and play on (directing). */
    Operation rewind(std::chrono::duration<double> to) {
        return Operation::begin(engine_,
                                detail::travel_call(handle_, oyster_travel_rewind, to.count()));
    }
    void rewind(std::chrono::duration<double> to, Done done) {
        try_rewind(to, std::move(done)).value();
    }
    Result<void> try_rewind(std::chrono::duration<double> to, Done done) {
        return detail::begin(engine_, std::move(done),
                             detail::travel_call(handle_, oyster_travel_rewind, to.count()));
    }

    /** Send a text instruction (directing, acting); the library keeps it while paused. */
    Operation send_instruct(const std::string &content) {
        return Operation::begin(engine_, detail::travel_call(handle_, oyster_travel_send_instruct,
                                                             detail::c_text(content)));
    }
    void send_instruct(const std::string &content, Done done) {
        try_send_instruct(content, std::move(done)).value();
    }
    Result<void> try_send_instruct(const std::string &content, Done done) {
        return detail::begin(
            engine_, std::move(done),
            detail::travel_call(handle_, oyster_travel_send_instruct, detail::c_text(content)));
    }

    /** Replace the acts of a scriptlist travel, as JSON text. */
    Operation update_script(const std::string &json) {
        return Operation::begin(engine_, detail::travel_call(handle_, oyster_travel_update_script,
                                                             detail::c_text(json)));
    }
    void update_script(const std::string &json, Done done) {
        try_update_script(json, std::move(done)).value();
    }
    Result<void> try_update_script(const std::string &json, Done done) {
        return detail::begin(
            engine_, std::move(done),
            detail::travel_call(handle_, oyster_travel_update_script, detail::c_text(json)));
    }

    /** End the travel, in every status; another call asks again for an unconfirmed end. */
    Operation end() {
        return Operation::begin(engine_, detail::travel_call(handle_, oyster_travel_end));
    }
    void end(Done done) {
        try_end(std::move(done)).value();
    }
    Result<void> try_end(Done done) {
        return detail::begin(engine_, std::move(done),
                             detail::travel_call(handle_, oyster_travel_end));
    }

    /** Submit a control command (adventure); may be called at any rate. */
    void send_command(Translation translation, Rotation rotation = Rotation::none,
                      Interaction interaction = Interaction::none) {
        try_send_command(translation, rotation, interaction).value();
    }
    Result<void> try_send_command(Translation translation, Rotation rotation = Rotation::none,
                                  Interaction interaction = Interaction::none) noexcept {
        return oyster_travel_send_command(handle_, static_cast<oyster_translation>(translation),
                                          static_cast<oyster_rotation>(rotation),
                                          static_cast<oyster_interaction>(interaction));
    }
    /** Send the command that waits for the next message now. */
    void flush_commands() {
        try_flush_commands().value();
    }
    Result<void> try_flush_commands() noexcept {
        return oyster_travel_flush_commands(handle_);
    }

    /** Stop using the microphone. */
    void pause_local_audio_capture() {
        try_pause_local_audio_capture().value();
    }
    Result<void> try_pause_local_audio_capture() noexcept {
        return oyster_travel_pause_local_audio_capture(handle_);
    }
    /** Use the microphone, or use it again. Before the first call, WebRTC sends silence. */
    void resume_local_audio_capture() {
        try_resume_local_audio_capture().value();
    }
    Result<void> try_resume_local_audio_capture() noexcept {
        return oyster_travel_resume_local_audio_capture(handle_);
    }

    /** Deliver audio to a handler, or to none. It replaces the former handler; returns whether that
     *  is destroyed. */
    ReleaseOutcome on_audio(AudioHandler handler) {
        return try_on_audio(std::move(handler)).value();
    }
    Result<ReleaseOutcome> try_on_audio(AudioHandler handler) {
        using Context = detail::Callback<const AudioView &>;
        const bool is_there = static_cast<bool>(handler);
        auto context = is_there ? std::make_unique<Context>(std::move(handler), nullptr) : nullptr;
        const oyster_audio_fn call = [](void *pointer, const oyster_audio_info *info) {
            static_cast<Context *>(pointer)->call(AudioView(*info));
        };
        oyster_release_outcome outcome = OYSTER_RELEASE_COMPLETE;
        const oyster_result code =
            oyster_travel_set_audio_callback(handle_, is_there ? call : nullptr, context.get(),
                                             is_there ? &Context::release : nullptr, &outcome);
        if (code != OYSTER_OK)
            return Result<ReleaseOutcome>::failure(code);
        context.release();
        return static_cast<ReleaseOutcome>(outcome);
    }

    /** Read the oldest audio that waits into a buffer; wait for some up to 60 s. The returned view
     *  refers to the buffer. Throws OYSTER_ERROR_TIMED_OUT, and OYSTER_ERROR_NO_FRAME when the
     *  travel is over. See audio.h. */
    AudioView read_audio(std::int16_t *samples, std::size_t capacity,
                         std::chrono::milliseconds timeout) {
        return try_read_audio(samples, capacity, timeout).value();
    }
    Result<AudioView> try_read_audio(std::int16_t *samples, std::size_t capacity,
                                     std::chrono::milliseconds timeout) {
        oyster_audio_info info = OYSTER_AUDIO_INFO_INIT;
        const oyster_result code = oyster_travel_read_audio(handle_, samples, capacity,
                                                            detail::c_milliseconds(timeout), &info);
        return code == OYSTER_OK ? Result<AudioView>(AudioView(info))
                                 : Result<AudioView>::failure(code);
    }

    /** A file descriptor that is readable while audio waits to be read; borrowed, valid as long as
     *  the travel. */
    int audio_fd() const {
        return try_audio_fd().value();
    }
    Result<int> try_audio_fd() const {
        int fd = -1;
        const oyster_result code = oyster_travel_audio_fd(handle_, &fd);
        return code == OYSTER_OK ? Result<int>(fd) : Result<int>::failure(code);
    }

    /** Write the media as received into a file (.webm, .mkv, .mp4); see travel.h. */
    void record(const std::string &path) {
        try_record(path).value();
    }
    Result<void> try_record(const std::string &path) noexcept {
        const char *text = detail::c_text(path);
        return oyster_travel_record(handle_, text ? text : "");
    }
    /** Stop recording. */
    void stop_recording() {
        try_stop_recording().value();
    }
    Result<void> try_stop_recording() noexcept {
        return oyster_travel_record(handle_, nullptr);
    }

    /** Current status. */
    Status status() const {
        return try_status().value();
    }
    Result<Status> try_status() const {
        oyster_status status = OYSTER_STATUS_IDLE;
        const oyster_result code = oyster_travel_status(handle_, &status);
        return code == OYSTER_OK ? Result<Status>(static_cast<Status>(status))
                                 : Result<Status>::failure(code);
    }
    /** Whether the status is terminal; true for a closed travel. */
    bool is_ended() const noexcept {
        return oyster_travel_is_ended(handle_);
    }
    /** Whether the library accepts an action now; false for a closed travel. */
    bool can(Action action) const noexcept {
        return oyster_travel_can(handle_, static_cast<oyster_action>(action));
    }
    /** What the library knows about the travel (docs/json.md). */
    Json info() const {
        return try_info().value();
    }
    Result<Json> try_info() const {
        return tree(oyster_travel_info);
    }
    /** Statistics of the travel (docs/json.md). */
    Json stats() const {
        return try_stats().value();
    }
    Result<Json> try_stats() const {
        return tree(oyster_travel_stats);
    }

    /** Call a handler with every event from now on, until the listener is destroyed. */
    Listener add_listener(EventHandler handler) {
        return try_add_listener(std::move(handler)).value();
    }
    Result<Listener> try_add_listener(EventHandler handler) {
        using Context = detail::Callback<const Event &>;
        if (!handler)
            return Result<Listener>::failure(OYSTER_ERROR_INVALID_ARGUMENT);
        auto context = std::make_unique<Context>(std::move(handler), engine_);
        const oyster_event_fn on_event = [](void *pointer, const oyster_event *event) {
            static_cast<Context *>(pointer)->call(Event(*event));
        };
        std::uint64_t id = 0;
        const oyster_result code =
            oyster_travel_add_listener(handle_, on_event, context.get(), &Context::release, &id);
        if (code != OYSTER_OK)
            return Result<Listener>::refusal(code, "this travel has 64 listeners");
        context.release();
        return Listener(handle_, id);
    }

    /** The received video; valid until the travel is closed. */
    VideoView video_view() const {
        return try_video_view().value();
    }
    Result<VideoView> try_video_view() const {
        oyster_video_view *view = nullptr;
        const oyster_result code = oyster_travel_video_view(handle_, &view);
        return code == OYSTER_OK ? Result<VideoView>(VideoView(view))
                                 : Result<VideoView>::failure(code);
    }

    /** The handle, for functions of the C interface. */
    oyster_travel *get() const noexcept {
        return handle_;
    }

  private:
    Result<Json> tree(oyster_result (*function)(const oyster_travel *, cJSON **)) const {
        cJSON *tree = nullptr;
        const oyster_result code = function(handle_, &tree);
        return code == OYSTER_OK ? Result<Json>(Json::take(tree)) : Result<Json>::failure(code);
    }

    oyster_engine *engine_;
    oyster_travel *handle_;
};

} // namespace oyster

#endif
