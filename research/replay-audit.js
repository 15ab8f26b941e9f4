// node research/replay-audit.js <clone>… [--samples=20] [--commits=400] [--warnings]
//
// Looks for faults that the owners of public repositories fixed later: audits commits of a clone's history, and for each
// error that one of them has and a later one doesn't, finds the commit that fixed it. Prints a line for each: what audit
// said, the last commit with the fault, and the commit without it. A fault counts only if its file stays. Reads the last
// --commits commits of the main line, --samples of them first; --warnings looks for warnings, too.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const clones = args.filter((arg) => !arg.startsWith('--'));
if (clones.length === 0) {
  console.error('usage: node research/replay-audit.js <clone>… [--samples=20] [--commits=400] [--warnings]');
  process.exit(2);
}
const option = (name, fallback) =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback);
const { replayAudit } = await load('research/replay-audit.ts');
for (const clone of clones)
  await replayAudit({
    clone: resolve(clone),
    samples: option('samples', 20),
    commits: option('commits', 400),
    warnings: args.includes('--warnings'),
  });
