import { describe, expect, it } from 'vitest';
import { parseVersions } from '../../src/versions/parse-versions.js';
import { endedHolds, entriesIn, ringFaults, ringNotices } from '../../src/versions/ring-problems.js';
import { printVersionsModule } from '../../src/versions/versions-module.js';

const HEAD = 'apiVersion: fluxspan.dev/v1\nkind: Versions\nmetadata: { name: versions }\n';
const podinfo = (rings: string) => parseVersions(`${HEAD}versions:\n  podinfo:\n    version: 6.6.0\n${rings}`);
const problemsOf = (rings: string) => podinfo(rings).problems.map(({ code, message }) => `${code} ${message}`);
const rollout = [
  { name: 'dev', index: 0, clusters: ['dev'] },
  { name: 'staging', index: 1, clusters: ['staging'] },
  { name: 'prod', index: 2, clusters: ['prod-eu', 'prod-us'] },
];

const RINGS = `    rings:
      staging:
        promoted: '6.10'
      prod:
        promoted: 1.10 # two digits, and no number
        hold: { by: ada, reason: "a sale, until then", until: 2026-12-09 }
`;

describe('rings of an entry', () => {
  it('are read as they are written, with holds', () => {
    const versions = podinfo(RINGS);
    expect(versions.problems).toEqual([]);
    expect([...(versions.versions.get('podinfo')!.rings as ReadonlyMap<string, unknown>)]).toEqual([
      ['staging', { value: '6.10', line: 9, keyLine: 8, hold: undefined }],
      [
        'prod',
        {
          value: '1.10',
          line: 11,
          keyLine: 10,
          hold: { by: 'ada', reason: 'a sale, until then', until: '2026-12-09', line: 12 },
        },
      ],
    ]);
  });

  it('may be left out on purpose', () => {
    expect(podinfo('    rings: together\n').versions.get('podinfo')).toMatchObject({ rings: 'together' });
  });

  it.each([
    ['a list in their place', '    rings: [staging]\n', `FX710 "rings" of version "podinfo" isn't a map`],
    ['a word in their place', '    rings: none\n', 'FX710 version "podinfo" has no map as "rings"'],
    [
      'a value beside the name of the ring',
      '    rings:\n      prod: 6.5.0\n',
      'FX710 ring "prod" of version "podinfo" has no field "promoted"',
    ],
    [
      'a ring without a value',
      '    rings:\n      prod: { hold: { by: a, reason: b, until: 2026-12-09 } }\n',
      'FX710 ring "prod" of version "podinfo" has no text as "promoted"',
    ],
    [
      'an unknown field',
      '    rings:\n      prod:\n        version: 6.5.0\n        promoted: 6.5.0\n',
      'FX710 ring "prod" of version "podinfo" has no field "version"',
    ],
    [
      'a name that no ring can have',
      '    rings:\n      Prod:\n        promoted: 6.5.0\n',
      `FX710 "Prod" in "rings" of version "podinfo" isn't the name of a ring`,
    ],
    [
      'a value that is no version',
      '    rings:\n      prod:\n        promoted: latest\n',
      `FX711 ring "prod" of version "podinfo" is "latest", which isn't a version`,
    ],
    [
      'a hold without a date',
      '    rings:\n      prod:\n        promoted: 6.5.0\n        hold: { by: ada, reason: a sale }\n',
      'FX710 the hold of ring "prod" of version "podinfo" has no date',
    ],
    [
      'a hold without a reason',
      "    rings:\n      prod:\n        promoted: 6.5.0\n        hold: { by: ada, reason: '', until: 2026-12-09 }\n",
      'FX710 the hold of ring "prod" of version "podinfo" has no reason',
    ],
    [
      'a hold of no one',
      '    rings:\n      prod:\n        promoted: 6.5.0\n        hold: { reason: a sale, until: 2026-12-09 }\n',
      `FX710 the hold of ring "prod" of version "podinfo" doesn't say by whom`,
    ],
    [
      'a day that no month has',
      '    rings:\n      prod:\n        promoted: 6.5.0\n        hold: { by: ada, reason: a sale, until: 2026-02-30 }\n',
      `FX710 the hold of ring "prod" of version "podinfo" is until "2026-02-30", which isn't a date`,
    ],
    [
      'a date in words',
      '    rings:\n      prod:\n        promoted: 6.5.0\n        hold: { by: ada, reason: a sale, until: Christmas }\n',
      `FX710 the hold of ring "prod" of version "podinfo" is until "Christmas", which isn't a date`,
    ],
    [
      'a misspelt field of a hold',
      '    rings:\n      prod:\n        promoted: 6.5.0\n        hold: { by: ada, reason: a sale, untill: 2026-12-09 }\n',
      'FX710 the hold of ring "prod" of version "podinfo" has no field "untill"',
    ],
    [
      'values on adjacent lines',
      '    rings:\n      staging: { promoted: 6.5.0 }\n      prod: { promoted: 6.5.0 }\n',
      `FX714 nothing is between "podinfo" of ring "staging" and "podinfo" of ring "prod", so git can't merge two branches that each change one`,
    ],
    [
      "a comment for Renovate at a later ring's value",
      '    rings:\n      prod:\n        # renovate: datasource=helm depName=podinfo\n        promoted: 6.5.0\n',
      'FX740 the comment for Renovate is at ring "prod" of "podinfo", which only fluxspan promote changes',
    ],
    [
      "a marker at a later ring's value",
      '    rings:\n      prod:\n        promoted: 6.5.0 # {"$imagepolicy": "apps:podinfo:tag"}\n',
      'FX740 the marker of "apps:podinfo:tag" makes Flux update ring "prod" of "podinfo" without fluxspan promote',
    ],
  ])('report %s', (_, rings, problem) => {
    expect(problemsOf(rings)).toContain(problem);
  });

  it('warn of bots that would change a later ring', () => {
    const marked = '    rings:\n      prod:\n        promoted: 6.5.0 # {"$imagepolicy": "apps:podinfo:tag"}\n';
    expect(podinfo(marked).problems).toMatchObject([
      { code: 'FX740', severity: 'warning', at: { file: 'versions.yaml:9' } },
    ]);
  });

  it('are all reported at once, each with its line', () => {
    const rings =
      '    rings:\n      Staging:\n        promoted: 1.0.0\n      prod:\n        hold: { by: ada }\n        promoted: latest\n';
    expect(podinfo(rings).problems.map(({ at }) => at.file)).toEqual([
      'versions.yaml:8',
      'versions.yaml:11',
      'versions.yaml:11',
      'versions.yaml:12',
    ]);
  });
});

describe('settings', () => {
  const settings = (text: string) => parseVersions(`${HEAD}settings:\n${text}`);

  it('have the types of their values', () => {
    const { settings: found, problems } = settings(
      "  replicas:\n    value: 3\n  extra:\n    value: true\n  name:\n    value: '3'\n",
    );
    expect(problems).toEqual([]);
    expect([...found].map(([name, { setting }]) => [name, setting])).toEqual([
      ['replicas', 3],
      ['extra', true],
      ['name', '3'],
    ]);
  });

  it.each([
    ['nothing', '  a:\n    value: ~\n', `FX711 setting "a" is "~", which isn't a text, a number or a boolean`],
    [
      'another type in a later ring',
      "  a:\n    value: 3\n    rings:\n      prod:\n        promoted: '3'\n",
      'FX711 ring "prod" of setting "a" is "3", and the first ring has 3: the code gets one type',
    ],
    [
      'a marker',
      '  a:\n    value: text # {"$imagepolicy": "apps:web"}\n',
      'FX730 the marker of "apps:web" is behind a setting, which has no image',
    ],
  ])('report %s', (_, text, problem) => {
    expect(settings(text).problems.map(({ code, message }) => `${code} ${message}`)).toEqual([problem]);
  });
});

describe('the rollout of the app', () => {
  const versions = podinfo(RINGS);

  it('fits the rings of the file', () => {
    expect(ringFaults(versions, rollout)).toEqual([]);
  });

  it.each([
    [
      'an unknown ring',
      rollout.slice(0, 2),
      'version "podinfo" has ring "prod", which the rollout of the app doesn\'t have',
      'versions.yaml:10',
    ],
    [
      'the first ring',
      [
        { name: 'staging', index: 0, clusters: ['staging'] },
        { ...rollout[2]!, index: 1 },
      ],
      'version "podinfo" has ring "staging" in "rings", and that is the first one of the rollout',
      'versions.yaml:8',
    ],
  ] as const)('refuses %s', (_, rings, message, file) => {
    expect(ringFaults(versions, rings)).toMatchObject([{ code: 'FX742', severity: 'error', message, at: { file } }]);
  });

  it('refuses rings in an app without a rollout', () => {
    expect(ringFaults(versions, undefined)).toMatchObject([
      { code: 'FX742', message: 'version "podinfo" has ring "staging", and the app has no rollout' },
      { code: 'FX742', message: 'version "podinfo" has ring "prod", and the app has no rollout' },
    ]);
  });

  it('notes names without rings, unless that is intended', () => {
    expect(ringNotices(podinfo(''), rollout, '2026-11-27')).toMatchObject([{ code: 'FX744', severity: 'notice' }]);
    expect(ringNotices(podinfo('    rings: together\n'), rollout, '2026-11-27')).toEqual([]);
    expect(ringNotices(podinfo(''), undefined, '2026-11-27')).toEqual([]);
  });

  it('warns from the day after the last one of a hold', () => {
    expect(ringNotices(versions, rollout, '2026-12-09')).toEqual([]);
    const [entry] = entriesIn(versions);
    expect(endedHolds(entry!, '2026-12-10')).toMatchObject([
      {
        code: 'FX745',
        severity: 'warning',
        message: 'the hold of ring "prod" of version "podinfo", by ada, ended on 2026-12-09: a sale, until then',
        at: { file: 'versions.yaml:12' },
      },
    ]);
  });
});

describe('the module of names', () => {
  it('asks for the ring of a name that has rings, and has the types of settings', () => {
    const text = printVersionsModule(
      parseVersions(
        `${HEAD}versions:\n  podinfo:\n    version: 6.6.0\n${RINGS}  other:\n    version: 1.0.0\nsettings:\n  replicas:\n    value: 3\n`,
      ),
    );
    expect(text).toContain("export type RingedVersionName =\n  | 'podinfo';\n");
    expect(text).toContain('export type RingedImageName = never;\n');
    expect(text).toContain("export type Settings = {\n  readonly 'replicas': number;\n};\n");
    expect(text).toContain(`export const { chartVersions, image, setting, version } = openVersions<
  VersionName,
  ImageName,
  RingedVersionName,
  RingedImageName,
  Settings
>(`);
  });

  it('asks for the ring also before a later one has a value', () => {
    expect(printVersionsModule(podinfo('    rings: {}\n'))).toContain("RingedVersionName =\n  | 'podinfo';");
    expect(printVersionsModule(podinfo('    rings: together\n'))).not.toContain('Ringed');
  });

  it('stays as it is without rings and settings', () => {
    expect(printVersionsModule(podinfo(''))).toContain(
      '\nexport const { chartVersions, image, version } = openVersions<VersionName, ImageName>(',
    );
  });
});
