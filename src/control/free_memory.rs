//! Free memory of this process: of the machine, of its container, and of its own limits.

#[cfg(target_os = "linux")]
pub(super) use linux::free_memory;

/// Returns the memory in bytes that the machine can still provide, or `None` if the system does not tell.
#[cfg(any(target_os = "macos", windows))]
pub(super) fn free_memory() -> Option<u64> {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    Some(system.available_memory()).filter(|bytes| *bytes > 0)
}

/// Returns `None`: the system does not tell.
#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
pub(super) fn free_memory() -> Option<u64> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{Resource, getrlimit};
    use std::fs::File;
    use std::io::{self, Read};
    use std::path::{Path, PathBuf};

    /// Returns the memory in bytes that this process can still take, or `None` if the system does not tell.
    pub(in crate::control) fn free_memory() -> Option<u64> {
        let root = Path::new("/");
        [machine(root), containers(root), limits_of_process()]
            .into_iter()
            .flatten()
            .min()
    }

    /// Returns the memory that the machine can provide without swapping. `root` replaces `/` in tests, here and below.
    fn machine(root: &Path) -> Option<u64> {
        let text = read(&root.join("proc/meminfo")).ok()?;
        let kilobytes = text
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:"))?
            .trim()
            .strip_suffix("kB")?;
        Some(kilobytes.trim().parse::<u64>().ok()?.saturating_mul(1024))
    }

    /// Returns the memory left by the control groups of this process. A group's limit also covers the groups in it, so
    /// the smallest remainder on the way to the root counts.
    ///
    /// The crate `sysinfo` reads only the group at a fixed path, and counts the page cache as used.
    fn containers(root: &Path) -> Option<u64> {
        let groups = read(&root.join("proc/self/cgroup")).ok()?;
        let mounts = read(&root.join("proc/self/mountinfo")).ok()?;
        groups
            .lines()
            .filter_map(|line| {
                // hierarchy:controllers:path
                let mut fields = line.splitn(3, ':').skip(1);
                let (controllers, path) = (fields.next()?, fields.next()?);
                let version = match controllers {
                    "" => &VERSION_2,
                    _ if controllers.split(',').any(|name| name == "memory") => &VERSION_1,
                    _ => return None,
                };
                let mount = mounts.lines().find_map(|line| version.mount(line))?;
                mount.left(root, path, version)
            })
            .min()
    }

    /// Files of a version of control groups.
    struct Version {
        file_system: &'static str,
        /// Option of the mount, if several hierarchies are mounted.
        option: Option<&'static str>,
        limits: &'static [&'static str],
        usage: &'static str,
        /// Entry of `memory.stat` with the page cache that the kernel frees before it kills a process.
        cache: &'static str,
    }

    const VERSION_1: Version = Version {
        file_system: "cgroup",
        option: Some("memory"),
        limits: &["memory.limit_in_bytes"],
        usage: "memory.usage_in_bytes",
        cache: "total_inactive_file",
    };
    const VERSION_2: Version = Version {
        file_system: "cgroup2",
        option: None,
        limits: &["memory.max", "memory.high"],
        usage: "memory.current",
        cache: "inactive_file",
    };

    /// Mounted hierarchy of control groups.
    struct Mount<'a> {
        /// Group at the mount point: in a container, the group of the container.
        group: &'a str,
        point: &'a str,
    }

    impl Version {
        /// Returns the mount in a line of `mountinfo`, if it is a hierarchy of this version.
        fn mount<'a>(&self, line: &'a str) -> Option<Mount<'a>> {
            let (mount, system) = line.split_once(" - ")?;
            let mut system = system.split(' ');
            let is_wanted = system.next() == Some(self.file_system)
                && self.option.is_none_or(|option| {
                    let mut options = system.nth(1).unwrap_or_default().split(',');
                    options.any(|known| known == option)
                });
            let mut fields = mount.split(' ').skip(3);
            is_wanted.then_some(Mount {
                group: fields.next()?,
                point: fields.next()?,
            })
        }
    }

    impl Mount<'_> {
        /// Returns the memory left by the group at `path` and by those around it.
        fn left(&self, root: &Path, path: &str, version: &Version) -> Option<u64> {
            let top = below(root, self.point);
            // The group of a container may be named from outside the container.
            let inside = Path::new(path)
                .strip_prefix(self.group)
                .unwrap_or(Path::new(""));
            top.join(inside)
                .ancestors()
                .take_while(|folder| folder.starts_with(&top))
                .filter_map(|folder| version.left_in(folder))
                .min()
        }
    }

    impl Version {
        /// Returns the memory left by the group of a folder; `None` without a limit.
        fn left_in(&self, folder: &Path) -> Option<u64> {
            let number = |file: &str| -> Option<u64> {
                let text = read(&folder.join(file)).ok()?;
                text.trim().parse().ok()
            };
            let limits = self.limits.iter().filter_map(|file| number(file));
            // Version 1 writes a number near 2^63 without a limit. The statistics take long to read.
            let limit = limits.filter(|limit| *limit < 1 << 62).min()?;
            let statistics = read(&folder.join("memory.stat")).unwrap_or_default();
            let cache: u64 = statistics
                .lines()
                .find_map(|line| line.strip_prefix(self.cache)?.trim().parse().ok())
                .unwrap_or(0);
            let used = number(self.usage)?.saturating_sub(cache);
            Some(limit.saturating_sub(used))
        }
    }

    fn below(root: &Path, path: &str) -> PathBuf {
        root.join(path.trim_start_matches('/'))
    }

    /// Returns the memory left by the limits of `ulimit -v` and `ulimit -d`.
    fn limits_of_process() -> Option<u64> {
        // Fields of `statm`, in pages.
        let limits = [(Resource::As, 0), (Resource::Data, 5)]
            .map(|(resource, field)| Some((getrlimit(resource).current?, field)));
        let mut limits = limits.into_iter().flatten().peekable();
        limits.peek()?;
        let sizes = read(Path::new("/proc/self/statm")).ok()?;
        let page = rustix::param::page_size() as u64;
        limits
            .filter_map(|(limit, field)| {
                let pages: u64 = sizes.split_whitespace().nth(field)?.parse().ok()?;
                Some(limit.saturating_sub(pages.saturating_mul(page)))
            })
            .min()
    }

    /// Reads a kernel file at once. Its size is unknown, and many small reads take as long as a small search.
    fn read(path: &Path) -> io::Result<String> {
        let mut text = String::with_capacity(1 << 13);
        File::open(path)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::fs;
        use tempfile::TempDir;

        /// Creates a tree of files below a new root.
        fn tree(files: &[(&str, &str)]) -> TempDir {
            let root = tempfile::tempdir().unwrap();
            for (path, text) in files {
                let path = root.path().join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            root
        }

        const MOUNT_OF_VERSION_2: (&str, &str) = (
            "proc/self/mountinfo",
            "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n\
             35 24 0:29 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n",
        );

        #[test]
        fn the_smallest_remainder_of_all_groups_around_the_process_counts() {
            let root = tree(&[
                MOUNT_OF_VERSION_2,
                ("proc/self/cgroup", "0::/batch/job/step\n"),
                ("sys/fs/cgroup/memory.stat", "anon 1\n"),
                ("sys/fs/cgroup/batch/memory.max", "1000000\n"),
                ("sys/fs/cgroup/batch/memory.current", "900000\n"),
                (
                    "sys/fs/cgroup/batch/memory.stat",
                    "anon 7\ninactive_file 50000\n",
                ),
                ("sys/fs/cgroup/batch/job/memory.max", "400000\n"),
                ("sys/fs/cgroup/batch/job/memory.high", "max\n"),
                ("sys/fs/cgroup/batch/job/memory.current", "100000\n"),
                ("sys/fs/cgroup/batch/job/step/memory.max", "max\n"),
                ("sys/fs/cgroup/batch/job/step/memory.current", "100000\n"),
                ("sys/fs/cgroup/other/memory.max", "1\n"),
                ("sys/fs/cgroup/other/memory.current", "1\n"),
            ]);
            assert_eq!(containers(root.path()), Some(150_000));
            fs::write(
                root.path().join("sys/fs/cgroup/batch/job/memory.high"),
                "120000\n",
            )
            .unwrap();
            assert_eq!(containers(root.path()), Some(20_000));
        }

        #[test]
        fn a_container_sees_its_group_at_the_mount_point() {
            for group in ["/", "/docker/7f3a"] {
                let root = tree(&[
                    (
                        "proc/self/mountinfo",
                        "40 31 0:34 /docker/7f3a /sys/fs/cgroup/pids ro - cgroup cgroup rw,pids\n\
                         41 31 0:35 /docker/7f3a /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
                    ),
                    (
                        "proc/self/cgroup",
                        &format!("9:pids:{group}\n8:hugetlb,memory:{group}\n0::/\n"),
                    ),
                    ("sys/fs/cgroup/memory/memory.limit_in_bytes", "419430400\n"),
                    ("sys/fs/cgroup/memory/memory.usage_in_bytes", "19430400\n"),
                    (
                        "sys/fs/cgroup/memory/memory.stat",
                        "inactive_file 3\ntotal_inactive_file 430400\n",
                    ),
                ]);
                assert_eq!(containers(root.path()), Some(400_430_400), "{group}");
            }
        }

        #[test]
        fn without_a_limit_only_the_machine_counts() {
            let root = tree(&[
                MOUNT_OF_VERSION_2,
                ("proc/self/cgroup", "0::/\n"),
                (
                    "proc/meminfo",
                    "MemTotal:  24683520 kB\nMemAvailable:   1024 kB\n",
                ),
            ]);
            assert_eq!(containers(root.path()), None);
            assert_eq!(machine(root.path()), Some(1 << 20));
            assert_eq!(containers(&root.path().join("none")), None);
        }
    }
}
