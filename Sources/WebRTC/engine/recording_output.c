/* SPDX-License-Identifier: Apache-2.0 */
#include "recording_output.h"

/** Handles the muxer's errors, and passes all messages on to the thread that waits for EOS. */
static GstBusSyncReply on_message(GstBus *bus, GstMessage *message, gpointer context) {
    (void)bus;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
        GError *error = NULL;
        gst_message_parse_error(message, &error, NULL);
        recording_file_fail(context, error->message);
        g_error_free(error);
    }
    return GST_BUS_PASS;
}

static void write_buffer(OysterRecordingFile *file, GstBuffer *buffer) {
    GstMapInfo map;
    if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) {
        recording_file_fail(file, "the muxer's output cannot be read");
        return;
    }
    recording_file_write(file, map.data, map.size);
    gst_buffer_unmap(buffer, &map);
}

static void follow_segment(OysterRecordingFile *file, GstEvent *event) {
    if (GST_EVENT_TYPE(event) != GST_EVENT_SEGMENT)
        return;
    const GstSegment *segment = NULL;
    gst_event_parse_segment(event, &segment);
    if (segment->format == GST_FORMAT_BYTES)
        recording_file_seek(file, segment->start);
}

/** Muxers seek back to write lengths and indexes if the sink supports seeking. */
static gboolean answer_seeking(GstQuery *query) {
    GstFormat format = GST_FORMAT_UNDEFINED;
    if (GST_QUERY_TYPE(query) != GST_QUERY_SEEKING)
        return FALSE;
    gst_query_parse_seeking(query, &format, NULL, NULL, NULL);
    if (format != GST_FORMAT_BYTES)
        return FALSE;
    gst_query_set_seeking(query, format, TRUE, 0, -1);
    return TRUE;
}

static GstPadProbeReturn on_muxed(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    OysterRecordingFile *file = context;
    GstPadProbeType type = GST_PAD_PROBE_INFO_TYPE(info);
    if (type & GST_PAD_PROBE_TYPE_QUERY_BOTH)
        return answer_seeking(GST_PAD_PROBE_INFO_QUERY(info)) ? GST_PAD_PROBE_HANDLED
                                                              : GST_PAD_PROBE_OK;
    if (type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM)
        follow_segment(file, GST_PAD_PROBE_INFO_EVENT(info));
    if (type & GST_PAD_PROBE_TYPE_BUFFER)
        write_buffer(file, GST_PAD_PROBE_INFO_BUFFER(info));
    if (type & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
        GstBufferList *list = GST_PAD_PROBE_INFO_BUFFER_LIST(info);
        for (guint index = 0; index < gst_buffer_list_length(list); index++)
            write_buffer(file, gst_buffer_list_get(list, index));
    }
    return GST_PAD_PROBE_OK;
}

void recording_output_connect(GstElement *sink, GstElement *pipeline, OysterRecordingFile *file) {
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_bus_set_sync_handler(bus, on_message, recording_file_ref(file), recording_file_unref);
    gst_object_unref(bus);
    GstPad *pad = gst_element_get_static_pad(sink, "sink");
    gst_pad_add_probe(pad,
                      GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST |
                          GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
                      on_muxed, recording_file_ref(file), recording_file_unref);
    gst_object_unref(pad);
}
