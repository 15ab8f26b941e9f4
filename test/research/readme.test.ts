import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = readdirSync(`${root}research`, { withFileTypes: true }).map((entry) =>
  entry.isDirectory() ? `${entry.name}/` : entry.name,
);
const readme = readFileSync(`${root}research/README.md`, 'utf8');
const scripts = files.filter((file) => file.endsWith('.js'));

it('names each file of research/ in its README', () => {
  // A script's own module has its name, and isn't listed.
  const own = new Set(scripts.map((script) => script.replace(/\.js$/, '.ts')));
  const named = new Set([...readme.matchAll(/^- `([\w-]+(?:\.\w+|\/))`:/gm)].map(([, name]) => name));
  expect([...named].sort()).toEqual(files.filter((file) => file !== 'README.md' && !own.has(file)).sort());
});

it.each(scripts)('%s prints its usage where it gets no arguments', (script) => {
  const { status, stderr } = spawnSync(process.execPath, [`research/${script}`], { cwd: root, encoding: 'utf8' });
  expect(stderr).toMatch(new RegExp(`^usage: node research/${script} `));
  expect(status).toBe(2);
});
