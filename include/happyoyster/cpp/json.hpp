// SPDX-License-Identifier: Apache-2.0
/**
 * @file json.hpp
 * Reading the JSON trees of the library (docs/json.md).
 */
#ifndef HAPPYOYSTER_CPP_JSON_HPP
#define HAPPYOYSTER_CPP_JSON_HPP

#include "../base.h"

#include <cjson/cJSON.h>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace oyster {

/**
 * A borrowed value in a tree, or nothing.
 *
 * A member or element that does not exist is an empty view, and an empty view returns fallbacks.
 * So a path needs no checks: `result["chapters"][0]["title"].text()`.
 */
class JsonView {
  public:
    JsonView() = default;
    /** View of a tree of the C interface. */
    explicit JsonView(const cJSON *node) noexcept : node_(node) {
    }

    /** Whether there is a value here, null included. */
    explicit operator bool() const noexcept {
        return node_ != nullptr;
    }
    /** Whether the value is null. */
    bool is_null() const noexcept {
        return cJSON_IsNull(node_);
    }

    /** Text, or the fallback for anything else. Lives as long as the tree. */
    std::string_view text(std::string_view fallback = {}) const noexcept {
        const char *value = cJSON_GetStringValue(node_);
        return value ? std::string_view(value) : fallback;
    }
    /** Number, or the fallback for anything else. */
    double number(double fallback = 0) const noexcept {
        return cJSON_IsNumber(node_) ? cJSON_GetNumberValue(node_) : fallback;
    }
    /** Boolean, or the fallback for anything else. */
    bool boolean(bool fallback = false) const noexcept {
        return cJSON_IsBool(node_) ? cJSON_IsTrue(node_) != 0 : fallback;
    }

    /** Member of an object. */
    JsonView operator[](const char *key) const noexcept {
        return JsonView(cJSON_GetObjectItemCaseSensitive(node_, key));
    }
    /** Element of an array; takes time in proportion to its index, so loop with `for`. */
    JsonView operator[](std::size_t index) const noexcept {
        const cJSON *child = first();
        while (child && index-- > 0)
            child = child->next;
        return JsonView(child);
    }
    /** Key of this value in its object, empty in arrays and for roots. */
    std::string_view key() const noexcept {
        return node_ && node_->string ? std::string_view(node_->string) : std::string_view();
    }

    /** Walks over elements or members. */
    class Iterator {
      public:
        explicit Iterator(const cJSON *node) noexcept : node_(node) {
        }
        JsonView operator*() const noexcept {
            return JsonView(node_);
        }
        Iterator &operator++() noexcept {
            node_ = node_->next;
            return *this;
        }
        bool operator!=(const Iterator &other) const noexcept {
            return node_ != other.node_;
        }

      private:
        const cJSON *node_;
    };
    Iterator begin() const noexcept {
        return Iterator(first());
    }
    Iterator end() const noexcept {
        return Iterator(nullptr);
    }

    /** The tree as compact text; empty for an empty view. */
    std::string print() const {
        std::unique_ptr<char, void (*)(char *)> text(oyster_json_print(node_), oyster_string_free);
        return text ? std::string(text.get()) : std::string();
    }
    /** The node, for cJSON's own functions. */
    const cJSON *get() const noexcept {
        return node_;
    }

  private:
    const cJSON *first() const noexcept {
        return cJSON_IsObject(node_) || cJSON_IsArray(node_) ? node_->child : nullptr;
    }

    const cJSON *node_ = nullptr;
};

/** An owned tree, which is read like a JsonView. It is moved, not copied. */
class Json {
  public:
    Json() = default;
    /** Own a tree that the caller of a C function must free. */
    static Json take(cJSON *tree) noexcept {
        return Json(tree, oyster_json_free);
    }
    /** Copy a borrowed tree. */
    static Json copy(JsonView tree) noexcept {
        return Json(tree ? cJSON_Duplicate(tree.get(), true) : nullptr, cJSON_Delete);
    }

    /** The root. Not for a temporary, whose tree would be freed before the view is used. */
    JsonView view() const &noexcept {
        return JsonView(tree_.get());
    }
    JsonView view() const && = delete;
    explicit operator bool() const noexcept {
        return tree_ != nullptr;
    }
    /** Member of the root. For a temporary, such as `travel.info()["mode"]`, it is valid only in
     * the same expression. */
    JsonView operator[](const char *key) const noexcept {
        return JsonView(tree_.get())[key];
    }
    /** The tree as compact text. */
    std::string print() const {
        return JsonView(tree_.get()).print();
    }

  private:
    Json(cJSON *tree, void (*free)(cJSON *)) noexcept : tree_(tree, free) {
    }

    std::unique_ptr<cJSON, void (*)(cJSON *)> tree_{nullptr, oyster_json_free};
};

} // namespace oyster

#endif
