import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { tenantsOf } from '../../compile/tenants-of.js';
import { type Diagnostic, diagnose, hasErrors, suggest } from '../../diagnostics/index.js';
import { replaceFile } from '../../files/replace-file.js';
import { textOf } from '../../json/as-shape.js';
import { compareText } from '../../json/compare-text.js';
import { makeOffer } from '../../publish/make-offer.js';
import { notPublished } from '../../tenants/diagnostics.js';
import { parseOffer, printOffer } from '../../tenants/offer/parse-offer.js';
import { unknownCluster } from '../../tree/diagnostics.js';
import type { Args, Command, ExitCode, Io, Started } from '../command.js';
import { findObstacle } from '../find-obstacle.js';
import { loadContracts } from '../load-contracts.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { tryRead } from '../try-read.js';
import { failToWrite } from '../write-signed-files.js';

const usage = `usage: fluxspan publish [TENANT…] [--cluster NAME] [--out DIR] [--check] [--json]

Writes what the platform offers each tenant in each cluster, for the tenant's own repository: rights, quotas, Gateways,
stores, classes, kinds and vars. A file is named after both: published/claims.dev.json. The same code gives the same bytes.

  TENANT…         the tenants to publish for; without any, all that have a source
  --cluster NAME  one cluster alone
  --out DIR       where to write; without it, published
  --check         write nothing; exit with 1 if a file is out of date
  --json          print the result as JSON

Examples:
  fluxspan publish
  fluxspan publish claims --cluster dev --out ../claims/platform`;

export const publish: Command = {
  usage,
  options: {
    cluster: { type: 'string' },
    out: { type: 'string' },
    check: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { min: 0, max: 1000 },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const loaded = await loadContracts(io.cwd(), bundle);
    if ('problems' in loaded) return failToWrite(loaded.problems, args, io);
    const only = textOf(args.values['cluster']);
    const clusters = loaded.compiled.filter(({ cluster }) => only === undefined || cluster.name === only);
    const problems: Diagnostic[] = [];
    if (clusters.length === 0 && only !== undefined) {
      const names = loaded.compiled.map(({ cluster }) => cluster.name);
      const message = `the app has no cluster "${only}"`;
      problems.push(diagnose(unknownCluster, { message, at: { cluster: only }, fix: suggest(only, names) }));
    }
    const all = clusters.flatMap((compiled) => tenantsOf(compiled).map((tenant) => ({ compiled, tenant })));
    const names = [...new Set(all.map(({ tenant }) => tenant.name))].sort(compareText);
    const wanted = args.positionals;
    for (const name of wanted.filter((one) => problems.length === 0 && !names.includes(one))) {
      problems.push(
        diagnose(notPublished, {
          message: `${only === undefined ? 'no cluster has a' : `cluster "${only}" has no`} tenant "${name}"`,
          fix: suggest(name, names),
        }),
      );
    }
    const folder = resolve(io.cwd(), textOf(args.values['out']) ?? 'published');
    const files = new Map<string, string>();
    for (const { compiled, tenant } of all) {
      if (wanted.length > 0 ? !wanted.includes(tenant.name) : tenant.source === undefined) continue;
      const made = makeOffer(compiled, tenant);
      if (made.ok) files.set(join(folder, `${tenant.name}.${compiled.cluster.name}.json`), printOffer(made.value));
      else problems.push(made.problem);
    }
    const words = { command: 'publish', written: 'files are', choose: 'another folder: --out' };
    for (const path of files.keys()) problems.push(...findObstacle(io.cwd(), path, words, stateOf));
    if (hasErrors(problems)) return failToWrite(problems, args, io);
    const stale = [...files].filter(([path, text]) => tryRead(path) !== text);
    const isCheck = args.values['check'] === true;
    if (!isCheck) {
      mkdirSync(folder, { recursive: true });
      for (const [path, text] of stale) replaceFile(path, text);
    }
    const changed = stale.map(([path]) => relative(io.cwd(), path).replaceAll('\\', '/'));
    const { code, isJson } = reportDiagnostics([], args, io, {
      fields: () => ({ files: changed }),
      fails: isCheck && stale.length > 0,
    });
    if (isJson) return code;
    io.stdout.write(changed.map((path) => `${isCheck ? 'stale' : 'wrote'} ${path}\n`).join(''));
    if (changed.length === 0) io.stdout.write(files.size === 0 ? 'no tenant has a source\n' : 'up to date\n');
    return code;
  },
};

/** Whether a file is one that publish wrote. */
const stateOf = (text: string): 'ours' | 'edited' | 'foreign' => {
  const read = parseOffer(text, '');
  if (read.ok) return 'ours';
  // One of another version is written again, too.
  return read.problem.at.path === 'hash' ? 'edited' : /^\{\s*"offer": \d+,/.test(text) ? 'ours' : 'foreign';
};
