import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Figures, figuresOf, staleParts, withFigures } from '../../bench/figures.js';
import { allParts } from '../../bench/parts.js';
import { root } from '../support/root.js';

const page = readFileSync(join(root, 'docs/performance.md'), 'utf8');

describe('docs/performance.md', () => {
  it('has at most 120 lines', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(120);
  });

  it('has the table of bench/figures.json', () => {
    const figures = JSON.parse(readFileSync(join(root, 'bench/figures.json'), 'utf8')) as Figures;
    expect(withFigures(page, figures)).toBe(page);
    expect(Object.keys(allParts)).toEqual(expect.arrayContaining(Object.keys(figures)));
  });

  it('says what each part measures', () => {
    const [, listed = ''] = /## What is measured\n([\s\S]*?)\n## /.exec(page) ?? [];
    expect([...listed.matchAll(/^- `(\w+)`:/gm)].map(([, name]) => name)).toEqual(Object.keys(allParts));
  });
});

describe('a part of the benchmark', () => {
  it.each(Object.entries(allParts))('%s names what it measures', (name, { measures }) => {
    const paths = measures.filter((path) => !path.startsWith(':(exclude)'));
    expect(paths).toContain(`bench/${name}.js`);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    // A target that only the program knows would never reach the table.
    const prints = /against\(/.test(readFileSync(join(root, `bench/${name}.js`), 'utf8'));
    expect(prints).toBe(allParts[name]?.isPrinted !== true);
  });

  it('is each file of bench/ that prints a table', () => {
    const printing = readdirSync(join(root, 'bench')).filter(
      (file) => file !== 'child.js' && /^print\(/m.test(readFileSync(join(root, 'bench', file), 'utf8')),
    );
    expect(printing.sort()).toEqual(
      Object.keys(allParts)
        .map((name) => `${name}.js`)
        .sort(),
    );
  });
});

describe('a figure', () => {
  it('is a row with a target', () => {
    const rows = [
      ['command', 'median', 'seconds', 'peak in MB'],
      ['cdk8s', '82 ms', '', ''],
      ['synth', '1,862 ms', '1.86 (at most 2 s: met)', '137.76 (at most 500 MB: met)'],
      ['check', '2,100 ms', '2.10 (at most 2 s: missed)', ''],
    ];
    expect(figuresOf(rows)).toEqual([
      {
        what: 'command: synth',
        result: 'median 1,862 ms; seconds 1.86; peak in MB 137.76',
        target: 'seconds at most 2 s; peak in MB at most 500 MB',
        isMet: true,
      },
      { what: 'command: check', result: 'median 2,100 ms; seconds 2.10', target: 'seconds at most 2 s', isMet: false },
    ]);
  });

  it('stands in the table with its commit and day', () => {
    const marks = `${page.slice(page.indexOf('<!-- The table'), page.indexOf('-->') + 3)}\nold\n${page.slice(page.indexOf('<!-- The end'), page.lastIndexOf('-->') + 3)}`;
    const found = figuresOf([
      ['objects', 'time'],
      ['1,000', '2.00 (at most 1: missed)'],
    ]);
    const figures = {
      check: { commit: 'a'.repeat(40), date: '2026-11-26', machine: 'Node 20, 2 cores', figures: found },
    };
    const written = withFigures(`# Page\n${marks}\nafter`, figures);
    expect(written).toMatch(/^# Page\n<!--[\s\S]*-->\nafter$/);
    expect(written).not.toContain('old');
    expect(written).toContain(
      '| check | objects: 1,000 | time 2.00 | time at most 1 | **missed** | 2026-11-26, aaaaaaaa, Node 20, 2 cores |',
    );
    expect(() => withFigures('# Page', figures)).toThrow('lacks the marks');
  });
});

describe('a stale figure', () => {
  let repository: string;
  let measuredAt: string;
  const run = (args: readonly string[]) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  const commit = (path: string): string => {
    writeFileSync(join(repository, path), `${path} ${Math.random()}\n`);
    run(['add', '--all']);
    run(['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', 'commit', '-m', path]);
    return run(['rev-parse', 'HEAD']).stdout.trim();
  };
  const stale = (at: string): readonly string[] =>
    staleParts(
      { check: { commit: at, date: '2026-11-26', machine: '', figures: [] } },
      { check: ['measured.ts', 'also.ts'] },
      run,
    );

  beforeAll(() => {
    repository = mkdtempSync(join(tmpdir(), 'fluxspan-stale-'));
    run(['init', '--initial-branch=main']);
    commit('also.ts');
    measuredAt = commit('measured.ts');
  });
  afterAll(() => rmSync(repository, { recursive: true }));

  it('is none after a change of something else', () => {
    commit('other.ts');
    expect(stale(measuredAt)).toEqual([]);
  });

  it('is one of a part that was never measured', () => {
    expect(staleParts({}, { check: ['measured.ts'] }, run)).toEqual(['check: never measured']);
  });

  it('is one from before a change of what it measures', () => {
    commit('measured.ts');
    const at = `2026-11-26 (${measuredAt.slice(0, 8)})`;
    expect(stale(measuredAt)).toEqual([`check: measured on ${at}, before the last change of measured.ts`]);
    commit('also.ts');
    expect(stale(measuredAt)).toEqual([`check: measured on ${at}, before the last change of also.ts and 1 more`]);
  });

  it('is one of a commit that is elsewhere', () => {
    expect(stale('b'.repeat(40))).toEqual([
      "check: measured on 2026-11-26 (bbbbbbbb), a commit that isn't in this clone",
    ]);
    run(['checkout', '--quiet', '-b', 'aside', measuredAt]);
    const aside = commit('other.ts');
    run(['checkout', '--quiet', 'main']);
    expect(stale(aside)).toEqual([
      `check: measured on 2026-11-26 (${aside.slice(0, 8)}), which isn't an ancestor of HEAD`,
    ]);
  });
});

describe('npm run bench', () => {
  it.each([
    [['--wirte'], 'there is no option "--wirte"'],
    [['synht'], 'there is no measurement "synht"; there are synth, scale'],
    [['--stale', '--write'], '--stale measures nothing'],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = spawnSync(process.execPath, ['bench/run.js', ...args], { cwd: root, encoding: 'utf8' });
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
