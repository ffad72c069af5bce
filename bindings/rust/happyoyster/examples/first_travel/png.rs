// SPDX-License-Identifier: Apache-2.0
//! The smallest PNG writer: 8-bit RGB, stored without compression.

use std::fs;
use std::io;

/// The most bytes that one stored block of deflate holds.
const BLOCK: usize = 0xffff;

/// Writes rows of R, G, B without padding.
pub fn write(path: &str, width: usize, height: usize, pixels: &[u8]) -> io::Result<()> {
    let mut raw = Vec::with_capacity(pixels.len() + height);
    for row in pixels.chunks(width * 3) {
        raw.push(0); // no filter
        raw.extend_from_slice(row);
    }
    let mut header = Vec::new();
    header.extend_from_slice(&(width as u32).to_be_bytes());
    header.extend_from_slice(&(height as u32).to_be_bytes());
    header.extend_from_slice(&[8, 2, 0, 0, 0]); // 8 bits, RGB, the only methods, not interlaced
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &zlib(&raw));
    chunk(&mut file, b"IEND", &[]);
    fs::write(path, file)
}

fn zlib(raw: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let blocks = (raw.len() + BLOCK - 1) / BLOCK;
    for (i, block) in raw.chunks(BLOCK).enumerate() {
        let length = block.len() as u16;
        stream.push(u8::from(i + 1 == blocks));
        stream.extend_from_slice(&length.to_le_bytes());
        stream.extend_from_slice(&(!length).to_le_bytes());
        stream.extend_from_slice(block);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in raw {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    stream.extend_from_slice(&(b << 16 | a).to_be_bytes());
    stream
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let start = file.len() + 4;
    file.extend_from_slice(&(data.len() as u32).to_be_bytes());
    file.extend_from_slice(kind);
    file.extend_from_slice(data);
    let mut checksum = !0_u32;
    for byte in &file[start..] {
        checksum ^= u32::from(*byte);
        for _ in 0..8 {
            let carry = if checksum & 1 == 1 { 0xedb8_8320 } else { 0 };
            checksum = checksum >> 1 ^ carry;
        }
    }
    file.extend_from_slice(&(!checksum).to_be_bytes());
}
