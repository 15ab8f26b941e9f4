import { saveCode } from './run-code.js';
import { savePackages } from './run-packages.js';

/** Fewer clusters keep V8's compiler busy for so short a time that there is nothing to save. */
const FLEET = 10;

/**
 * What delays V8's optimizing compiler, by the versions of V8 in Node 20 and 22, which keep theirs. Node 24 compiles most
 * functions by a quicker compiler first, and gains nothing. V8 prints an error for a flag that it doesn't have.
 */
const DELAYS: Readonly<Record<string, string>> = {
  '11.3': '--interrupt-budget=270336',
  '12.4': '--invocation-count-for-turbofan=12000',
};

/**
 * Lets V8 optimize a function only after four times as many runs of it as usual, where an app has many clusters. It
 * optimizes in other threads, and for a process of a few seconds that costs as much processor time as the work itself:
 * time that the type check and others on the machine could use. What it gains comes too late.
 *
 * A process in which the app of a few clusters is loaded keeps V8's settings: once they change, Node compiles its own
 * modules again instead of taking them from its cache.
 */
export const optimizeLater = async (
  clusters: number,
  version = process.versions.v8,
  setFlags?: (flags: string) => void,
): Promise<void> => {
  const flags = DELAYS[version.split('.', 2).join('.')];
  if (flags === undefined || clusters < FLEET) return;
  // Kept with these flags, code would be of no use to the next run, which starts without them.
  saveCode();
  savePackages();
  (setFlags ?? (await import('node:v8')).setFlagsFromString)(flags);
};
