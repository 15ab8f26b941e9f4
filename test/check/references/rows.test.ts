import { describe, expect, it } from 'vitest';
import { referenceRows } from '../../../src/check/references/find-references.js';
import { isTwin } from '../../../src/check/references/is-twin.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import { both, object } from '../rule-programs.js';
import { diagnosticsOfRow, MISSPELLED } from './row-program.js';

/**
 * What a Kustomization's folder holds is known of the addons' own alone, and what is there for the order isn't judged. What
 * sets make has tests with those. */
const programs = referenceRows
  .filter((row) => row.isOfOwnFolder !== true && row.isOrderAlone !== true && row.isOfSets !== true)
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
      { options: { provides: ['external-secrets.io'] } },
    ).map(({ code, fix }) => [code, fix?.split(',')[0]]);

  it('is most likely that one', () => {
    expect(fixesOf('SecretStore')).toEqual([]);
    expect(fixesOf('ClusterSecretStore')).toEqual([['FX630', "say kind: 'SecretStore'"]]);
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
