/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file close_on_exec.h
 * Prevents child programs of the host from inheriting GStreamer's descriptors.
 */
#ifndef OYSTER_CLOSE_ON_EXEC_H
#define OYSTER_CLOSE_ON_EXEC_H

/**
 * Makes the sockets that libgstreamer opens from now on close-on-exec.
 *
 * GstPoll (each GstBus and each GstBufferPool has one) makes its pair by socketpair() without
 * SOCK_CLOEXEC, and there is no way to reach the descriptors afterwards. This replaces the address
 * of socketpair in libgstreamer's own table of imported functions; calls by other libraries and by
 * the host are not affected. Without effect where libgstreamer does not import that function.
 */
void close_on_exec_in_gstreamer(void);

#endif
