import { arn, ConfigMap, ExternalSecret, remoteSecret, type SecretHandle, url } from 'fluxspan';
import { z } from 'zod';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { name, one, release } from '../rule-programs.js';

type RemoteExtract = ReturnType<SecretHandle<string>['extract']>;

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX615',
    bad: () =>
      one({
        ...release({}),
        infra: { values: { web: z.object({ db: z.object({ password: z.string(), host: z.string() }) }) } },
      }),
    good: () => [
      ...one({ ...release({}), infra: { values: { web: z.object({ db: z.object({ secretName: z.string() }) }) } } }),
      ...one({
        ...release({}),
        infra: {
          values: { web: z.object({ auth: z.object({ existingSecret: z.string(), token: z.enum(['on', 'off']) }) }) },
        },
      }),
      ...one(
        {
          requires: ['external-secrets.io'],
          infra: {
            vars: {
              // The key of the remote secret below.
              TF_DB_PASSWORD: name(),
              TF_SIGNING_KEY: arn('kms', 'key/1'),
              TF_TOKEN: url(),
              TF_USE_TOKEN: z.boolean(),
            },
            secrets: { db: remoteSecret({ key: 'TF_DB_PASSWORD', properties: { password: z.string() } }) },
          },
          build: (scope, { vars, secrets }) => {
            const { TF_SIGNING_KEY: key, TF_TOKEN: token, TF_USE_TOKEN: use } = vars;
            new ConfigMap(scope, 'data', { data: { key: `-${key}-`, token: `-${token}-`, use: `-${use}-` } });
            new ExternalSecret(scope, 'secret', {
              secretStoreRef: { kind: 'ClusterSecretStore', name: 'there', external: true },
              dataFrom: [secrets['db']!.extract() as RemoteExtract],
            });
          },
        },
        { external: ['external-secrets.io'] },
      ),
    ],
    mutation: () => ({
      ...platform.clean,
      contract: {
        ...platform.clean.contract,
        vars: { ...platform.clean.contract.vars, TF_DB_PASSWORD: platform.clean.contract.vars['TF_AWS_REGION']! },
      },
    }),
    fault: 'a secret in a ConfigMap',
    live: { none: 'whoever may read the ConfigMap reads the secret' },
  },
];
