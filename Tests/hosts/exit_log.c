// SPDX-License-Identifier: Apache-2.0
// A program that returns right after a refused call still writes the reason to stderr, and exits
// when stderr is a full pipe.
#define _GNU_SOURCE
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
        pid_t process = host_spawn(arguments[0], "child", false, &errors);
        await_exit(process);
        ssize_t length = read(errors, text, sizeof text - 1);
        text[length > 0 ? length : 0] = 0;
        with_reason += strstr(text, "update_token") != NULL;
        close(errors);
    }
    CHECK_EQUAL(with_reason, RUNS);
    int errors;
    pid_t process = host_spawn(arguments[0], "child", true, &errors);
    await_exit(process);
    close(errors);
    printf("%d of %d programs wrote the reason", with_reason, RUNS);
    return host_verdict();
}
