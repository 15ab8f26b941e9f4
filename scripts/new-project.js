// Makes a project of this checkout: packs it, and runs `init` of the tarball with all that follows, as if it came from a
// registry. Usage: npm run new-project ../platform [-- --template eks]
import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const asked = process.argv.slice(2);
// npm takes what comes before `--` for options of its own, and passes on their values alone.
const isEaten = asked.slice(1).some((one, at) => !one.startsWith('-') && !asked[at]?.startsWith('-'));
if (asked.length === 0 || asked[0]?.startsWith('-') || isEaten) {
  console.error('usage: npm run new-project FOLDER [-- OPTIONS of `fluxspan init`]');
  if (isEaten) console.error('write `--` before the options: npm run new-project ../platform -- --template eks');
  process.exit(2);
}

/** @param {string} command @param {readonly string[]} args @param {'inherit' | 'pipe'} stdout */
const run = (command, args, stdout = 'inherit') => {
  const { status, stdout: said } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  return said ?? '';
};

// `npm pack` builds first, by the script `prepack`, and prints the name of the file last.
const tarball = join(root, run('npm', ['pack', '--silent'], 'pipe').trim().split('\n').at(-1) ?? '');
const cwd = process.env['INIT_CWD'] ?? process.cwd();
const folder = resolve(cwd, asked[0] ?? '');
const { status } = spawnSync(
  'npm',
  // Not with the checkout as the prefix, whose own package has the name, too.
  [
    ...['exec', '--yes', '--prefix', dirname(root), '--package', tarball],
    ...['--', 'fluxspan', 'init', folder, '--package', tarball, ...asked.slice(1)],
  ],
  { cwd, stdio: 'inherit', shell: process.platform === 'win32' },
);
process.exitCode = status ?? 1;
