import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/root.js';
import { pages } from './code-blocks.js';

interface Link {
  /** The page and the line: `docs/addons.md:12`. */
  readonly at: string;
  /** A path relative to the repository. */
  readonly path: string;
  /** What follows the `#`; empty where nothing does. */
  readonly anchor: string;
}

/** The lines of a page outside of fenced blocks, with their numbers. */
const proseOf = (page: string): readonly (readonly [string, number])[] => {
  let fenced = false;
  return readFileSync(join(root, page), 'utf8')
    .split(/\r?\n/)
    .map((line, index) => [line, index + 1] as const)
    .filter(([line]) => {
      if (/^ *```/.test(line)) {
        fenced = !fenced;
        return false;
      }
      return !fenced;
    });
};

const linksOf = (page: string): readonly Link[] =>
  proseOf(page).flatMap(([line, number]) =>
    [...line.replaceAll(/`[^`]*`/g, '`').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => {
        const [path = '', anchor = ''] = target.split('#');
        return {
          at: `${page}:${number}`,
          path: path === '' ? page : posix.join(posix.dirname(page), path),
          anchor,
        };
      }),
  );

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (page: string): ReadonlySet<string> => {
  const anchors = new Set<string>();
  for (const [line] of proseOf(page)) {
    const [, heading] = /^#{1,6} (.*)$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let n = 1; anchors.has(anchor); n += 1) anchor = `${slug}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
};

const links = pages.flatMap(linksOf);

let packedFiles: ReadonlySet<string>;
let packedPages: readonly string[];

beforeAll(() => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [packed] = JSON.parse(stdout) as readonly { readonly files: readonly { readonly path: string }[] }[];
  packedFiles = new Set(packed!.files.map(({ path }) => path));
  packedPages = [...packedFiles].filter((path) => path.endsWith('.md') && !path.startsWith('templates/')).sort();
}, 60_000);

describe('links between pages', () => {
  it('lead to files that are there', () => {
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('lead to headings that are there', () => {
    const wrong = links.filter(
      ({ path, anchor }) => anchor !== '' && path.endsWith('.md') && !anchorsOf(path).has(anchor),
    );
    expect(wrong).toEqual([]);
  });

  it('of docs/README.md reach every page of docs/ in the package', () => {
    const index = new Set(['docs/README.md', 'docs/api/README.md'].flatMap(linksOf).map(({ path }) => path));
    expect(packedPages.filter((page) => page.startsWith('docs/') && !index.has(page))).toEqual(['docs/README.md']);
  });

  it('of a page in the package lead to what is in the package, or to what docs/README.md says is not', () => {
    const [, said = ''] = /in the repository alone[^:]*: (.*?)\.\n/.exec(readFileSync('docs/README.md', 'utf8')) ?? [];
    const elsewhere = [...said.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    expect(elsewhere).toContain('CONTRIBUTING.md');
    expect(elsewhere.filter((path) => packedFiles.has(path))).toEqual([]);
    expect(packedPages).toContain('docs/addons.md');
    const isPacked = (path: string): boolean =>
      packedFiles.has(path) || [...packedFiles].some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
    const isElsewhere = (path: string): boolean =>
      elsewhere.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)));
    const outside = packedPages.flatMap(linksOf).filter(({ path }) => !isPacked(path) && !isElsewhere(path));
    expect(outside).toEqual([]);
  });
});
