//! The file of one block.
//!
//! ```text
//! file    = magic, length of the header (u32), header (JSON), CRC-32 of the
//!           header (u32), payload; all little-endian
//! payload = the residual bits of the block; see the codec
//! ```
//!
//! If a block is no longer needed, only the beginning of its file is kept, up to the checksum of
//! the header.

use crate::engine::Residual;
use crate::{Convention, Layout, PieceCounts};
use serde::{Deserialize, Serialize};

/// The first bytes of every block file.
const MAGIC: &[u8; 8] = b"CGTNIM\r\n";
/// The version of the format.
const VERSION: u32 = 4;
/// The longest header.
const MAX_HEADER: usize = 1 << 16;

/// The part of the header that all versions share.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// The header of a block file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format, 4.
    pub version: u32,
    /// k.
    pub layers: u8,
    /// The convention it was solved for.
    pub convention: Convention,
    /// The block-ID pieces, one bit each.
    pub block_pieces: u64,
    /// The block number.
    pub block: u64,
    /// The piece of each index bit, lowest first.
    pub order: Vec<u32>,
    /// P-positions of this block by number of pieces left.
    pub p_counts: Vec<u64>,
    /// The number of positions of this block that were checked by plain rules when it was solved.
    pub checked: u64,
    /// The number of bytes of the payload.
    pub bytes: u64,
    /// The start of each chunk of the block in the payload, from the first chunk on.
    pub starts: Vec<u64>,
    /// The CRC-32 of the payload.
    pub crc: u32,
}

impl Header {
    /// The file up to the payload, with capacity for `payload` bytes of it.
    pub(crate) fn to_bytes(&self, payload: usize) -> Result<Vec<u8>, serde_json::Error> {
        let header = serde_json::to_vec(self)?;
        let length = u32::try_from(header.len()).unwrap_or(u32::MAX);
        let mut bytes = Vec::with_capacity(16 + header.len() + payload);
        bytes.extend(MAGIC);
        bytes.extend(length.to_le_bytes());
        bytes.extend(&header);
        bytes.extend(crc32fast::hash(&header).to_le_bytes());
        Ok(bytes)
    }
}

/// A block file that was read completely and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockFile {
    header: Header,
    residual: Residual,
}

impl BlockFile {
    /// Puts a block into the form of a file.
    pub(crate) fn new(
        layout: &Layout,
        convention: Convention,
        block: u64,
        counts: &PieceCounts,
        checked: u64,
        residual: Residual,
    ) -> Self {
        let header = Header {
            version: VERSION,
            layers: layout.layers().get(),
            convention,
            block_pieces: layout.block_pieces(),
            block,
            order: layout.order().to_vec(),
            p_counts: counts.by_pieces().to_vec(),
            checked,
            bytes: residual.coded.len() as u64,
            starts: residual.starts.clone(),
            crc: crc32fast::hash(&residual.coded),
        };
        Self { header, residual }
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The coded residual bits.
    pub fn payload(&self) -> &[u8] {
        &self.residual.coded
    }

    pub(crate) fn residual(&self) -> &Residual {
        &self.residual
    }

    /// The file's bytes.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut bytes = self.header.to_bytes(self.payload().len())?;
        bytes.extend(self.payload());
        Ok(bytes)
    }

    /// The file of a header in JSON, with correct checksums, and a payload; `None` if it is not a
    /// header.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn forged(json: &[u8], payload: &[u8]) -> Option<Vec<u8>> {
        let header: Header = serde_json::from_slice(json).ok()?;
        let header = Header { crc: crc32fast::hash(payload), ..header };
        let mut bytes = header.to_bytes(payload.len()).ok()?;
        bytes.extend(payload);
        Some(bytes)
    }

    /// Reads the bytes of a file. It never panics, and takes no more memory than the length of the
    /// file.
    ///
    /// ```
    /// assert!(cg_trinim::BlockFile::parse(b"something else").unwrap_err().contains("not a block file"));
    /// ```
    ///
    /// # Errors
    ///
    /// The fault of a foreign, damaged or truncated file.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let (header, payload) = Self::parse_header(bytes)?;
        if payload.len() as u64 != header.bytes {
            return Err(format!("the payload has {} bytes, not {}", payload.len(), header.bytes));
        }
        if !header.starts.iter().chain([&header.bytes]).is_sorted() {
            return Err("the header is damaged: chunks begin behind their end".into());
        }
        if crc32fast::hash(payload) != header.crc {
            return Err("the payload is damaged: its checksum differs".into());
        }
        let residual = Residual { coded: payload.to_vec(), starts: header.starts.clone() };
        Ok(Self { residual, header })
    }

    /// The header of a file, and the bytes after it.
    pub(crate) fn parse_header(bytes: &[u8]) -> Result<(Header, &[u8]), String> {
        let rest = bytes.strip_prefix(MAGIC).ok_or("this is not a block file")?;
        let cut = "the file is cut off";
        let (length, rest) = rest.split_first_chunk().ok_or(cut)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > MAX_HEADER {
            return Err("the header is damaged: its length is impossible".into());
        }
        let (json, rest) = rest.split_at_checked(length).ok_or(cut)?;
        let (crc, payload) = rest.split_first_chunk().ok_or(cut)?;
        if crc32fast::hash(json) != u32::from_le_bytes(*crc) {
            return Err("the header is damaged: its checksum differs".into());
        }
        let unread = |e| format!("the header does not read: {e}");
        // Another version may have other fields.
        let Version { version } = serde_json::from_slice(json).map_err(unread)?;
        if version != VERSION {
            return Err(format!(
                "version {version} of the format is not version {VERSION}: solve the block again"
            ));
        }
        let header = serde_json::from_slice(json).map_err(unread)?;
        Ok((header, payload))
    }
}
