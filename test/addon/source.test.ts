import { App, Chart, Testing } from 'cdk8s';
import { bucketSource, defineAddon, existingSource, gitSource, ociSource } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { object } from '../rules/rule-programs.js';
import { addon, clusterOf, type LooseDefinition } from '../support/synthesize.js';

const COMMIT = 'a1b2c3d4'.repeat(5);
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}` as const;
const url = 'https://git.example.org/apps';
const oci = 'oci://registry.example.org/apps';

const reads = (source: unknown, settings?: object, definition: LooseDefinition = {}) =>
  addon('apps', { source, path: './deploy', ...definition }, settings);
const clusterOfSource = (source: unknown, settings?: object, options: object = {}) =>
  clusterOf({ first: [reads(source, settings)] }, { options });

/** What the root applies for the addon, without the header. */
/** What is told but for feature gates that are off, of which the clusters here say nothing. */
const diagnosticsIn = (cluster: ReturnType<typeof clusterOfSource>) => {
  const { files, diagnostics } = synthCluster(cluster);
  return { files, diagnostics: diagnostics.filter(({ code }) => code !== 'FX664') };
};
const entryOf = (...given: Parameters<typeof clusterOfSource>): string => {
  const { files, diagnostics } = diagnosticsIn(clusterOfSource(...given));
  expect(diagnostics).toEqual([]);
  return files['clusters/dev/apps.yaml']!.replace(/^#.*\n/gm, '');
};
const refOf = (...given: Parameters<typeof clusterOfSource>): string =>
  /^ {2}ref:\n((?: {4}.*\n)+)/m
    .exec(entryOf(...given))?.[1]
    ?.replace(/^ {4}/gm, '')
    .trim() ?? '';
const rowOf = (...given: Parameters<typeof clusterOfSource>): string =>
  /\*\*apps\*\*.*$/m.exec(synthCluster(clusterOfSource(...given)).files['clusters/dev/README.md']!)?.[0] ?? '';
const told = (...given: Parameters<typeof clusterOfSource>) =>
  diagnosticsIn(clusterOfSource(...given)).diagnostics.map(
    ({ code, message, fix, at }) => `${code} ${at.path}: ${message}; ${fix}`,
  );

describe('an addon from a Git repository', () => {
  it('reads it with all that the API has', () => {
    const source = gitSource({
      name: 'monorepo',
      url: 'https://git.example.org/mono',
      ref: { branch: 'main' },
      interval: '5m',
      timeout: '2m',
      secretRef: { name: 'git' },
      proxySecretRef: { name: 'proxy' },
      verify: { mode: 'HEAD', secretRef: { name: 'pgp' } },
      sparseCheckout: ['deploy', 'charts'],
      recurseSubmodules: true,
      ignore: '/docs',
      labels: { team: 'apps' },
    });
    expect(entryOf(source)).toMatchSnapshot();
  });

  it('includes others', () => {
    const include = [{ repository: { name: 'shared' }, fromPath: 'deploy', toPath: 'shared' }];
    expect(entryOf(gitSource({ url, ref: { tag: 'v1' }, include }))).toContain(
      'include:\n    - fromPath: deploy\n      repository:\n        name: shared\n      toPath: shared\n',
    );
  });

  it.each([
    [{ branch: 'main' }, 'branch: main'],
    [{ tag: 'v1.0.0' }, 'tag: v1.0.0'],
    [{ semver: '>=1.0' }, 'semver: ">=1.0"'],
    [{ name: 'refs/pull/420/head' }, 'name: refs/pull/420/head'],
    [{ commit: COMMIT, branch: 'main' }, `branch: main\ncommit: ${COMMIT}`],
  ])('fetches %j', (ref, printed) => {
    expect(refOf(gitSource({ url, ref: ref as never }))).toBe(printed);
    expect(rowOf(gitSource({ url, ref: ref as never }))).toContain(` ${url}, ./deploy `);
  });

  it('takes another version from the cluster: a tag, or a range where the addon has one', () => {
    const version = { version: 'v2.0.0' };
    expect(refOf(gitSource(url, 'v1.0.0'), version)).toBe('tag: v2.0.0');
    expect(refOf(gitSource({ url, ref: { branch: 'main' } }), version)).toBe('tag: v2.0.0');
    expect(refOf(gitSource({ url, ref: { semver: '1.x' } }), { version: '2.x' })).toBe('semver: 2.x');
    expect(rowOf(gitSource({ url, ref: { branch: 'main' } }), version)).toContain(` ${url}, ./deploy `);
  });
});

describe('an addon from an OCI registry', () => {
  it('reads the artifact with all that the API has', () => {
    const source = ociSource({
      url: oci,
      ref: { semver: '1.x', semverFilter: '.*-stable' },
      provider: 'aws',
      serviceAccountName: 'default',
      certSecretRef: { name: 'ca' },
      proxySecretRef: { name: 'proxy' },
      insecure: false,
      layerSelector: { mediaType: 'application/vnd.example.manifests.tar+gzip', operation: 'extract' },
      verify: { provider: 'notation', secretRef: { name: 'notation' } },
      ignore: '/docs',
    });
    expect(entryOf(source)).toMatchSnapshot();
  });

  it.each([
    [{ tag: 'latest' }, 'tag: latest'],
    [{ digest: DIGEST }, `digest: ${DIGEST}`],
    [{ digest: DIGEST, tag: '1.0.0' }, `digest: ${DIGEST}\ntag: 1.0.0`],
  ])('fetches %j', (ref, printed) => {
    expect(refOf(ociSource({ url: oci, ref: ref as never }))).toBe(printed);
    expect(rowOf(ociSource({ url: oci, ref: ref as never }))).toContain(` ${oci}, ./deploy `);
  });

  it('takes another version from the cluster, which no digest is of', () => {
    const source = ociSource({ url: oci, ref: { digest: DIGEST, tag: '1.0.0' } });
    expect(refOf(source, { version: '1.1.0' })).toBe('tag: 1.1.0');
    const range = ociSource({ url: oci, ref: { semver: '1.x', semverFilter: '.*-stable' } });
    expect(refOf(range, { version: '2.x' })).toBe(
      'semver: 2.x\nsemverFilter: .*-stable'.replace('.*-stable', '".*-stable"'),
    );
  });

  it('goes through a mirror', () => {
    const mirrors = {
      'oci://registry.example.org': { url: 'oci://mirror.example.org', secretRef: { name: 'mirror' } },
    };
    const entry = entryOf(ociSource({ url: oci, ref: { tag: '1.0.0' } }), undefined, { mirrors, requireMirrors: true });
    expect(entry).toContain('secretRef:\n    name: mirror\n  url: oci://mirror.example.org/apps\n');
  });
});

describe('an addon from a bucket', () => {
  const source = bucketSource({
    bucketName: 'manifests',
    endpoint: 's3.eu-west-1.amazonaws.com',
    provider: 'aws',
    region: 'eu-west-1',
    prefix: 'apps/',
  });

  it('reads it', () => {
    expect(entryOf(source)).toMatchSnapshot();
    expect(rowOf(source)).toContain('s3.eu-west-1.amazonaws.com/manifests, ./deploy');
  });

  it('has no version', () => {
    expect(told(source, { version: 'v1' })).toMatchSnapshot();
  });
});

describe('an addon from a source that is there', () => {
  const artifact = { kind: 'ExternalArtifact', name: 'apps', namespace: 'artifacts' } as const;

  it('refers to it, and makes none', () => {
    expect(entryOf(existingSource({ ...artifact, external: true }))).toMatchSnapshot();
    expect(rowOf(existingSource({ ...artifact, external: true }))).toContain(
      'ExternalArtifact artifacts/apps, ./deploy',
    );
  });

  it('must be made by an addon, be in the base or be external, where only trees of Flux make its kind', () => {
    const repository = existingSource({ kind: 'GitRepository', name: 'shared' });
    expect(told(repository)).toMatchSnapshot();
    expect(told(existingSource({ kind: 'GitRepository', name: 'shared', external: true }))).toEqual([]);
    const made = object(
      'source.toolkit.fluxcd.io/v1',
      'GitRepository',
      { interval: '1h', url },
      { name: 'shared', namespace: 'flux-system' },
    );
    const cluster = clusterOf({ sources: [addon('sources', { build: made })], apps: [reads(repository)] });
    expect(synthCluster(cluster).diagnostics).toEqual([]);
  });

  it('is refused under lockdown in another namespace', () => {
    expect(told(existingSource({ ...artifact, external: true }), undefined, { lockdown: true })).toMatchSnapshot();
    const near = existingSource({ kind: 'ExternalArtifact', name: 'apps', external: true });
    expect(told(near, undefined, { lockdown: true })).toEqual([]);
  });
});

it('lives in the namespace of its Kustomization, so that lockdown allows it', () => {
  const elsewhere = { kustomization: { namespace: 'team' } };
  const options = { lockdown: true, external: [{ kind: 'Namespace', name: 'team' }] };
  for (const source of [gitSource(url, 'v1'), ociSource({ url: oci, ref: { tag: '1.0.0' } })]) {
    const entry = entryOf(source, elsewhere, options);
    expect(entry.match(/namespace: .*/g)).toEqual(['namespace: team', 'namespace: team', 'namespace: team']);
  }
});

it('is read in a plain cdk8s chart, too', () => {
  const make = (source: Parameters<typeof defineAddon>[0]['source']) => {
    const chart = new Chart(new App(), 'plain');
    defineAddon({ name: 'apps', path: './deploy', source: source! }).addTo(chart);
    return Testing.synth(chart).map(({ kind, metadata, spec }) => [kind, metadata.name, spec.sourceRef?.kind]);
  };
  expect(make(ociSource({ url: oci, ref: { tag: '1.0.0' } }))).toEqual([
    ['OCIRepository', 'apps', undefined],
    ['Kustomization', 'apps', 'OCIRepository'],
  ]);
  expect(make(existingSource({ kind: 'Bucket', name: 'manifests', external: true }))).toEqual([
    ['Kustomization', 'apps', 'Bucket'],
  ]);
});

describe('a source that no type stops', () => {
  it.each([
    ['nothing', null],
    ['what an earlier version gave', { url, tag: 'v1' }],
    ['a tag that is none', gitSource(url, undefined as never)],
    ['no ref', gitSource({ url } as never)],
    ['two refs', gitSource({ url, ref: { tag: 'v1', branch: 'main' } } as never)],
    ['a commit of a tag', gitSource({ url, ref: { commit: 'a1b2c3d', tag: 'v1' } } as never)],
    ['a filter without a range', ociSource({ url: oci, ref: { tag: '1.0.0', semverFilter: '.*' } } as never)],
    ['a namespace', gitSource({ url, ref: { tag: 'v1' }, namespace: 'web' } as never)],
    ['an address that is none', gitSource({ url: 1, ref: { tag: 'v1' } } as never)],
    ['an unknown field', gitSource({ url, ref: { tag: 'v1' }, depth: 1 } as never)],
    ['a bucket without its name', bucketSource({ endpoint: 's3.example.org' } as never)],
    ['a kind that no Kustomization reads', existingSource({ kind: 'HelmRepository', name: 'charts' } as never)],
  ])('is refused: %s', (_, source) => {
    expect(told(source)).toMatchSnapshot();
  });
});
