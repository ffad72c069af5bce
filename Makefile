# SPDX-License-Identifier: Apache-2.0
# The menu. `make demo` and `make test` do everything on a fresh Debian 12 with a Swift 6.3
# toolchain, package installation included.

VERSION := $(shell cat VERSION)
MAJOR   := $(firstword $(subst ., ,$(VERSION)))
PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DOCDIR     ?= $(PREFIX)/share/doc/happyoyster
PYTHONDIR  ?= $(PREFIX)/lib/python3/dist-packages
DESTDIR    ?=

BUILD   := build
LIB     := $(BUILD)/lib
SONAME  := libhappyoyster.so.$(MAJOR)
LIBRARY := $(LIB)/libhappyoyster.so.$(VERSION)
WEBRTC  := $(LIB)/libhappyoyster-stream-webrtc.so.$(VERSION)
SENDER  := $(LIB)/oyster-gateway-webrtc.so
GATEWAY := $(BUILD)/bin/oyster-gateway
SESSION_SERVER := $(BUILD)/bin/oyster-session-server
C_HOST  := $(BUILD)/bin/first-travel
C_CHAT  := $(BUILD)/bin/chat
CPP_HOST := $(BUILD)/bin/first-travel-cpp
RUST_HOST := $(BUILD)/rust/debug/examples/first_travel
SWIFT_HOST := $(BUILD)/bin/first-travel-swift
SOURCES := Package.swift scripts/release-toolset \
	$(shell find Sources include abi -type f ! -name '*.hpp' ! -path 'Sources/WebRTC/*')
# Fills in the templates of the pkg-config file and the CMake package.
FILL    = scripts/fill-template VERSION=$(VERSION) MAJOR=$(MAJOR) SONAME=$(SONAME) \
	PREFIX=$(PREFIX) LIBDIR=$(LIBDIR) INCLUDEDIR=$(INCLUDEDIR) INCLUDES_FROM_CMAKE=$(shell \
	realpath -ms --relative-to=$(LIBDIR)/cmake/happyoyster $(INCLUDEDIR))

# Cargo finds the library in the build tree, and builds each crate once for tests and examples.
CARGO  = HAPPYOYSTER_LIB_DIR=$(abspath $(LIB)) CARGO_TARGET_DIR=$(abspath $(BUILD))/rust cargo
CRATES := --offline --manifest-path bindings/rust/Cargo.toml

# aiortc for the tests with foreign peers, and the environment of these tests.
WEBRTC_VENV := $(BUILD)/webrtc-venv
WEBRTC_ENVIRONMENT = HAPPYOYSTER_LIBRARY=$(abspath $(LIB))/$(SONAME) \
	OYSTER_GATEWAY=$(abspath $(GATEWAY)) OYSTER_LIBRARIES=$(abspath $(LIB)) \
	OYSTER_WEBRTC_PROGRAMS=$(abspath $(BUILD))/webrtc-tests \
	PYTHONPATH=$(abspath bindings/python):$(abspath Tests/webrtc)

# The environment of the tests of sessions; the driver of Chromium is that of the WebRTC tests.
SESSION_ENVIRONMENT = HAPPYOYSTER_LIBRARY=$(abspath $(LIB))/$(SONAME) \
	OYSTER_SESSION_SERVER=$(abspath $(SESSION_SERVER)) OYSTER_C_CHAT=$(abspath $(C_CHAT)) \
	PYTHONPATH=$(abspath bindings/python):$(abspath Tests/session):$(abspath Tests/webrtc)

# The stream engine and its test programs, built for the sanitizers.
SANITIZED := $(BUILD)/webrtc-sanitized
SANITIZE  := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

# The sanitizers of Swift tests and host programs.
SANITIZERS  := thread address
SWIFT_CLANG  = $(dir $(realpath $(shell command -v swift)))clang

# Always lld: with the default linker, gold, Swift's symbols leak.
SWIFT_DEBUG := -Xswiftc -use-ld=lld

.DEFAULT_GOAL := help
.PHONY: help demo demo-session stream-webrtc session-server test test-fast test-swift test-hosts test-python test-rust test-story test-gates \
	test-session test-webrtc sanitize sanitize-swift sanitize-hosts sanitize-webrtc memcheck soak test-network test-packages test-installed test-outside test-deb fuzz docs wheel test-wheel lint generate \
	format release debug \
	setup install install-python deb clean

help: ## show this menu
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

demo: release $(C_HOST) ## drive an adventure over WebRTC, save a frame, print the latency
	STATS=1 PNG=$(abspath $(BUILD))/first-travel.png OYSTER_C_HOST=$(abspath $(C_HOST)) \
		scripts/demo $(LIB) $(GATEWAY) c adventure

demo-session: release $(C_CHAT) ## show a session: a program in C, one in Python, a moderator
	$(SESSION_ENVIRONMENT) scripts/demo-session $(abspath $(C_CHAT))

test: lint test-swift test-gates test-hosts test-python test-rust test-story test-session test-webrtc test-packages ## run every test
	@echo "all tests passed"

release: $(LIBRARY) $(WEBRTC) $(GATEWAY) $(SESSION_SERVER) ## build the release library, its stream engine, gateway and session server

stream-webrtc: $(WEBRTC) ## build the WebRTC stream engine alone

debug: setup ## build everything for debugging
	swift build --build-tests $(SWIFT_DEBUG)

test-fast: setup ## run the Swift tests of the layers without I/O
	swift test $(SWIFT_DEBUG) --filter 'HappyOyster(Core|World|Threading)Tests|OysterSceneryTests'

test-swift: setup ## run the Swift tests
	swift test $(SWIFT_DEBUG) --skip HappyOysterSDKTests
	@# On its own: its tests run on the main actor, which tests that block threads would starve.
	swift test $(SWIFT_DEBUG) --filter HappyOysterSDKTests

test-gates: $(LIBRARY) $(WEBRTC) $(GATEWAY) ## check symbols, header, layout and self-containedness
	scripts/check-header
	scripts/check-library $(LIBRARY)
	scripts/check-adapter $(WEBRTC) libhappyoyster-stream-webrtc.so.$(MAJOR) oyster_stream_engine_entry
	scripts/check-adapter $(SENDER) oyster-gateway-webrtc.so oyster_gateway_media_entry
	python3 -m unittest discover -s Tests/docs

test-hosts: release $(C_HOST) $(C_CHAT) ## run the C and C++ host programs against the release library
	$(MAKE) -C Tests/hosts LIB=$(abspath $(LIB)) GATEWAY=$(abspath $(GATEWAY)) \
		BUILD=$(abspath $(BUILD))/hosts test

memcheck: release ## run a few host programs and the README's program under valgrind
	scripts/install-packages memcheck
	$(MAKE) -C Tests/hosts LIB=$(abspath $(LIB)) GATEWAY=$(abspath $(GATEWAY)) \
		BUILD=$(abspath $(BUILD))/hosts memcheck

test-python: release ## run the Python binding's tests against the release library
	python3 -m unittest discover -s bindings/python/tests
	HAPPYOYSTER_LIBRARY=$(abspath $(LIB))/$(SONAME) OYSTER_GATEWAY=$(abspath $(GATEWAY)) \
		OYSTER_SESSION_SERVER=$(abspath $(SESSION_SERVER)) \
		python3 -m unittest discover -s bindings/python/tests/live

test-rust: release $(RUST_HOST) ## run the Rust binding's tests against the release library
	LD_LIBRARY_PATH=$(abspath $(LIB)) OYSTER_GATEWAY=$(abspath $(GATEWAY)) \
		$(CARGO) test $(CRATES) --workspace

test-story: release $(C_HOST) $(CPP_HOST) $(RUST_HOST) $(SWIFT_HOST) ## compare the first travel of all languages
	$(MAKE) -C Tests/hosts BUILD=$(abspath $(BUILD))/hosts $(abspath $(BUILD))/hosts/third_party_engine.so
	OYSTER_THIRD_PARTY_ENGINE=$(abspath $(BUILD))/hosts/third_party_engine.so \
		HAPPYOYSTER_LIBRARY=$(abspath $(LIB))/$(SONAME) OYSTER_GATEWAY=$(abspath $(GATEWAY)) \
		OYSTER_C_HOST=$(abspath $(C_HOST)) OYSTER_CPP_HOST=$(abspath $(CPP_HOST)) \
		OYSTER_RUST_HOST=$(abspath $(RUST_HOST)) OYSTER_SWIFT_HOST=$(abspath $(SWIFT_HOST)) \
		python3 -m unittest discover -s Tests/story

test-session: release $(C_CHAT) ## run the session server against clients of the tests, nginx and Chromium
	scripts/install-packages session
	printf '%s\n' $(notdir $(basename $(wildcard Tests/session/test_*.py))) | \
		$(SESSION_ENVIRONMENT) xargs -P 3 -n 1 python3 -m unittest

test-webrtc: release $(WEBRTC_VENV)/installed.txt ## run the stream engine against test servers, aiortc and Chromium
	$(MAKE) -C Tests/webrtc BUILD=$(abspath $(BUILD))/webrtc-tests
	$(MAKE) -C Tests/fuzz BUILD=$(abspath $(BUILD))/fuzz replay
	@# Three at a time: they mostly wait.
	printf '%s\n' $(notdir $(basename $(wildcard Tests/webrtc/test_*.py))) | \
		$(WEBRTC_ENVIRONMENT) xargs -P 3 -n 1 $(abspath $(WEBRTC_VENV))/bin/python -m unittest
	@# On their own: they are slow, and some of them measure time.
	$(MAKE) sanitize-webrtc

sanitize: sanitize-swift sanitize-hosts ## run Swift tests and host programs under the thread and address sanitizers
	@echo "sanitize: no report. Not run under the thread sanitizer: the WebRTC stream engine."

sanitize-swift: $(SANITIZERS:%=sanitize-swift-%)

sanitize-hosts: $(SANITIZERS:%=sanitize-hosts-%)

# As test-swift: the tests of the façade by themselves.
sanitize-swift-%: setup
	swift build --build-tests $(SWIFT_DEBUG) --sanitize=$* --scratch-path .build/$*
	@grep -q __$(patsubst thread,tsan,$(*:address=asan))_init .build/$*/debug/*.xctest
	for part in --skip --filter; do \
		LSAN_OPTIONS=suppressions=$(abspath Tests)/suppressions/leaks.supp:print_suppressions=0 \
			swift test --skip-build $(SWIFT_DEBUG) --sanitize=$* \
			--scratch-path .build/$* $$part HappyOysterSDKTests || exit 1; \
	done

# The library as released but with its symbols, and the host programs, by the compilers of one
# toolchain, so that both use one run-time library of the sanitizer. The WebRTC stream engine only for
# addresses: the thread sanitizer does not see the locks of GLib, which are futexes.
sanitize-hosts-%: release
	@mkdir -p .build $(BUILD)/hosts-$*/lib
	scripts/release-toolset sanitized > .build/sanitized-toolset.json
	swift build -c release --product happyoyster --toolset .build/sanitized-toolset.json \
		--sanitize=$* --scratch-path .build/hosts-$*
	cp .build/hosts-$*/release/libhappyoyster.so $(BUILD)/hosts-$*/lib/$(SONAME)
	ln -sf $(SONAME) $(BUILD)/hosts-$*/lib/libhappyoyster.so
	test $* = thread || $(MAKE) -C Sources/WebRTC VERSION=$(VERSION) OUT=$(abspath $(BUILD))/hosts-$*/lib \
		OBJECTS=$(abspath $(BUILD))/hosts-$*/webrtc CC=$(SWIFT_CLANG) CFLAGS="-O1 -g" \
		SANITIZE=-fsanitize=$* NO_UNDEFINED=
	$(MAKE) -C Tests/hosts SANITIZER=$* CC=$(SWIFT_CLANG) CXX=$(SWIFT_CLANG)++ \
		LIB=$(abspath $(BUILD))/hosts-$*/lib GATEWAY=$(abspath $(GATEWAY)) \
		BUILD=$(abspath $(BUILD))/hosts-$* sanitize

sanitize-webrtc: setup $(WEBRTC_VENV)/installed.txt ## run the stream engine's C programs under ASan and UBSan
	$(MAKE) -C Sources/WebRTC VERSION=$(VERSION) OUT=$(abspath $(SANITIZED))/lib \
		OBJECTS=$(abspath $(SANITIZED))/objects CFLAGS="-O1 -g" SANITIZE="$(SANITIZE)"
	$(MAKE) -C Tests/webrtc BUILD=$(abspath $(SANITIZED))/programs SANITIZE="$(SANITIZE)"
	OYSTER_LIBRARIES=$(abspath $(SANITIZED))/lib OYSTER_WEBRTC_PROGRAMS=$(abspath $(SANITIZED))/programs \
		PYTHONPATH=$(abspath Tests/webrtc) $(WEBRTC_VENV)/bin/python -m unittest sanitized_programs

# The duration of `make soak` in minutes, and the file of its report.
MINUTES ?= 20
SOAK_REPORT ?= docs/reports/soak.md

soak: release ## play travels of all modes over WebRTC for MINUTES=20, fail when a process grows
	$(WEBRTC_ENVIRONMENT) python3 Tests/soak/soak.py --minutes $(MINUTES) --report $(SOAK_REPORT)

test-network: release $(WEBRTC_VENV)/installed.txt ## cut, block and restore the network between two namespaces (as root)
	$(WEBRTC_ENVIRONMENT) $(WEBRTC_VENV)/bin/python -m unittest discover -s Tests/network

test-packages: release ## build C and C++ programs against an installed tree, and run them
	scripts/install-packages cmake
	MAKE="$(MAKE)" Tests/packages/run $(abspath $(BUILD))/packages

test-installed: test-outside deb wheel ## run examples and tests from packages (not part of make test)
	scripts/test-wheel $(BUILD)/wheel
	@if [ "$$(id -u)" -eq 0 ]; then \
		scripts/test-wheel-root $(BUILD)/wheel && scripts/test-deb $(BUILD)/deb; \
	else \
		echo "test-installed: SKIPPED without root: the wheel and the Debian packages in a clean root"; \
	fi

test-outside: release $(C_HOST) ## use the Swift package from another package
	Tests/packages/swift $(BUILD)/outside $(GATEWAY) $(C_HOST)

test-deb: deb ## use the Debian packages in a clean root
	scripts/test-deb $(BUILD)/deb

SECONDS ?= 60
fuzz: setup ## fuzz the readers of foreign text for SECONDS=60, all together
	scripts/fuzz $(SECONDS) $(BUILD)/fuzz

docs: $(LIBRARY) $(SWIFT_HOST) ## generate the API reference of every language in build/docs
	scripts/install-packages docs
	@command -v cargo >/dev/null || scripts/install-packages rust
	scripts/build-docs $(BUILD)/docs $(LIBRARY) .build/gateway/release/Modules

wheel: release ## build the Python wheel, with library, gateway and session server inside
	scripts/install-packages wheel
	scripts/build-wheel $(LIB) $(BUILD)/wheel $(GATEWAY) $(SESSION_SERVER)

test-wheel: wheel ## test the wheel in a fresh environment, and in a clean root
	scripts/test-wheel $(BUILD)/wheel
	scripts/test-wheel-root $(BUILD)/wheel

generate: setup ## write every file that repeats a table of facts/, the headers or VERSION
	scripts/generate
	scripts/api-table

lint: setup ## check formats, types, words, documents and generated files
	scripts/lint

format: ## format Swift and C
	swift format format --in-place --recursive --parallel Sources Tests examples/swift Package.swift
	clang-format -i $$(git ls-files '*.h' '*.c' '*.hpp' '*.cpp')

session-server: $(SESSION_SERVER) ## build the session server alone

install: release ## install library, headers, gateway, session server, documents below $(DESTDIR)$(PREFIX)
	install -d $(addprefix $(DESTDIR),$(LIBDIR)/pkgconfig $(LIBDIR)/cmake/happyoyster \
		$(INCLUDEDIR)/happyoyster/cpp $(PREFIX)/bin $(PREFIX)/share/man/man1)
	cp -P $(LIB)/libhappyoyster.so $(LIB)/$(SONAME) $(LIBRARY) $(DESTDIR)$(LIBDIR)/
	install -m 644 include/happyoyster.h include/happyoyster.hpp $(DESTDIR)$(INCLUDEDIR)/
	install -m 644 include/happyoyster/*.h $(DESTDIR)$(INCLUDEDIR)/happyoyster/
	install -m 644 include/happyoyster/cpp/*.hpp $(DESTDIR)$(INCLUDEDIR)/happyoyster/cpp/
	$(FILL) bindings/c/happyoyster.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/happyoyster.pc
	$(FILL) bindings/c/happyoysterConfig.cmake.in \
		>$(DESTDIR)$(LIBDIR)/cmake/happyoyster/happyoysterConfig.cmake
	$(FILL) bindings/c/happyoysterConfigVersion.cmake.in \
		>$(DESTDIR)$(LIBDIR)/cmake/happyoyster/happyoysterConfigVersion.cmake
	cp -P $(LIB)/libhappyoyster-stream-webrtc.so.$(MAJOR) $(WEBRTC) $(DESTDIR)$(LIBDIR)/
	install -D -m 644 $(SENDER) $(DESTDIR)$(PREFIX)/lib/happyoyster/oyster-gateway-webrtc.so
	install -m 755 $(GATEWAY) $(DESTDIR)$(PREFIX)/bin/
	install -m 755 $(SESSION_SERVER) $(DESTDIR)$(PREFIX)/bin/
	install -m 644 packaging/oyster-gateway.1 packaging/oyster-session-server.1 \
		$(DESTDIR)$(PREFIX)/share/man/man1/
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/system
	sed 's,/usr/bin/,$(PREFIX)/bin/,' packaging/oyster-session-server.service \
		>$(DESTDIR)$(PREFIX)/lib/systemd/system/oyster-session-server.service
	scripts/manual-pages $(DESTDIR)$(PREFIX)/share/man
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/happyoyster packaging/suppressions/*.supp
	scripts/install-documents . $(or $(DESTDIR),/) $(DOCDIR) $(INCLUDEDIR)

install-python: ## install the Python package for the system's Python below $(DESTDIR)
	scripts/install-python $(DESTDIR)$(PYTHONDIR)

deb: release docs ## build the Debian packages in build/deb and check them
	scripts/build-deb $(BUILD)/deb

clean: ## remove everything that was built
	rm -rf .build $(BUILD)

setup: $(BUILD)/.packages

# Once per checkout: the packages that a clean Debian lacks.
$(BUILD)/.packages: scripts/install-packages
	scripts/install-packages
	@mkdir -p $(@D) && touch $@

$(WEBRTC_VENV)/installed.txt: Tests/webrtc/requirements.txt
	scripts/install-packages webrtc
	rm -rf $(@D)
	python3 -m venv $(@D)
	$(@D)/bin/python -m pip install -q -r $<
	cp $< $@

# The library, its soname and its development link. patchelf removes the RUNPATH that SwiftPM adds:
# a system library must not have one.
$(LIBRARY): $(SOURCES) | setup
	@mkdir -p $(LIB) .build
	scripts/release-toolset > .build/release-toolset.json
	swift build -c release --product happyoyster --toolset .build/release-toolset.json \
		--scratch-path .build/library
	install -m 755 .build/library/release/libhappyoyster.so $@
	patchelf --remove-rpath $@
	ln -sf $(@F) $(LIB)/$(SONAME)
	ln -sf $(SONAME) $(LIB)/libhappyoyster.so

# The stream engine and the gateway's sender. Their own Makefile decides what to rebuild.
$(WEBRTC): $(shell find Sources/WebRTC Sources/CGatewayMedia include -type f) | setup
	$(MAKE) -C Sources/WebRTC VERSION=$(VERSION) OUT=$(abspath $(LIB)) \
		OBJECTS=$(abspath $(BUILD))/webrtc

$(GATEWAY): $(SOURCES) | setup
	@mkdir -p $(@D)
	swift build -c release --product oyster-gateway --static-swift-stdlib $(SWIFT_DEBUG) \
		--scratch-path .build/gateway
	install -m 755 .build/gateway/release/oyster-gateway $@

# In the folder of the gateway: both need the library's core.
$(SESSION_SERVER): $(SOURCES) | setup
	@mkdir -p $(@D)
	swift build -c release --product oyster-session-server --static-swift-stdlib $(SWIFT_DEBUG) \
		--scratch-path .build/gateway
	install -m 755 .build/gateway/release/oyster-session-server $@

$(SWIFT_HOST): $(SOURCES) $(wildcard examples/swift/FirstTravel/*.swift) | setup
	@mkdir -p $(@D)
	swift build -c release --product first-travel-swift --static-swift-stdlib $(SWIFT_DEBUG) \
		--scratch-path .build/gateway
	install -m 755 .build/gateway/release/first-travel-swift $@

$(C_HOST): examples/c/first-travel/first_travel.c $(LIBRARY) | setup
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror -Iinclude -o $@ $< \
		-L$(LIB) -lhappyoyster -lcjson -lpng -Wl,-rpath,'$$ORIGIN/../lib'

$(C_CHAT): examples/c/chat/chat.c $(LIBRARY) | setup
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror -Iinclude -o $@ $< \
		-L$(LIB) -lhappyoyster -lcjson -Wl,-rpath,'$$ORIGIN/../lib'

$(CPP_HOST): examples/cpp/first_travel.cpp $(wildcard include/happyoyster.hpp include/happyoyster/cpp/*) \
		$(LIBRARY) | setup
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -Wall -Wextra -Wpedantic -Werror -Iinclude -o $@ $< \
		-L$(LIB) -lhappyoyster -lcjson -lpng -Wl,-rpath,'$$ORIGIN/../lib'

$(RUST_HOST): $(LIBRARY) $(shell find bindings/rust -name '*.rs' ! -path '*/target/*')
	@command -v cargo >/dev/null || scripts/install-packages rust
	$(CARGO) build --quiet $(CRATES) --example first_travel
	@touch $@
