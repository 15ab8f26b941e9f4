import { describe, expect, it } from 'vitest';
import { referenceRows } from '../../../src/knowledge/index.js';
import { isTwin } from '../../../src/rules/references/is-twin.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import { both, object } from '../rule-programs.js';
import { diagnosticsOfRow, MISSPELLED } from './row-program.js';

/**
 * What a Kustomization's folder holds is known of the addons' own alone, and what is there for the order isn't judged. What
 * sets make, and annotations, have tests with those. */
const programs = referenceRows
  .filter(
    (row) =>
      row.isOfOwnFolder !== true &&
      row.isOrderAlone !== true &&
      row.isOfSets !== true &&
      row.at !== 'metadata.annotations',
  )
  .flatMap((row) => row.from.map((from) => [`${from} ${row.at}`, { row, from }] as const));

describe('each row of the table', () => {
  it.each(programs)('%s', (_, program) => {
    const wrong = diagnosticsOfRow(program, { name: MISSPELLED });
    expect(wrong.map(({ severity, at }) => [severity, at.path?.replaceAll('[0]', '[]')])).toEqual([
      ['error', program.row.at],
    ]);
    expect(diagnosticsOfRow(program)).toEqual([]);
  });

  it('is there once', () => {
    const all = programs.map(([name]) => name);
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  it('says nothing of a name that only the cluster knows', () => {
    for (const [name, program] of programs) {
      expect([name, diagnosticsOfRow(program, { name: '${NAME}' })]).toEqual([name, []]);
    }
  });
});

describe('a health check', () => {
  const deployment = object(
    'apps/v1',
    'Deployment',
    {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
    },
    { name: 'front' },
  );
  const codesOf = (name: string) =>
    diagnosticsOf({
      first: [
        addon(
          'web',
          { build: deployment },
          {
            kustomization: {
              healthChecks: [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name }],
            },
          },
        ),
      ],
    }).map(({ code, at }) => [code, at.object, at.path]);

  it('of an addon names what is there', () => {
    expect(codesOf('front')).toEqual([]);
    expect(codesOf('fornt')).toEqual([['FX630', 'Kustomization/web', 'spec.healthChecks[0]']]);
  });
});

describe('a name that is there as another kind', () => {
  const store = object('external-secrets.io/v1', 'SecretStore', { provider: { fake: { data: [] } } }, { name: 'main' });
  const secret = (kind: string) =>
    object('external-secrets.io/v1', 'ExternalSecret', {
      secretStoreRef: { kind, name: 'main' },
      data: [{ secretKey: 'a', remoteRef: { key: 'a' } }],
    });
  const fixesOf = (kind: string) =>
    diagnosticsOf(
      { first: [addon('web', { build: both(store, secret(kind)) })] },
      { options: { external: ['external-secrets.io'] } },
    ).map(({ code, fix }) => [code, fix?.split(',')[0]]);

  it('is most likely that one', () => {
    expect(fixesOf('SecretStore')).toEqual([]);
    expect(fixesOf('ClusterSecretStore')).toEqual([['FX630', "set kind: 'SecretStore'"]]);
  });
});

describe('names that differ by one letter', () => {
  it.each([
    ['front', 'fornt', true],
    ['db-password', 'dbpassword', true],
    ['settings', 'setting', true],
    ['web', 'wbe', false],
    ['node-1', 'node-2', false],
    ['shard-a', 'shard-b', false],
    ['certificate', 'certificates-old', false],
    ['same-name', 'same-name', false],
  ])('%s and %s', (a, b, is) => {
    expect([isTwin(a, b), isTwin(b, a)]).toEqual([is, is]);
  });
});

describe('a Secret that cert-manager makes', () => {
  const programOf = (annotations: object) =>
    diagnosticsOf({
      first: [
        addon('web', {
          build: both(
            object('v1', 'Service', { ports: [{ port: 80 }] }),
            object('v1', 'Secret', undefined, { name: 'web-tsl' }),
            object(
              'networking.k8s.io/v1',
              'Ingress',
              {
                tls: [{ hosts: ['a.example.org'], secretName: 'web-tls' }],
                defaultBackend: { service: { name: 'web', port: { number: 80 } } },
              },
              { annotations },
            ),
          ),
        }),
      ],
    }).map(({ code, at }) => [code, at.path]);

  it('is there by an annotation', () => {
    expect(programOf({})).toEqual([['FX630', 'spec.tls[0]']]);
    expect(programOf({ 'cert-manager.io/cluster-issuer': 'main' })).toEqual([]);
  });
});

describe('an annotation of cert-manager', () => {
  const codesOf = (reader: ReturnType<typeof object>, external: readonly object[] = []) =>
    diagnosticsOf(
      {
        first: [
          addon('web', {
            build: both(
              object('cert-manager.io/v1', 'ClusterIssuer', { selfSigned: {} }, { name: 'letsencrypt' }),
              object('cert-manager.io/v1', 'Certificate', {
                secretName: 'hooks',
                dnsNames: ['a.example.org'],
                issuerRef: { kind: 'ClusterIssuer', name: 'letsencrypt' },
              }),
              reader,
            ),
          }),
        ],
      },
      { options: { external: ['cert-manager.io', ...external] } },
    ).map(({ code, at }) => [code, at.path]);
  const ingress = (annotations: object) =>
    object(
      'networking.k8s.io/v1',
      'Ingress',
      { rules: [{ host: 'a.example.org' }], tls: [{ hosts: ['a.example.org'], secretName: 'a' }] },
      { annotations },
    );
  const webhooks = (certificate: string) =>
    object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', undefined, {
      annotations: { 'cert-manager.io/inject-ca-from': certificate },
    });
  const key = 'cert-manager.io/cluster-issuer';

  it('names an issuer', () => {
    expect(codesOf(ingress({ [key]: 'letsencrypt' }))).toEqual([]);
    expect(codesOf(ingress({ [key]: 'letsencypt' }))).toEqual([['FX630', `metadata.annotations["${key}"]`]]);
    // One that somebody else has, one of another project, and one of another kind.
    expect(codesOf(ingress({ [key]: 'letsencypt' }), [{ kind: 'ClusterIssuer', name: 'letsencypt' }])).toEqual([]);
    const group = { 'cert-manager.io/issuer-group': 'issuers.example.org' };
    expect(codesOf(ingress({ ...group, 'cert-manager.io/issuer': 'letsencypt' }))).toEqual([]);
    const kind = { 'cert-manager.io/issuer-kind': 'ClusterIssuer' };
    expect(codesOf(ingress({ ...kind, 'cert-manager.io/issuer': 'letsencrypt' }))).toEqual([]);
    expect(codesOf(ingress({ ...kind, 'cert-manager.io/issuer': 'letsencypt' })).map(([code]) => code)).toEqual([
      'FX630',
    ]);
  });

  it('names the certificate of a webhook', () => {
    expect(codesOf(webhooks('default/web'))).toEqual([]);
    expect(codesOf(webhooks('default/of-a-chart'))).toEqual([]);
    expect(codesOf(webhooks('elsewhere/web')).map(([code]) => code)).toEqual(['FX630']);
  });
});
