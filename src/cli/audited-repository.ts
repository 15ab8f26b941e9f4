import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GitError, runGit } from '../applied/run-git.js';
import type { GivenPlan } from '../audit/terraform/read-terraform.js';
import { readRegularFile, unreadReason } from '../files/read-file.js';
import { type Args, type Io, UsageError } from './command.js';

const PLAN_MEGABYTES = 1024;

/** The files of `--plan`. */
export const readPlans = ({ values }: Args, io: Io): readonly GivenPlan[] =>
  ((values['plan'] ?? []) as readonly string[]).map((name) => {
    try {
      return { name, bytes: readRegularFile(resolve(io.cwd(), name), PLAN_MEGABYTES) };
    } catch (error) {
      throw new UsageError(`--plan "${name}" cannot be read: ${unreadReason(error)}`);
    }
  });

/** What was named, or the repository around the current folder. */
export const folderOf = ({ positionals }: Args, io: Io): string => {
  const [given] = positionals;
  if (given === undefined) return repositoryAround(io.cwd());
  const folder = resolve(io.cwd(), given);
  if (!existsSync(folder)) throw new UsageError(`there is no folder "${given}"`);
  if (!statSync(folder).isDirectory()) throw new UsageError(`"${given}" is a file: name the folder of the repository`);
  return realpathSync(folder);
};

const repositoryAround = (cwd: string): string => {
  try {
    const top = runGit(cwd, ['rev-parse', '--show-toplevel']).toString().trim();
    return existsSync(join(top, '.git')) ? top : realpathSync(cwd);
  } catch (error) {
    if (error instanceof GitError) return realpathSync(cwd);
    throw error;
  }
};
