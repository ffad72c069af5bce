/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file viewer.h
 * The functions of gateway_media.h.
 */
#ifndef OYSTER_VIEWER_H
#define OYSTER_VIEWER_H

#include "../../CGatewayMedia/gateway_media.h"

oyster_media_viewer *viewer_open(const char *offer, const oyster_media_options *options,
                                 const oyster_media_events *events);
bool viewer_push(oyster_media_viewer *viewer, const uint8_t *frame, size_t length);
void viewer_send(oyster_media_viewer *viewer, const char *text);
void viewer_close(oyster_media_viewer *viewer);
void viewer_count(oyster_media_census *census);

#endif
