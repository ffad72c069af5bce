// SPDX-License-Identifier: Apache-2.0
//! The two ways to consume a stream: a blocking iterator and a future of the next item.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// What both ways are made of.
pub trait Source {
    /// What comes.
    type Item;

    /// Blocks for the next item; `None` after the last one.
    fn recv_item(&mut self) -> Option<Self::Item>;

    /// Polls for the next item.
    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Self::Item>>;
}

impl<S: Source> Source for &mut S {
    type Item = S::Item;

    fn recv_item(&mut self) -> Option<S::Item> {
        (**self).recv_item()
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        (**self).poll_item(context)
    }
}

/// Makes what has `recv` and `poll_next` a [`Source`], and what can be iterated over.
macro_rules! impl_source {
    ($stream:ty, $item:ty, |$source:ident| $recv:expr) => {
        impl Source for $stream {
            type Item = $item;

            fn recv_item(&mut self) -> Option<$item> {
                let $source = self;
                $recv
            }

            fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<$item>> {
                self.poll_next(context)
            }
        }

        impl IntoIterator for $stream {
            type Item = $item;
            type IntoIter = Blocking<$stream>;

            fn into_iter(self) -> Self::IntoIter {
                Blocking::new(self)
            }
        }

        impl<'a> IntoIterator for &'a mut $stream {
            type Item = $item;
            type IntoIter = Blocking<&'a mut $stream>;

            fn into_iter(self) -> Self::IntoIter {
                Blocking::new(self)
            }
        }
    };
}

pub(crate) use impl_source;

/// A blocking iterator over [`Events`](crate::Events) or [`Frames`](crate::Frames). In host
/// delivery it dispatches while it waits.
#[derive(Debug)]
pub struct Blocking<S>(S);

impl<S> Blocking<S> {
    pub(crate) fn new(source: S) -> Self {
        Blocking(source)
    }
}

impl<S: Source> Iterator for Blocking<S> {
    type Item = S::Item;

    fn next(&mut self) -> Option<S::Item> {
        self.0.recv_item()
    }
}

/// A future of the next item of a stream; `None` after the last one.
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
