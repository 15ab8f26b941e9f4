import {
  type AddonSource,
  bucketSource,
  defineAddon,
  existingSource,
  FluxApp,
  FluxCluster,
  type GitRef,
  gitSource,
  type OciRef,
  ociSource,
} from 'fluxspan';

const gitRefs: readonly GitRef[] = [
  { branch: 'main' },
  { tag: 'v1.0.0' },
  { semver: '>=1.0' },
  { name: 'refs/pull/420/head' },
  { commit: 'a1b2c3d' },
  { commit: 'a1b2c3d', branch: 'main' },
];
const ociRefs: readonly OciRef[] = [
  { tag: '1.0.0' },
  { semver: '1.x' },
  { semver: '1.x', semverFilter: '.*-stable' },
  { digest: 'sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', tag: '1.0.0' },
];
const url = 'https://git.example.org/apps';
const sources: readonly AddonSource[] = [
  gitSource(url, 'v1.0.0', { name: 'apps', ignore: '/docs' }),
  ...gitRefs.map((ref) => gitSource({ url, ref })),
  gitSource({
    url,
    ref: gitRefs[0]!,
    interval: '5m',
    provider: 'github',
    secretRef: { name: 'git' },
    verify: { mode: 'HEAD', secretRef: { name: 'pgp' } },
    sparseCheckout: ['deploy'],
    recurseSubmodules: true,
    include: [{ repository: { name: 'shared' } }],
  }),
  ...ociRefs.map((ref) => ociSource({ url: 'oci://example.org/apps', ref, provider: 'aws' })),
  bucketSource({ bucketName: 'apps', endpoint: 's3.example.org', provider: 'generic', insecure: true }),
  existingSource({ kind: 'ExternalArtifact', name: 'apps', namespace: 'artifacts', external: true }),
];
const addons = sources.map((source, index) => defineAddon({ name: `apps-${index}`, source, path: './deploy' })());

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', addons);
