// SPDX-License-Identifier: Apache-2.0
//! The two ways to consume a stream: as a blocking iterator, and with futures of the next item.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A stream of which [`Next`] is a future.
pub trait Source {
    /// Type of the items.
    type Item;

    /// Polls for the next item.
    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Self::Item>>;
}

/// Implements [`Source`] and [`Iterator`] for a type that has `recv` and `poll_next`.
macro_rules! impl_stream {
    ($stream:ty, $item:ty, |$source:ident| $recv:expr) => {
        impl Source for $stream {
            type Item = $item;

            fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<$item>> {
                self.poll_next(context)
            }
        }

        /// Blocks for each item. In host delivery it dispatches while it waits.
        impl Iterator for $stream {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                let $source = self;
                $recv
            }
        }
    };
}

pub(crate) use impl_stream;

/// A future of the next item of a stream; `None` after the last one. Dropping it loses no item.
#[must_use = "futures do nothing unless polled"]
pub struct Next<'a, S>(&'a mut S);

impl<'a, S> Next<'a, S> {
    pub(crate) fn new(source: &'a mut S) -> Self {
        Next(source)
    }
}

impl<S: Source> Future for Next<'_, S> {
    type Output = Option<S::Item>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.poll_item(context)
    }
}

impl<S> fmt::Debug for Next<'_, S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Next")
    }
}
