use super::{needs_scratch, progress_line};
use crate::{ClusterOptions, Hosts};
use anyhow::{Context, bail};
use clap::Args;
use pegboard_cli::quantity;
use pegboard_cli::watch::{self, Watch};
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
#[command(next_help_heading = "Processes on this machine")]
pub(super) struct ProcessArgs {
    /// Start this many processes on this machine, which need no `--hosts`; `--memory` is for each of them
    #[arg(long, global = true, value_name = "NUMBER", value_parser = quantity::threads, allow_hyphen_values = true)]
    processes: Option<NonZeroUsize>,
    /// With `--processes`: maximum number of restarts after a process has died [default: 3]
    #[arg(long, global = true, value_name = "NUMBER", value_parser = quantity::whole_number::<usize>, requires = "processes", allow_hyphen_values = true)]
    restarts: Option<usize>,
}

#[derive(Args)]
#[command(next_help_heading = "Cluster")]
pub(super) struct ClusterArgs {
    /// File with the `host:port` of each process, one a line, the same for all. See docs/cluster.md; the connections are
    /// not encrypted
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,
    /// Number of this process: the line of the file with its address, counted from 0
    #[arg(long, value_name = "NUMBER", value_parser = quantity::whole_number::<usize>, requires = "hosts")]
    process: Option<usize>,
    /// Threads of each process, the same number for all [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = quantity::threads)]
    workers: Option<NonZeroUsize>,
    /// At the end, write the codes of all levels into this folder as little-endian numbers of 64 or 128 bits
    #[arg(long = "codes", value_name = "FOLDER")]
    codes_folder: Option<PathBuf>,
    /// Time to wait for the other processes at the start [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    wait: Option<Duration>,
    /// Stop when standard input ends, and write progress to standard error for the program that started this process
    #[arg(long, hide = true, requires = "hosts")]
    supervised: bool,
}

/// Role of this process.
pub(super) enum Membership {
    /// Launcher of the processes of the cluster.
    Launcher { processes: NonZeroUsize },
    /// Process of the cluster.
    Process {
        options: ClusterOptions,
        watch: Watch,
    },
}

impl ProcessArgs {
    pub(super) fn restarts(&self) -> usize {
        self.restarts.unwrap_or(3)
    }

    /// Returns the role of this process.
    pub(super) fn membership(
        &self,
        cluster: &ClusterArgs,
        scratch: Option<&Path>,
    ) -> anyhow::Result<Membership> {
        match (self.processes, &cluster.hosts, cluster.process) {
            (Some(_), Some(_), _) if !cluster.supervised => {
                bail!("`--processes` makes the list of hosts itself; leave `--hosts` out")
            }
            (_, Some(hosts), Some(process)) => Ok(Membership::Process {
                options: cluster.options(hosts, process, scratch)?,
                watch: cluster.watch(),
            }),
            (Some(processes), ..) => {
                needs_scratch(scratch)?;
                Ok(Membership::Launcher { processes })
            }
            (None, ..) => bail!(
                "give `--processes NUMBER` to start processes on this machine, or `--hosts FILE --process NUMBER` for a \
                 process of several machines; a single process needs only `pegboard`"
            ),
        }
    }
}

impl ClusterArgs {
    fn options(
        &self,
        file: &Path,
        process: usize,
        scratch: Option<&Path>,
    ) -> anyhow::Result<ClusterOptions> {
        let scratch = needs_scratch(scratch)?;
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read `{}`", file.display()))?;
        let hosts = Hosts::parse(&text).with_context(|| file.display().to_string())?;
        let mut options = ClusterOptions::new(hosts, process, scratch.to_owned());
        options.workers = self.workers.unwrap_or(NonZeroUsize::MIN);
        options.codes.clone_from(&self.codes_folder);
        options.wait = self.wait.unwrap_or(options.wait);
        Ok(options)
    }

    fn watch(&self) -> Watch {
        if !self.supervised {
            return Watch::start();
        }
        // The supervisor holds the other end of standard input and closes it to stop this process. The system closes it
        // if the supervisor is killed.
        std::thread::spawn(|| {
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
            watch::stop();
        });
        progress_line::watch()
    }
}
