/* SPDX-License-Identifier: Apache-2.0 */
#include "ice_agent.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

/** Beyond that, candidates only cost time. */
enum { MAX_ADDRESSES = 8 };

static gboolean print(const struct sockaddr *address, char *text) {
    if (address == NULL)
        return FALSE;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)address;
        return inet_ntop(AF_INET, &v4->sin_addr, text, INET6_ADDRSTRLEN) != NULL;
    }
    if (address->sa_family != AF_INET6)
        return FALSE;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)address;
    if (IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr) || IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr))
        return FALSE;
    return inet_ntop(AF_INET6, &v6->sin6_addr, text, INET6_ADDRSTRLEN) != NULL;
}

static void add_all(GObject *ice_agent) {
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) != 0)
        return;
    int count = 0;
    for (struct ifaddrs *one = all; one != NULL && count < MAX_ADDRESSES; one = one->ifa_next) {
        char text[INET6_ADDRSTRLEN];
        if ((one->ifa_flags & IFF_UP) == 0 || !print(one->ifa_addr, text))
            continue;
        gboolean added = FALSE;
        g_signal_emit_by_name(ice_agent, "add-local-ip-address", text, &added);
        count++;
    }
    freeifaddrs(all);
}

/** UPnP would search the network, and complain on stderr when two agents do; ICE over TCP would
 *  open listening ports. */
static void restrict_agent(GObject *ice_agent) {
    GObject *nice = NULL;
    g_object_get(ice_agent, "agent", &nice, NULL);
    g_object_set(nice, "upnp", FALSE, "ice-tcp", FALSE, NULL);
    g_object_unref(nice);
}

void ice_agent_set_up(GstElement *bin, gboolean with_loopback) {
    GObject *agent = NULL;
    g_object_get(bin, "ice-agent", &agent, NULL);
    restrict_agent(agent);
    if (with_loopback)
        add_all(agent);
    g_object_unref(agent);
}
