import { imagePolicy } from 'fluxspan';
import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one } from '../rule-programs.js';

const IMAGE = 'image.toolkit.fluxcd.io/v1';
const marked = (policy: `${string}:${string}`, image = 'ghcr.io/acme/web:1.2.3') => {
  const containers = [{ name: 'web', image: imagePolicy(policy, image) }];
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers } };
  return object('apps/v1', 'Deployment', { selector: { matchLabels: labels }, template });
};
const policy = (image = 'ghcr.io/acme/web') =>
  both(
    object(IMAGE, 'ImageRepository', { image, interval: '5m' }),
    object(IMAGE, 'ImagePolicy', { imageRepositoryRef: { name: 'web' }, policy: { semver: { range: '1.x' } } }),
  );
const automation = (path?: string, source = 'flux-system') =>
  object(IMAGE, 'ImageUpdateAutomation', {
    interval: '5m',
    sourceRef: { kind: 'GitRepository', name: source, namespace: 'flux-system' },
    git: { commit: { author: { email: 'flux@example.org' } } },
    update: path === undefined ? { strategy: 'Setters' } : { strategy: 'Setters', path },
  });
const listed = { external: [{ kind: 'ImagePolicy', namespace: 'apps', name: 'web' }] };
const noMarks = { none: 'the platform marks no image' };
const noFault = { none: 'nothing fails: the automation leaves the field as it is' };
const noLive = { none: 'nothing fails in the cluster, which only the automation reads' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX717',
    bad: () => one({ build: both(policy(), marked('default:wbe')) }),
    good: () => [
      ...one({ build: both(policy(), marked('default:web')) }),
      ...one({ build: marked('apps:web') }, listed),
    ],
    mutation: noMarks,
    fault: noFault,
    live: noLive,
  },
  {
    code: 'FX718',
    bad: () => one({ build: both(policy(), automation('./k8s/clusters'), marked('default:web')) }),
    good: () => [
      ...one({ build: both(policy(), automation('./k8s/addons/dev'), marked('default:web')) }),
      ...one({ build: both(policy(), automation(), marked('default:web')) }),
      ...one({ build: both(policy(), automation('k8s/addons/dev/web/deployment.yaml'), marked('default:web')) }),
      // It updates another repository.
      ...one(
        { build: both(policy(), automation('./k8s/clusters', 'apps'), marked('default:web')) },
        { external: [{ kind: 'GitRepository', namespace: 'flux-system', name: 'apps' }] },
      ),
    ],
    mutation: noMarks,
    fault: noFault,
    live: noLive,
  },
  {
    code: 'FX719',
    bad: () => one({ build: both(policy('ghcr.io/acme/api'), marked('default:web')) }),
    good: () => [
      ...one({ build: both(policy('ghcr.io/acme/web'), marked('default:web')) }),
      ...one({ build: both(policy('docker.io/library/nginx'), marked('default:web', 'nginx:1.27')) }),
    ],
    mutation: noMarks,
    fault: noFault,
    live: noLive,
  },
];
