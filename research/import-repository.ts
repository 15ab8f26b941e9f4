import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { runGit } from '../src/applied/run-git.js';

interface Imported {
  readonly addons: readonly { readonly cluster: string; readonly objects: number; readonly isEqual: boolean }[];
  readonly differing: readonly { readonly file: string; readonly differs: readonly string[] }[];
  readonly files: readonly string[];
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly notes: readonly string[];
  }[];
}

/** Imports a cluster or some of its Kustomizations in a copy of a clone, and prints a row of a table. */
export const importRepository = (
  root: string,
  clone: string,
  folders: readonly string[],
  only: readonly string[],
  shows: boolean,
): void => {
  const around = mkdtempSync(join(tmpdir(), 'import-'));
  try {
    const copy = join(around, basename(dirname(clone)));
    runGit(around, ['clone', '--quiet', clone, copy], { protocol: 'file' });
    for (const name of ['cdk8s', 'constructs', 'zod', 'typescript']) link(root, copy, `node_modules/${name}`);
    symlinkSync(root, join(copy, 'node_modules/fluxspan'));
    const bin = join(root, 'bin/fluxspan.js');
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [bin, ...args], { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 });
    const paths = folders.flatMap((folder) => ['--path', folder]);
    run('init', '--template', 'existing', ...(folders.length === 1 ? paths : []), '--no-install', '--yes');
    const start = performance.now();
    const done = run('import', 'tree', ...folders, ...only.flatMap((one) => ['--kustomization', one]), '--json');
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const {
      addons = [],
      differing = [],
      files = [],
      diagnostics,
    } = JSON.parse(done.stdout) as Partial<Imported> & Pick<Imported, 'diagnostics'>;
    const count = (test: (path: string) => boolean) =>
      files.filter(test).reduce((sum, path) => sum + linesOf(join(copy, path)), 0);
    const code = count((path) => path.endsWith('.ts'));
    const kept = count((path) => !path.endsWith('.ts'));
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const tsc = errors.filter((one) => one.code === 'FX016').length;
    const codes = [...new Set(errors.map((one) => one.code))].map(
      (one) => `${errors.filter((other) => other.code === one).length} \`${one}\``,
    );
    const clusters = new Set(addons.map(({ cluster }) => cluster)).size;
    const shared = clusters > 1 ? `, written as ${differing.length}` : '';
    const cells = [
      `${basename(dirname(clone)).replace('+', '/')}, ${folders.length === 0 ? (clusters > 1 ? `${clusters} clusters` : 'its cluster') : folders.join(', ')}${only.length === 0 ? '' : `: ${only.join(', ')}`}`,
      `${addons.filter(({ isEqual }) => isEqual).length} of ${addons.length}${shared}`,
      addons.reduce((sum, { objects }) => sum + objects, 0),
      tsc === 0 ? 'clean' : tsc,
      codes.join(', ') || 'none',
      code,
      kept,
      yamlLines(join(copy, 'k8s')) || yamlLines(copy),
      `${seconds} s`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    for (const { file, differs } of differing) if (differs.length > 0) console.log(`  ${file}: ${differs.join(', ')}`);
    for (const { code: one, message, notes } of diagnostics)
      if (one === 'FX865') console.log(`  ${message}\n    ${notes.join('\n    ')}`);
    if (shows)
      for (const { code: one, severity, message } of diagnostics) console.log(`  ${severity} ${one}: ${message}`);
  } finally {
    rmSync(around, { recursive: true, force: true });
  }
};

const link = (root: string, copy: string, path: string): void => {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  symlinkSync(join(root, path), join(copy, path));
};

const linesOf = (path: string): number =>
  existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').length : 0;

/** All YAML below a folder, without what Flux and CI have. */
const yamlLines = (folder: string): number =>
  !existsSync(folder)
    ? 0
    : readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(
          (path) =>
            /\.ya?ml$/.test(path) &&
            !/^src\/addons\/|(?:^|\/)(?:node_modules|\.git|\.github|\.fluxspan)\/|gotk-/.test(path),
        )
        .reduce((sum, path) => sum + linesOf(join(folder, path)), 0);
