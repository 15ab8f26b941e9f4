import { describe, expect, it } from 'vitest';
import { type ClusterState, makeState, ROOT, type StateEntry } from '../../../src/applied/cluster-state.js';
import { compareOwners } from '../../../src/changes/owners/compare-owners.js';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import type { JsonObject } from '../../../src/json/json-value.js';

const owner: StateEntry = {
  json: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'a', namespace: 'flux-system' },
    spec: { prune: true },
  },
  owner: ROOT,
  path: 'clusters/dev/a.yaml',
};
const entry = (json: JsonObject): StateEntry => ({ json, owner: 'flux-system/a', path: 'addons/dev/a/x.yaml' });
const release = (spec: JsonObject, name = 'web'): StateEntry =>
  entry({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name, namespace: 'apps' },
    spec,
  });
const source = (kind: string, spec: JsonObject): StateEntry =>
  entry({
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind,
    metadata: { name: 'charts', namespace: 'apps' },
    spec,
  });
const state = (entries: readonly StateEntry[]): ClusterState => makeState([owner, ...entries], () => true);
/** The lines of the plan about the release, without its title and owner. */
const changed = (before: readonly StateEntry[], after: readonly StateEntry[]): readonly string[] =>
  printChanges(compareOwners(state(before), state(after))).flatMap((line) => {
    const [, mark, rest] = /^(.) HelmRelease\/\S+ in apps (.*)$/.exec(line) ?? [];
    return mark === undefined ? [] : [`${mark} ${rest!.replace(/ ?\(a\)$/, '').replace(/^is replaced: /, '')}`];
  });
const specs = (before: JsonObject, after: JsonObject, name?: string) =>
  changed([release(before, name)], [release(after, name)]);

describe('the Helm identity of a release', () => {
  it.each<readonly [what: string, before: JsonObject, after: JsonObject, expected: readonly string[]]>([
    ['an explicit default name', {}, { releaseName: 'web' }, ['~ ']],
    ['another name', {}, { releaseName: 'site' }, ['± release name "web" → "site"']],
    [
      'another target namespace, which is part of the default name',
      {},
      { targetNamespace: 'site' },
      ['± target namespace "apps" → "site", release name "web" → "site-web"'],
    ],
    [
      'no target namespace',
      { targetNamespace: 'site', releaseName: 'web' },
      { releaseName: 'web' },
      ['± target namespace "site" → "apps"'],
    ],
    [
      'an explicit default target namespace',
      { releaseName: 'web' },
      { releaseName: 'web', targetNamespace: 'apps' },
      ['~ '],
    ],
    [
      'another storage namespace',
      {},
      { storageNamespace: 'flux-system' },
      ['± storage namespace "apps" → "flux-system"'],
    ],
    [
      'a name with unknown value',
      {},
      { releaseName: '${NAME}' },
      ['± may be replaced: release name "web" → "${NAME}"'],
    ],
    ['a name that stays unknown', { releaseName: '${NAME}' }, { releaseName: '${NAME}', interval: '1m' }, ['~ ']],
    [
      'a suspended release, which is uninstalled when it is resumed',
      {},
      { releaseName: 'site', suspend: true },
      ['± release name "web" → "site"'],
    ],
    ['a kubeConfig', {}, { kubeConfig: { secretRef: { name: 'b' } } }, ['± kubeConfig is added']],
    [
      'an explicit default key of its Secret',
      { kubeConfig: { secretRef: { name: 'b' } } },
      { kubeConfig: { secretRef: { name: 'b', key: 'value' } } },
      ['~ '],
    ],
    ['no kubeConfig', { kubeConfig: { secretRef: { name: 'b' } } }, {}, ['± kubeConfig is removed']],
    [
      'another kubeConfig',
      { kubeConfig: { secretRef: { name: 'b' } } },
      { kubeConfig: { configMapRef: { name: 'b' } } },
      ['± another kubeConfig'],
    ],
    ['another ServiceAccount', {}, { serviceAccountName: 'web' }, ['~ ']],
  ])('is compared after a change to %s', (_, before, after, expected) => {
    expect(specs(before, after)).toEqual(expected);
  });

  it('is the same for names that helm-controller shortens to the same one', () => {
    const long = 'a'.repeat(60);
    const digest = '11ee391211c6';
    expect(specs({}, { releaseName: `${'a'.repeat(40)}-${digest}` }, long)).toEqual(['~ ']);
    expect(specs({}, { releaseName: `${long}b` }, long)[0]).toMatch(/^± release name/);
  });
});

describe('the chart of a release', () => {
  const template = (chart: string, kind = 'HelmRepository', name = 'charts') => ({
    chart: { spec: { chart, sourceRef: { kind, name } } },
  });
  const fromRef = (kind: string, name = 'charts') => ({ chartRef: { kind, name } });
  const repository = (url = 'https://a.example.org', type?: string) =>
    source('HelmRepository', { url, ...(type === undefined ? {} : { type }) });
  const registry = (url: string, chart?: string): StateEntry => {
    const { json, ...rest } = source('OCIRepository', { url });
    const annotations = { 'fluxspan.dev/chart': chart };
    return {
      ...rest,
      json: chart === undefined ? json : { ...json, metadata: { ...(json['metadata'] as object), annotations } },
    };
  };
  const helmChart = (chart: string): StateEntry =>
    source('HelmChart', { chart, sourceRef: { kind: 'HelmRepository', name: 'charts' } });
  const git = (spec: JsonObject): StateEntry => source('GitRepository', spec);
  const inGit = release(template('./chart', 'GitRepository'));
  const inPlace = { upgrade: { chartNameChangeStrategy: 'InPlaceUpdate' } };
  const [web, site] = [release(template('web')), release(template('site'))];
  const ref = release(fromRef('OCIRepository'));
  const inPlaceRef = release({ ...fromRef('OCIRepository'), ...inPlace });
  const foreign = (one: StateEntry): StateEntry => ({ ...one, owner: 'flux-system/b' });
  const uncertain = expect.stringMatching(/^± may be replaced: chart .* → .*, whose names may differ$/);

  it.each<
    readonly [what: string, before: readonly StateEntry[], after: readonly StateEntry[], expected: readonly unknown[]]
  >([
    ['another one of a repository', [repository(), web], [repository(), site], ['± chart name "web" → "site"']],
    ['another one, whose repository is not in the tree', [web], [site], ['± chart name "web" → "site"']],
    ['the same one from another repository', [repository(), web], [repository('https://b.example.org'), web], []],
    ['another one in place', [repository(), web], [repository(), release({ ...template('site'), ...inPlace })], ['~ ']],
    [
      'another one in place, from a source of another Kustomization, which may be first',
      [foreign(registry('oci://a.example.org/charts/web')), ref],
      [foreign(registry('oci://a.example.org/charts/site')), inPlaceRef],
      ['± may be replaced: chart name "web" → "site", before InPlaceUpdate is set'],
    ],
    [
      'another one in place, from a source of the same one',
      [registry('oci://a.example.org/charts/web'), ref],
      [registry('oci://a.example.org/charts/site'), inPlaceRef],
      ['~ '],
    ],
    [
      'another one, in place as before',
      [foreign(registry('oci://a.example.org/charts/web')), inPlaceRef],
      [foreign(registry('oci://a.example.org/charts/site')), inPlaceRef],
      [],
    ],
    [
      'another one, no longer in place',
      [repository(), release({ ...template('web'), ...inPlace })],
      [repository(), site],
      ['± chart name "web" → "site"'],
    ],
    [
      'the same one through a HelmChart',
      [repository(), web],
      [repository(), helmChart('web'), release(fromRef('HelmChart'))],
      ['~ '],
    ],
    [
      'another one through a HelmChart that changes',
      [helmChart('web'), release(fromRef('HelmChart'))],
      [helmChart('site'), release(fromRef('HelmChart'))],
      ['± chart name "web" → "site"'],
    ],
    ['the same one from a registry', [repository(), web], [registry('oci://a.example.org/web'), ref], ['~ ']],
    ['perhaps another from a registry', [repository(), web], [registry('oci://a.example.org/site'), ref], [uncertain]],
    [
      'another one from the same folder of a registry',
      [registry('oci://a.example.org/charts/web'), ref],
      [registry('oci://a.example.org/charts/site'), ref],
      ['± chart name "web" → "site"'],
    ],
    [
      'the same one from another registry',
      [registry('oci://a.example.org/charts/web'), ref],
      [registry('oci://b.example.org/web/'), ref],
      [],
    ],
    [
      'one under a name that every chart may have',
      [registry('oci://a.example.org/web/chart'), ref],
      [registry('oci://a.example.org/site/chart'), ref],
      [uncertain],
    ],
    [
      'one under such a name, from another registry',
      [registry('oci://a.example.org/web/chart'), ref],
      [registry('oci://b.example.org/mirror/web/chart'), ref],
      [],
    ],
    [
      'one whose registry is a var',
      [registry('oci://a.example.org/charts/web'), ref],
      [registry('oci://${REGISTRY}/web'), ref],
      [],
    ],
    [
      'one whose name is a var',
      [registry('oci://a.example.org/charts/web'), ref],
      [registry('oci://a.example.org/charts/${CHART}'), ref],
      [uncertain],
    ],
    [
      'the same one by the name that is declared',
      [registry('oci://a.example.org/charts/web'), ref],
      [registry('oci://b.example.org/x', 'web'), ref],
      [],
    ],
    [
      'the same one, whose name is declared from now on',
      [registry('oci://b.example.org/x'), ref],
      [registry('oci://b.example.org/x', 'web'), ref],
      [],
    ],
    [
      'another one by the names that are declared',
      [registry('oci://b.example.org/x', 'web'), ref],
      [registry('oci://b.example.org/x', 'site'), ref],
      ['± chart name "web" → "site"'],
    ],
    [
      'the same one from a HelmRepository of a registry',
      [repository('oci://a.example.org/charts', 'oci'), web],
      [repository('oci://b.example.org', 'oci'), web],
      [],
    ],
    [
      'another one from a HelmRepository of a registry',
      [repository('oci://a.example.org/charts', 'oci'), web],
      [repository('oci://a.example.org/charts', 'oci'), site],
      ['± chart name "web" → "site"'],
    ],
    [
      'the same folder of a Git repository',
      [release(template('./charts/web', 'GitRepository'))],
      [release(template('charts/web/', 'GitRepository'))],
      ['~ '],
    ],
    [
      'another folder of a Git repository, under the same name',
      [release(template('./charts/web', 'GitRepository'))],
      [release(template('./deploy/web', 'GitRepository'))],
      ['~ '],
    ],
    [
      'another folder of a Git repository',
      [release(template('./charts/web', 'GitRepository'))],
      [release(template('./charts/site', 'GitRepository'))],
      [uncertain],
    ],
    [
      'another folder of a Git repository, under a name that every chart may have',
      [release(template('./web/chart', 'GitRepository'))],
      [release(template('./site/chart', 'GitRepository'))],
      [uncertain],
    ],
    [
      'a folder that may hold any chart, of another repository',
      [git({ url: 'https://git.example.org/a/web', ref: { tag: 'v1' } }), inGit],
      [git({ url: 'https://git.example.org/a/site', ref: { tag: 'v1' } }), inGit],
      [
        '± may be replaced: chart "./chart" of https://git.example.org/a/web → "./chart" of https://git.example.org/a/site, whose names may differ',
      ],
    ],
    [
      'such a folder of the same repository elsewhere',
      [git({ url: 'https://git.example.org/a/web.git' }), inGit],
      [git({ url: 'ssh://git@git.example.com/mirror/web' }), inGit],
      [],
    ],
    [
      'such a folder of another branch',
      [git({ url: 'https://git.example.org/a/web', ref: { branch: 'main' } }), inGit],
      [git({ url: 'https://git.example.org/a/web', ref: { name: 'refs/heads/next' } }), inGit],
      [
        '± may be replaced: chart "./chart" of https://git.example.org/a/web (branch main) → "./chart" of https://git.example.org/a/web (branch next), whose names may differ',
      ],
    ],
    [
      'such a folder, of another version',
      [git({ url: 'https://git.example.org/a/web', ref: { tag: 'v1' } }), inGit],
      [git({ url: 'https://git.example.org/a/web', ref: { branch: 'main', semver: '2.x' } }), inGit],
      [],
    ],
    [
      'the root of another repository',
      [git({ url: 'https://git.example.org/a/web' }), release(template('.', 'GitRepository'))],
      [git({ url: 'https://git.example.org/a/site' }), release(template('./', 'GitRepository'))],
      [uncertain],
    ],
    [
      'a folder that is called as its chart is, of another repository and branch',
      [git({ url: 'https://git.example.org/a/web' }), release(template('./charts/web', 'GitRepository'))],
      [
        git({ url: 'https://git.example.org/a/all', ref: { branch: 'next' } }),
        release(template('./charts/web', 'GitRepository')),
      ],
      [],
    ],
    [
      'a folder of another bucket',
      [source('Bucket', { endpoint: 's3.example.org', bucketName: 'web' }), release(template('chart', 'Bucket'))],
      [source('Bucket', { endpoint: 's3.example.org', bucketName: 'site' }), release(template('chart', 'Bucket'))],
      [
        '± may be replaced: chart "chart" of s3.example.org/web → "chart" of s3.example.org/site, whose names may differ',
      ],
    ],
    [
      'a folder through a HelmChart, of another repository',
      [
        git({ url: 'https://git.example.org/a/web' }),
        source('HelmChart', { chart: 'chart', sourceRef: { kind: 'GitRepository', name: 'charts' } }),
        release(fromRef('HelmChart')),
      ],
      [
        git({ url: 'https://git.example.org/a/site' }),
        source('HelmChart', { chart: 'chart', sourceRef: { kind: 'GitRepository', name: 'charts' } }),
        release(fromRef('HelmChart')),
      ],
      [uncertain],
    ],
    [
      'an unknown artifact',
      [release(fromRef('ExternalArtifact', 'web'))],
      [release(fromRef('ExternalArtifact', 'site'))],
      [uncertain],
    ],
    [
      'the same unknown artifact',
      [release(fromRef('ExternalArtifact', 'web'))],
      [release({ ...fromRef('ExternalArtifact', 'web'), interval: '1m' })],
      ['~ '],
    ],
  ])('is recognized as %s', (_, before, after, expected) => {
    expect(changed(before, after)).toEqual(expected);
  });
});
