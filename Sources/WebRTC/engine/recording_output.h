/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recording_output.h
 * Writes the output of a recording's muxer into the file.
 */
#ifndef OYSTER_RECORDING_OUTPUT_H
#define OYSTER_RECORDING_OUTPUT_H

#include <gst/gst.h>

#include "recording_file.h"

/** Writes the data that arrives at `sink` into the file, at the positions that the muxer seeks to.
 *  An error of the pipeline fails the file. The pipeline keeps references to the file. */
void recording_output_connect(GstElement *sink, GstElement *pipeline, OysterRecordingFile *file);

#endif
