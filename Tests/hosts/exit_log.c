// SPDX-License-Identifier: Apache-2.0
// A program that returns right after a refused call still writes the reason to stderr, and exits
// when stderr is a full pipe.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

#define RUNS 20

/** Makes one call that the library refuses and logs. */
static int refuse_and_return(void) {
    oyster_engine *engine = oyster_engine_shared();
    return oyster_engine_update_token(engine, "") == OYSTER_ERROR_INVALID_ARGUMENT ? 0 : 1;
}

/** Starts this program as a child with a pipe as stderr; with `is_full`, a pipe without room. */
static pid_t spawn(char *self, bool is_full, int *errors) {
    int ends[2];
    CHECK_EQUAL(pipe2(ends, O_CLOEXEC), 0);
    if (is_full) {
        char block[4096] = {0};
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        while (write(ends[1], block, sizeof block) > 0)
            continue;
        fcntl(ends[1], F_SETFL, 0);
    }
    pid_t process = fork();
    if (process == 0) {
        dup2(ends[1], STDERR_FILENO);
        execl(self, self, "child", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    *errors = ends[0];
    return process;
}

/** Waits for a child's exit; kills it when it is late. */
static void await_exit(pid_t process) {
    int status = 0;
    pid_t gone = 0;
    WAIT_UNTIL((gone = waitpid(process, &status, WNOHANG)) == process, 20000);
    CHECK(gone == process);
    if (gone != process) {
        kill(process, SIGKILL);
        waitpid(process, NULL, 0);
    }
    CHECK(gone != process || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

int main(int count, char **arguments) {
    if (count > 1)
        return refuse_and_return();
    int with_reason = 0;
    for (int run = 0; run < RUNS; run++) {
        char text[4096];
        int errors;
        pid_t process = spawn(arguments[0], false, &errors);
        await_exit(process);
        ssize_t length = read(errors, text, sizeof text - 1);
        text[length > 0 ? length : 0] = 0;
        with_reason += strstr(text, "update_token") != NULL;
        close(errors);
    }
    CHECK_EQUAL(with_reason, RUNS);
    int errors;
    pid_t process = spawn(arguments[0], true, &errors);
    await_exit(process);
    close(errors);
    printf("%d of %d programs wrote the reason", with_reason, RUNS);
    return host_verdict();
}
