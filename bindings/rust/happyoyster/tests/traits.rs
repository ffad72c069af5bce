// SPDX-License-Identifier: Apache-2.0
//! What every host relies on, asserted at compile time.

use std::future::Future;

use happyoyster::{
    AudioChunk, AudioStream, Command, Config, Engine, Error, Event, Events, Frame, FrameView,
    Frames, Listener, Next, Operation, StartResult, Travel, VideoView,
};

fn is_shareable<T: Send + Sync + 'static>() {}
fn is_borrowed_shareable<T: Send + Sync>() {}
fn is_movable<T: Unpin>() {}
fn is_future<F: Future<Output = Result<StartResult, Error>> + Send + Unpin + 'static>() {}
fn is_item_future<F: Future<Output = Option<Event>> + Send>() {}
fn is_cloneable<T: Clone>() {}

#[test]
fn public_types_are_send_sync_and_futures() {
    is_shareable::<Engine>();
    is_shareable::<Travel>();
    is_shareable::<VideoView>();
    is_shareable::<Operation<StartResult>>();
    is_shareable::<Events>();
    is_shareable::<Frames>();
    is_shareable::<Frame>();
    is_shareable::<AudioStream>();
    is_shareable::<AudioChunk>();
    is_shareable::<FrameView>();
    is_shareable::<Listener>();
    is_shareable::<Event>();
    is_shareable::<Error>();
    is_shareable::<Config>();
    is_shareable::<Command>();
    is_borrowed_shareable::<Next<'_, Frames>>();
    is_movable::<Events>();
    is_future::<Operation<StartResult>>();
    is_item_future::<Next<'_, Events>>();
    is_cloneable::<Engine>();
    is_cloneable::<VideoView>();
    assert!(std::mem::size_of::<Error>() <= std::mem::size_of::<usize>());
}
