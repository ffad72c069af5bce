/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recording_output.h
 * What leaves a recording's muxer, on its way into the file.
 */
#ifndef OYSTER_RECORDING_OUTPUT_H
#define OYSTER_RECORDING_OUTPUT_H

#include <gst/gst.h>

#include "recording_file.h"

/** Writes what arrives at a sink into a file, at the places that the muxer wants, and lets the
 *  errors of the pipeline fail the file. Both keep the file as long as the pipeline lives. */
void recording_output_connect(GstElement *sink, GstElement *pipeline, OysterRecordingFile *file);

#endif
