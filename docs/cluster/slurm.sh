#!/usr/bin/env bash
# A sweep as a Slurm job: sbatch docs/cluster/slurm.sh
#
# One process a node. When a node fails, Slurm puts the job into the queue again, and it resumes.
#SBATCH --job-name=pegboard
#SBATCH --nodes=5
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --mem=64G
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

folder=${PEGBOARD_FOLDER:-$SLURM_SUBMIT_DIR/levels} # storage that all nodes share
port=${PEGBOARD_PORT:-2101}
mkdir -p "$folder"

hosts=$SLURM_SUBMIT_DIR/hosts-$SLURM_JOB_ID
scontrol show hostnames "$SLURM_JOB_NODELIST" | sed "s/$/:$port/" > "$hosts"

# Less than what Slurm gives: the program itself and the buffers of the network come on top.
srun --kill-on-bad-exit=1 bash -c \
    'exec pegboard-cluster sweep wiegleb --vacate e5 --scratch "$0" --memory 48G \
        --hosts "$1" --process "$SLURM_PROCID" --workers "$SLURM_CPUS_PER_TASK" --wait 10m' \
    "$folder" "$hosts"
