// node research/audit-repositories.js <clone>… [--show] [--all]
//
// Audits public repositories as `fluxspan audit` does, and prints what it finds in each: a row of the table in
// docs/public-repositories.md. --show prints the errors and warnings, a line each; --all the notices, too.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const clones = args.filter((arg) => !arg.startsWith('--'));
if (clones.length === 0) {
  console.error('usage: node research/audit-repositories.js <clone>… [--show] [--all]');
  process.exit(2);
}
const { auditRepository } = await load('research/audit-repositories.ts');
for (const clone of clones) {
  await auditRepository({
    clone: resolve(clone),
    show: args.includes('--all') ? 'all' : args.includes('--show') ? 'grave' : 'none',
  });
}
