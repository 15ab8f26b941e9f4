import { describe, expect, it } from 'vitest';
import { planPromotion, planRings } from '../../src/promote/plan-promotion.js';
import { printStatus } from '../../src/promote/print-status.js';
import { readBlame, rolloutStatus } from '../../src/promote/rollout-status.js';
import { parseVersions } from '../../src/versions/parse-versions.js';

const HEAD = 'apiVersion: fluxspan.dev/v1\nkind: Versions\nmetadata: { name: versions }\n';
const rollout = ['dev', 'staging', 'prod'].map((name, index) => ({ name, index, clusters: [name] }));
const entry = (name: string, [dev, staging, prod]: readonly (string | undefined)[], hold = '') =>
  `  ${name}:\n    version: ${dev}\n    rings:\n${[
    ['staging', staging, ''],
    ['prod', prod, hold],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([ring, value, more]) => `      ${ring}:\n        promoted: ${value}\n${more}`)
    .join('')}`;
const file = (...entries: readonly string[]) => parseVersions(`${HEAD}versions:\n${entries.join('')}`);
const HOLD = '        hold: { by: ada, reason: a sale, until: 2026-12-09 }\n';
const plan = (versions: ReturnType<typeof file>, names: readonly string[] = [], to?: string, today = '2026-11-27') => {
  const { ring, promoted, problems } = planPromotion(versions, rollout, { names, to, today });
  return {
    ring: ring?.name,
    promoted: promoted.map(({ name, from, to: value }) => `${name} ${from} → ${value}`),
    problems: problems.map(({ severity, code, message }) => `${severity} ${code} ${message}`),
  };
};

describe('a promotion', () => {
  it('gives the only ring that is behind what the one before it has', () => {
    const versions = file(entry('a', ['3.0.0', '2.0.0', '2.0.0']), entry('b', ['2.0.0', '1.0.0', '1.0.0']));
    const promoted = ['a 2.0.0 → 3.0.0', 'b 1.0.0 → 2.0.0'];
    expect(plan(versions)).toEqual({ ring: 'staging', promoted, problems: [] });
    expect(plan(versions, ['b'])).toEqual({ ring: 'staging', promoted: ['b 1.0.0 → 2.0.0'], problems: [] });
  });

  it('takes what the ring before has, and not what the first one has', () => {
    const versions = file(entry('a', ['3.0.0', '2.0.0', '1.0.0']));
    expect(plan(versions, ['a'], 'prod').promoted).toEqual(['a 1.0.0 → 2.0.0']);
    expect(plan(versions)).toMatchObject({
      ring: undefined,
      promoted: [],
      problems: ['error FX746 several rings are behind the one before them: staging (a); prod (a)'],
    });
  });

  it('gives a ring its first value', () => {
    const versions = file(entry('a', ['3.0.0', '2.0.0', undefined]));
    expect(plan(versions, [], 'prod').promoted).toEqual(['a undefined → 2.0.0']);
    // There is nothing to take before the ring before has one.
    expect(plan(file(entry('a', ['3.0.0', undefined, undefined])), [], 'prod')).toMatchObject({
      promoted: [],
      problems: [],
    });
  });

  it('leaves out what is held back, refuses it by name, and takes an ended hold out', () => {
    const versions = file(entry('a', ['3.0.0', '3.0.0', '2.0.0'], HOLD), entry('b', ['3.0.0', '3.0.0', '2.0.0']));
    const held = 'FX747 ring "prod" of version "a" is held back until 2026-12-09, by ada: a sale';
    expect(plan(versions)).toEqual({ ring: 'prod', promoted: ['b 2.0.0 → 3.0.0'], problems: [`notice ${held}`] });
    expect(planPromotion(versions, rollout, { names: ['a'], to: 'prod', today: '2026-11-27' }).problems).toMatchObject([
      { code: 'FX747', at: { file: 'versions.yaml:12' } },
    ]);
    expect(plan(versions, ['a', 'b'])).toEqual({ ring: undefined, promoted: [], problems: [`error ${held}`] });
    expect(plan(versions, [], 'prod', '2026-12-09').promoted).toEqual(['b 2.0.0 → 3.0.0']);
    expect(plan(versions, [], 'prod', '2026-12-10').promoted).toEqual(['a 2.0.0 → 3.0.0', 'b 2.0.0 → 3.0.0']);
  });

  it('leaves a ring with a newer version as it is, unless it is named', () => {
    const versions = file(entry('a', ['3.0.0', '3.0.0', '3.0.1']), entry('b', ['2.0.0', '2.0.0', '1.0.0']));
    const ahead =
      'notice FX748 ring "prod" has version "a" 3.0.1, and ring "staging" before it has the older 3.0.0: it stays as it is';
    expect(plan(versions)).toEqual({ ring: 'prod', promoted: ['b 1.0.0 → 2.0.0'], problems: [ahead] });
    expect(planPromotion(versions, rollout, { names: [], to: 'prod', today: '' }).problems).toMatchObject([
      { at: { file: 'versions.yaml:11' }, fix: expect.stringContaining('npx fluxspan promote a --to prod') },
    ]);
    expect(plan(versions, ['a'])).toEqual({ ring: 'prod', promoted: ['a 3.0.1 → 3.0.0'], problems: [] });
    expect(plan(versions, ['a', 'b']).promoted).toEqual(['b 1.0.0 → 2.0.0', 'a 3.0.1 → 3.0.0'].sort());
    const alone = file(entry('a', ['3.0.0', '3.0.0', '3.0.1']));
    expect(plan(alone)).toEqual({ ring: undefined, promoted: [], problems: [ahead] });
    // A name that is behind somewhere goes there first.
    expect(plan(file(entry('a', ['3.0.0', '2.0.0', '3.0.1'])), ['a']).ring).toBe('staging');
  });

  it.each([
    ['3.0.0', '3.0.0-rc.1', false],
    ['3.0.0-rc.2', '3.0.0-rc.10', true],
    ['3.0.0-1', '3.0.0-rc', true],
    ['3.0.0-rc', '3.0.0-rc.1', true],
    ['v3.9.0', '3.10.0', true],
    ['3.0.0', '2.x', false],
    ['3.0.0+b', '3.0.0+a', false],
  ])('dev with %s and prod with %s: prod is ahead: %s', (first, last, isAhead) => {
    const problems = plan(file(entry('a', [first, first, last]))).problems;
    expect(problems.map((one) => one.slice(0, 12))).toEqual(isAhead ? ['notice FX748'] : []);
  });

  it('compares images by their tags, and settings not at all', () => {
    const list = (name: string, field: string, [dev, staging]: readonly string[]) =>
      parseVersions(
        `${HEAD}${name}:\n  a:\n    ${field}: ${dev}\n    rings:\n      staging:\n        promoted: ${staging}\n      prod:\n        promoted: ${staging}\n`,
      );
    const images = (...values: readonly string[]) => plan(list('images', 'image', values)).promoted;
    expect(images('ghcr.io/a/b:1.2.3', 'ghcr.io/a/b:1.2.4')).toEqual([]);
    expect(images('ghcr.io/a/c:1.2.3', 'ghcr.io/a/b:1.2.4')).toHaveLength(1);
    expect(images('ghcr.io/a/b:1.2.3', 'ghcr.io/a/b:main')).toHaveLength(1);
    expect(plan(list('settings', 'value', ['1', '2'])).promoted).toEqual(['a 2 → 1']);
  });

  it('does nothing where no ring is behind', () => {
    const versions = file(entry('a', ['3.0.0', '3.0.0', '3.0.0']));
    expect(plan(versions)).toEqual({ ring: undefined, promoted: [], problems: [] });
  });

  it.each([
    ['an unknown name', ['c', 'd'], undefined, 'versions.yaml has no version, image or setting "c"'],
    ['the first ring', [], 'dev', '"dev" is the first ring, and none comes before it'],
    ['an unknown ring', [], 'produ', 'the rollout has no ring "produ"'],
    [
      'a name without rings',
      ['plain'],
      undefined,
      'version "plain" is the same in all rings: there is nothing to promote',
    ],
    [
      'a name that is the same on purpose',
      ['same'],
      undefined,
      'version "same" is the same in all rings: there is nothing to promote',
    ],
  ])('refuses %s', (_, names, to, message) => {
    const versions = file(
      entry('a', ['3.0.0', '2.0.0', '2.0.0']),
      '  plain:\n    version: 1.0.0\n',
      '  same:\n    version: 1.0.0\n    rings: together\n',
    );
    const { promoted, problems } = plan(versions, names, to);
    expect(promoted).toEqual([]);
    expect(problems[0]).toBe(`error FX746 ${message}`);
    expect(problems).toHaveLength(Math.max(names.length, 1));
  });

  it('needs a second ring', () => {
    const versions = file('  a:\n    version: 1.0.0\n');
    expect(
      planPromotion(versions, rollout.slice(0, 1), { names: [], to: undefined, today: '' }).problems,
    ).toMatchObject([{ code: 'FX746', message: 'the rollout has one ring, "dev": no other one follows' }]);
  });
});

it('gives names without rings one for each later ring, and no other name', () => {
  const versions = file(
    entry('a', ['3.0.0', '2.0.0', '2.0.0']),
    '  plain:\n    version: 1.0.0\n',
    '  same:\n    version: 1.0.0\n    rings: together\n',
  );
  expect(planRings(versions, rollout, []).edits.map(({ name, ring }) => `${name} ${ring}`)).toEqual([
    'plain prod',
    'plain staging',
  ]);
  expect(planRings(versions, rollout, ['nothing'])).toMatchObject({ edits: [], problems: [{ code: 'FX746' }] });
});

describe('the status', () => {
  const blame = (line: number, commit: string, more = '') =>
    `${commit} 1 ${line} 1\nauthor A\ncommitter-time 1795600000\ncommitter-tz +0130\n${more}filename versions.yaml\n\t  a: 1\n`;
  const [one, none] = ['a'.repeat(40), '0'.repeat(40)];

  it('reads commits from git blame, without those that git cannot know', () => {
    const said = blame(1, one) + blame(2, none) + blame(3, one, 'boundary\n');
    expect([...readBlame(said, true)]).toEqual([[1, { commit: 'aaaaaaaaaa', date: '2026-11-25' }]]);
    expect([...readBlame(said, false).keys()]).toEqual([1, 3]);
  });

  it('marks what is ahead, and not as behind', () => {
    const versions = file(entry('podinfo', ['3.0.0', '3.0.0', '3.0.1']));
    const status = rolloutStatus(versions, rollout, [], new Map());
    expect(status[0]?.rings[2]).toMatchObject({ ahead: true, behind: false });
    expect(printStatus(status, ['dev', 'staging', 'prod'], '2026-12-10')).toContain(
      'podinfo  3.0.0  3.0.0    3.0.1 ↑\n',
    );
  });

  it('is a table of names and rings, with what is held back below it', () => {
    const versions = parseVersions(
      `${HEAD}versions:\n${entry('podinfo', ['3.0.0', '2.0.0', '2.0.0'], HOLD)}images:\n  web:\n    image: ghcr.io/acme/web:1.2.3\n    rings:\n      staging:\n        promoted: ghcr.io/acme/web:1.2.2\n`,
    );
    const since = new Map([[6, { commit: 'aaaaaaaaaa', date: '2026-11-25' }]]);
    const status = rolloutStatus(versions, rollout, [], since);
    expect(
      printStatus(status, ['dev', 'staging', 'prod'], '2026-12-10'),
    ).toBe(`         dev                    staging  prod
podinfo  3.0.0                  2.0.0 ←  2.0.0
         2026-11-25 aaaaaaaaaa
web      1.2.3                  1.2.2 ←  - ←

prod didn't get version "podinfo" until 2026-12-09 (over), by ada: a sale

← the ring before has another value; ↑ newer than the ring before; ! held back`);
  });
});
