import { describe, expect, it } from 'vitest';
import { namedVersions } from '../../src/addon/with-file-versions.js';
import * as addons from '../../src/addons/index.js';
import { gatewayApiCrds, karpenterCrds, reloader } from '../../src/addons/index.js';
import { FluxApp, FluxCluster } from '../../src/index.js';
import { synthCluster } from '../../src/testing/index.js';
import { packageVersionNotices, packageVersionsIn } from '../../src/upgrade/package-versions.js';
import { parseVersions } from '../../src/versions/parse-versions.js';

const from =
  (versions: Readonly<Record<string, string>>) =>
  (name: string): string | undefined =>
    versions[name];

const clusterWith = (chartVersions: unknown) =>
  new FluxCluster(new FluxApp({ chartVersions } as never), 'dev', { flux: '2.9' });

describe('chartVersions of the app', () => {
  it('gives releases and sources of addons of the package the versions of the file', () => {
    const versions = from({ 'karpenter-crd': '1.13.0', 'gateway-api-crds': 'v1.5.0', reloader: '2.2.16' });
    const { files, diagnostics } = synthCluster(
      clusterWith(versions).stage('crds', [gatewayApiCrds(), karpenterCrds(), reloader()]),
    );
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const all = Object.values(files).join('\n');
    expect(all).toContain('tag: 1.13.0\n');
    expect(all).toContain('tag: v1.5.0\n');
    expect(all).not.toContain('v1.6.1');
  });

  it("leaves a version that the cluster's code sets", () => {
    const { files } = synthCluster(
      clusterWith(from({ 'karpenter-crd': '1.13.0' })).stage('crds', [karpenterCrds({ version: '1.12.0' })]),
    );
    expect(Object.values(files).join('\n')).toContain('tag: 1.12.0\n');
  });

  it('says FX629 as a notice for a version that is newer than the types of the package', () => {
    const { diagnostics } = synthCluster(clusterWith(from({ reloader: '99.0.0' })).stage('tools', [reloader()]));
    expect(diagnostics.filter(({ code }) => code === 'FX629')).toMatchObject([
      {
        severity: 'notice',
        message:
          'versions.yaml gives release "reloader" version 99.0.0 of its chart, and its values are checked by the types of 2.2.16',
        at: { file: 'versions.yaml' },
        fix: 'write version: 2.2.16 for "reloader" in versions.yaml, or wait for a fluxspan that has the types of 99.0.0',
      },
    ]);
    const older = synthCluster(clusterWith(from({ reloader: '2.2.15' })).stage('tools', [reloader()]));
    expect(older.diagnostics.filter(({ code }) => code === 'FX629')).toEqual([]);
  });

  it('refuses what is no function, no version, or throws', () => {
    const problemsOf = (chartVersions: unknown) =>
      synthCluster(clusterWith(chartVersions).stage('crds', [karpenterCrds()]))
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ message }) => message);
    expect(problemsOf({})).toEqual(['the app has chartVersions {}']);
    expect(problemsOf(from({ 'karpenter-crd': 'a b' }))).toContain(
      'versions.yaml gives "karpenter-crd" the version "a b", which is none of a chart',
    );
    expect(
      problemsOf(() => {
        throw new Error('gone');
      }),
    ).toContain('the version of "karpenter-crd" can\'t be read: gone');
  });

  it('finds each version of the package under a name of its own', () => {
    const all = Object.values(addons).flatMap(({ definition }) =>
      namedVersions({ name: definition.name, definition, versions: {}, tag: undefined }).map(({ name }) => name),
    );
    expect(all.length).toBeGreaterThan(15);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('FX776', () => {
  it('says in one line what is newer in the package, and what versions.yaml lacks', () => {
    const versions = parseVersions(
      'apiVersion: fluxspan.dev/v1\nkind: Versions\nmetadata:\n  name: versions\nversions:\n  karpenter-crd:\n    version: 1.13.0\n  gateway-api-crds:\n    version: v9.0.0\n',
    );
    const cluster = clusterWith((name: string) => versions.versions.get(name)?.value).stage('crds', [
      gatewayApiCrds(),
      karpenterCrds(),
      reloader(),
    ]);
    expect(packageVersionNotices(packageVersionsIn([cluster], versions))).toMatchObject([
      {
        code: 'FX776',
        severity: 'notice',
        message:
          'newer versions in the package: karpenter-crd 1.13.0 → 1.14.1; no version in versions.yaml for reloader (2.2.16)',
        at: { file: 'versions.yaml' },
        fix: 'npx fluxspan upgrade takes and adds them',
      },
    ]);
    expect(packageVersionNotices(packageVersionsIn([cluster], undefined))).toMatchObject([
      { fix: 'npx fluxspan upgrade adds them' },
    ]);
  });
});
