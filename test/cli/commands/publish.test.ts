import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeProject, type TestProject } from '../../support/project.js';
import { runCommand } from '../../support/run.js';
import { fleetApp, teamApp } from '../../support/tenant-repositories.js';

let fleet: TestProject;
const publish = (...argv: readonly string[]) => runCommand(fleet.folder, 'publish', ...argv);

beforeEach(() => {
  fleet = makeProject();
  fleet.write('src/app.ts', fleetApp());
});
afterEach(() => fleet.remove());

describe('fluxspan publish', () => {
  it('writes a file for each tenant with a source in each cluster, once', () => {
    expect(publish()).toEqual({
      code: 0,
      stdout: 'wrote published/claims.dev.json\nwrote published/claims.prod.json\n',
      stderr: '',
    });
    const written = fleet.files('published');
    expect(written['published/claims.dev.json']).toMatchSnapshot();
    expect(publish()).toEqual({ code: 0, stdout: 'up to date\n', stderr: '' });
    expect(fleet.files('published')).toEqual(written);
    fleet.write('src/app.ts', fleetApp({ gateways: '[]' }));
    expect(publish('claims', '--cluster', 'dev', '--check')).toMatchObject({
      code: 1,
      stdout: 'stale published/claims.dev.json\n',
    });
    expect(fleet.files('published')).toEqual(written);
    expect(publish('claims', '--cluster', 'dev', '--out', 'made')).toMatchObject({
      code: 0,
      stdout: 'wrote made/claims.dev.json\n',
    });
  });

  it("keeps the team's first namespace first, where another has digits alone, which come first as keys", () => {
    fleet.write('src/app.ts', fleetApp().replace("name: 'claims',", "name: 'claims', namespaces: ['claims', '2024'],"));
    expect(publish('--cluster', 'dev').code).toBe(0);
    const offer = JSON.parse(fleet.read('published/claims.dev.json'));
    expect(Object.keys(offer.namespaces)).toEqual(['2024', 'claims']);
    expect(offer.home).toBe('claims');
    const own = makeProject();
    try {
      expect(
        runCommand(own.folder, 'import', 'platform', join(fleet.folder, 'published/claims.dev.json')),
      ).toMatchObject({ code: 0 });
      expect(own.read('imports/claims.dev.ts')).toContain("export const namespaces = ['claims', '2024'] as const;");
      own.write('src/app.ts', teamApp());
      expect(runCommand(own.folder, 'synth', '--no-base', '--no-typecheck')).toMatchObject({ code: 0 });
      expect(own.read('k8s/clusters/dev/web.yaml')).toContain('namespace: claims\n');
      expect(own.read('k8s/clusters/dev/web.yaml')).not.toContain('2024');
    } finally {
      own.remove();
    }
  });

  it('prints JSON', () => {
    const { code, stdout } = publish('--json', '--cluster', 'prod');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { ok: true, files: ['published/claims.prod.json'], diagnostics: [] },
    ]);
  });

  it.each<[what: string, argv: readonly string[], says: string]>([
    ['an unknown cluster', ['--cluster', 'prd'], 'error FX002 unknown-cluster: the app has no cluster "prd"'],
    ['an unknown tenant', ['claim'], 'error FX839 not-published: no cluster has a tenant "claim"'],
    [
      'an unknown tenant of one cluster',
      ['claim', '--cluster', 'dev'],
      'error FX839 not-published: cluster "dev" has no tenant "claim"',
    ],
    [
      'a tenant without a source',
      ['people'],
      'error FX839 not-published: tenant "people" has no source in cluster "dev"',
    ],
  ])('refuses %s, and writes nothing', (_, argv, says) => {
    const { code, stderr } = publish(...argv);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(existsSync(join(fleet.folder, 'published'))).toBe(false);
  });

  it('keeps what it did not write and what was edited, and follows no symlink', () => {
    fleet.write('published/claims.dev.json', '{ "mine": true }\n');
    expect(publish().stderr).toContain('"published/claims.dev.json" is there already, and publish did not write it');
    expect(publish('--out', 'made').code).toBe(0);
    fleet.edit('made/claims.dev.json', '"vault"', '"other"');
    expect(publish('--out', 'made').stderr).toContain('"made/claims.dev.json" was edited by hand');
    mkdirSync(join(fleet.folder, 'elsewhere'));
    symlinkSync('elsewhere', join(fleet.folder, 'linked'));
    expect(publish('--out', 'linked').stderr).toContain('"linked" is a symlink');
    expect(fleet.files('elsewhere')).toEqual({});
  });

  it('refuses a tenant without a source by its code', () => {
    const { diagnostics } = JSON.parse(publish('people', '--json').stdout) as { diagnostics: { code: string }[] };
    expect(diagnostics.map(({ code }) => code)).toEqual(['FX839', 'FX839']);
  });

  it('says that there is nothing to publish', () => {
    fleet.write('src/app.ts', fleetApp({ source: false }));
    expect(publish()).toEqual({ code: 0, stdout: 'no tenant has a source\n', stderr: '' });
  });
});
