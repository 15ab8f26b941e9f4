import { expect, it } from 'vitest';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { compileCluster } from '../../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../../src/compile/compile-context.js';
import type { ExternalObject } from '../../../src/declared/external-object.js';
import type { Diagnostic } from '../../../src/diagnostics/index.js';
import { checkVersionMarkers, markerFacts } from '../../../src/rules/images/version-markers.js';
import type { MarkedVersion } from '../../../src/versions/find-markers.js';
import { plainApp } from '../../diff/diff-of.js';

const IMAGE = 'image.toolkit.fluxcd.io/v1';
const object = (kind: string, spec: object, name = 'web') => ({
  apiVersion: IMAGE,
  kind,
  metadata: { name, namespace: 'apps' },
  spec,
});
const policy = (image = 'ghcr.io/acme/web') => [
  object('ImageRepository', { image, interval: '5m' }),
  object('ImagePolicy', { imageRepositoryRef: { name: 'web' }, policy: { semver: { range: '1.x' } } }),
];
const automation = (path?: string, source = 'flux-system') =>
  object('ImageUpdateAutomation', {
    interval: '5m',
    sourceRef: { kind: 'GitRepository', name: source, namespace: 'flux-system' },
    git: { commit: { author: { email: 'flux@example.org' } } },
    update: { strategy: 'Setters', ...(path === undefined ? {} : { path }) },
  });
const marked: MarkedVersion = {
  list: 'images',
  name: 'web',
  value: 'ghcr.io/acme/web:1.2.3',
  line: 7,
  policy: 'apps:web',
};

interface Around {
  readonly file?: string;
  readonly external?: readonly ExternalObject[];
  readonly isKnown?: () => boolean;
}

/** The policies of one cluster; another one has nothing to do with images. */
const check = (
  objects: readonly object[],
  changed: Partial<MarkedVersion> = {},
  { file = 'versions.yaml', external = [], isKnown = () => false }: Around = {},
): readonly Diagnostic[] => {
  const app = plainApp({ dev: { images: { objects } } });
  new FluxCluster(app, 'prod', { external });
  const context = openCompileContext(app);
  const values = [{ ...marked, ...changed }];
  const facts = app.clusters.map((cluster) => markerFacts(values, compileCluster(app, cluster, context), isKnown));
  return checkVersionMarkers(values, facts, file);
};
const codes = (...given: Parameters<typeof check>) => check(...given).map(({ code }) => code);

it('is content with a policy of any cluster', () => {
  expect(codes([...policy(), automation('./versions.yaml')])).toEqual([]);
  expect(codes([...policy(), automation()])).toEqual([]);
  expect(codes(policy('docker.io/library/nginx'), { value: 'nginx:1.27' })).toEqual([]);
  expect(codes(policy(), { list: 'versions', value: '1.2.3', policy: 'apps:web:tag' })).toEqual([]);
});

it('warns of a policy that nothing makes', () => {
  expect(codes(policy(), { policy: 'apps:wbe' })).toEqual(['FX732']);
  expect(check(policy(), { policy: 'apps:wbe' })[0]).toMatchObject({
    severity: 'warning',
    message: 'nothing makes ImagePolicy "wbe" in namespace "apps", so Flux never updates image "web"',
    at: { file: 'versions.yaml:7' },
    fix: expect.stringContaining('did you mean "apps:web"?'),
  });
  expect(codes(policy(), { policy: 'apps:other' }, { isKnown: () => true })).toEqual([]);
  const external = [{ kind: 'ImagePolicy', namespace: 'apps', name: 'other' }] as const;
  expect(codes(policy(), { policy: 'apps:other' }, { external })).toEqual([]);
});

it('warns of an image of another repository', () => {
  expect(codes(policy('ghcr.io/acme/api'))).toEqual(['FX733']);
  expect(codes(policy('${REGISTRY}/api'))).toEqual([]);
});

it('warns where no automation updates the file', () => {
  expect(codes([...policy(), automation('./k8s')])).toEqual(['FX734']);
  expect(
    codes([...policy(), automation('./k8s'), { ...automation('.'), metadata: { name: 'all', namespace: 'apps' } }]),
  ).toEqual([]);
  expect(codes([...policy(), automation('./platform')], {}, { file: 'platform/versions.yaml' })).toEqual([]);
  // A file below it isn't the file.
  expect(codes([...policy(), automation('./platform/k8s')], {}, { file: 'platform/versions.yaml' })).toEqual(['FX734']);
  // It updates another repository.
  expect(codes([...policy(), automation('./k8s', 'apps')])).toEqual([]);
});
