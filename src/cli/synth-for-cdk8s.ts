import { sortDiagnostics } from '../diagnostics/index.js';
import { type Args, type ExitCode, exit, type Io, UsageError } from './command.js';
import type { OpenedApp } from './open-app.js';
import { reportDiagnostics } from './report-diagnostics.js';

/**
 * What `cdk8s synth` runs: cdk8s's own output, in the folder that it has just emptied.
 *
 * @throws FluxspanError with what is wrong with the clusters
 */
export const synthForCdk8s = (opened: OpenedApp, args: Args, io: Io): ExitCode => {
  if (opened.refused) return reportDiagnostics(sortDiagnostics(opened.diagnostics), args, io).code;
  opened.app.synth();
  io.stderr.write('These are the objects alone. `fluxspan synth` checks them and writes the tree that Flux applies.\n');
  return exit.clean;
};

/** @throws UsageError if cdk8s didn't start this command */
export const checkStartedByCdk8s = (args: Args, io: Io): void => {
  const others = Object.keys(args.values).filter((name) => name !== 'cdk8s' && args.values[name] !== undefined);
  if (others.length > 0) throw new UsageError(`--cdk8s and --${others[0]} exclude each other`);
  if ((io.env['CDK8S_OUTDIR'] ?? '') === '') {
    throw new UsageError('--cdk8s is for cdk8s, which says where to write: run npx cdk8s synth');
  }
};
