//! The memory of the machine.

/// The most memory that a computation may be allowed, in bytes: nine tenths of what the
/// machine has, where that is known; else no bound. More would not end in an error but in
/// the system ending the process, and others with it.
pub fn most_memory() -> u64 {
    let known = std::fs::read_to_string("/proc/meminfo").ok();
    let total = known.as_deref().and_then(memory_total);
    total.map_or(u64::MAX, |bytes| bytes / 10 * 9)
}

/// The bytes of the line `MemTotal:  24604752 kB`.
fn memory_total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        assert_eq!(
            memory_total("MemTotal:       24604752 kB\nMemFree: 1 kB\n"),
            Some(25_195_266_048)
        );
        assert_eq!(memory_total("MemFree: 1 kB\n"), None);
        assert_eq!(memory_total("MemTotal: much kB"), None);
    }
}
