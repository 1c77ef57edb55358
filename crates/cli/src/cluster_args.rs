use super::quantity;
use super::watch::Watch;
use anyhow::{Context, bail};
use clap::Args;
use pegboard::cluster::{ClusterOptions, Hosts};
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

// How a process takes part in a cluster.
#[derive(Args)]
#[command(next_help_heading = "Cluster")]
pub struct ClusterArgs {
    /// Work together with other processes: a file with the `host:port` of each, one a line, the same for all.
    /// See docs/cluster.md; the connections are not encrypted
    #[arg(
        long,
        value_name = "FILE",
        requires = "process",
        conflicts_with = "threads"
    )]
    hosts: Option<PathBuf>,
    /// The number of this process: the line of the file with its address, counted from 0
    #[arg(long, value_name = "NUMBER", value_parser = quantity::whole_number::<usize>, requires = "hosts")]
    process: Option<usize>,
    /// Threads of this process; the same number for all [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = quantity::threads)]
    pub workers: Option<NonZeroUsize>,
    /// At the end, write the codes of all levels into this folder as plain numbers of 64 or 128 bits,
    /// little-endian
    #[arg(long, value_name = "FOLDER")]
    codes: Option<PathBuf>,
    /// How long to wait for the other processes at the start [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = quantity::time, requires = "hosts")]
    wait: Option<Duration>,
    /// Stop when standard input ends, and tell `pegboard cluster` how far it is
    #[arg(long, hide = true, requires = "hosts")]
    supervised: bool,
}

impl ClusterArgs {
    /// The options, if the process is to work with others.
    pub fn options(&self, scratch: Option<&Path>) -> anyhow::Result<Option<ClusterOptions>> {
        let (Some(file), Some(process)) = (&self.hosts, self.process) else {
            if self.codes.is_some() {
                bail!("`--codes` is for several processes: give `--hosts`");
            }
            if self.workers.is_some() {
                bail!(
                    "`--workers` is for several processes: give `--hosts`, or use `--threads` instead"
                );
            }
            return Ok(None);
        };
        let Some(scratch) = scratch else {
            bail!(
                "`--hosts` needs a folder for the levels: give `--scratch`, on storage that all share or on each machine"
            );
        };
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read `{}`", file.display()))?;
        let hosts = Hosts::parse(&text).with_context(|| file.display().to_string())?;
        let mut options = ClusterOptions::new(hosts, process, scratch.to_owned());
        options.workers = self.workers.unwrap_or(NonZeroUsize::MIN);
        options.codes.clone_from(&self.codes);
        options.wait = self.wait.unwrap_or(options.wait);
        Ok(Some(options))
    }

    /// Refuses what `pegboard cluster` sees to itself, and what it needs.
    pub fn check_for_launcher(&self, scratch: Option<&Path>) -> anyhow::Result<()> {
        if scratch.is_none() {
            bail!("the processes need a folder for the levels: give `--scratch`");
        }
        if self.hosts.is_some() {
            bail!("`pegboard cluster` makes the list of hosts itself; leave `--hosts` out");
        }
        Ok(())
    }

    /// What watches the work.
    pub fn watch(&self) -> Watch {
        if !self.supervised {
            return Watch::new();
        }
        // Whoever started this process holds the other end. It lets go in order to stop the work, and the
        // system does so for it when it is killed.
        std::thread::spawn(|| {
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
            super::watch::stop();
        });
        Watch::telling()
    }
}
