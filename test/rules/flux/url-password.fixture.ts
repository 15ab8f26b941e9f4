import { Construct } from 'constructs';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one } from '../rule-programs.js';

const program = (user: string) =>
  one({
    build: both(
      object('source.toolkit.fluxcd.io/v1', 'GitRepository', {
        interval: '1h',
        url: `https://${user}git.example.org:8443/web@2`,
        ref: { branch: 'main' },
      }),
      (scope, context) =>
        object(
          'source.toolkit.fluxcd.io/v1',
          'GitRepository',
          {
            interval: '1h',
            url: user.includes(':')
              ? `https://ghp_${'a'.repeat(36)}@github.com/a/b`
              : 'https://org@dev.azure.com/org/a',
            ref: { branch: 'main' },
          },
          { name: 'token' },
        )(new Construct(scope, 'token'), context),
      object('source.toolkit.fluxcd.io/v1', 'Bucket', {
        interval: '1h',
        bucketName: 'manifests',
        endpoint: user.includes(':') ? `${user}s3.example.org` : 's3.example.org:9000',
      }),
      object('notification.toolkit.fluxcd.io/v1beta3', 'Provider', {
        type: 'generic',
        address: `https://${user}hooks.example.org`,
        proxy: `http://${user.replace('hunter2', '${PROXY_PASSWORD:=none}')}proxy.example.org:3128`,
      }),
    ),
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX660',
    bad: () => program('flux:hunter2@'),
    good: () => program('flux@'),
    mutation: () =>
      platform.mutate(
        'karpenter',
        'OCIRepository/karpenter',
        platform.set('spec.url', 'oci://flux:hunter2@example.org/karpenter'),
      ),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'Flux takes the URL: the harm is in the repository' },
  },
];
