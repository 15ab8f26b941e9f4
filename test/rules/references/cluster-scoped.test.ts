import { ApiObject } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { both, object, one } from '../rule-programs.js';

/** The API server drops the namespace of such objects, which FX612 says as a warning. */
const IGNORED = { name: 'main', namespace: 'elsewhere' };
const codes = (...given: Parameters<typeof one>) =>
  one(...given)
    .map(({ code, severity }) => `${severity} ${code}`)
    .sort();
const secretOf = (name: string, kind = 'ClusterSecretStore') =>
  object('external-secrets.io/v1', 'ExternalSecret', {
    secretStoreRef: { kind, name },
    data: [{ secretKey: 'a', remoteRef: { key: 'a' } }],
  });
const store = (kind: string, metadata: object) =>
  object('external-secrets.io/v1', kind, { provider: { fake: { data: [] } } }, metadata);
const options = { external: ['external-secrets.io'] };

describe('a cluster-scoped object with a namespace', () => {
  it.each([
    ['ClusterSecretStore', both(store('ClusterSecretStore', IGNORED), secretOf('main'))],
    [
      'ClusterRole',
      both(object('rbac.authorization.k8s.io/v1', 'ClusterRole', undefined, IGNORED), (scope) => {
        new ApiObject(scope, 'binding', {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'RoleBinding',
          metadata: { name: 'web' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'main' },
        } as never);
      }),
    ],
    [
      'IngressClass',
      both(
        object('networking.k8s.io/v1', 'IngressClass', { controller: 'example.org/web' }, IGNORED),
        object('networking.k8s.io/v1', 'Ingress', {
          ingressClassName: 'main',
          rules: [{ host: 'web.example.org' }],
        }),
      ),
    ],
  ])('is found by its name, and needs no Namespace: %s', (_, build) => {
    expect(codes({ build }, options)).toEqual(['warning FX612']);
  });

  it('is found where the cluster lists it with a namespace', () => {
    const external = [{ kind: 'ClusterSecretStore', ...IGNORED }];
    const build = both(store('ClusterSecretStore', { name: 'other' }), secretOf('main'));
    expect(codes({ build }, { external: [...options.external, ...external] })).toEqual([]);
    expect(codes({ build }, options)).toEqual(['notice FX631']);
  });

  it('is still missed under another name', () => {
    const build = both(store('ClusterSecretStore', IGNORED), secretOf('mian'));
    expect(codes({ build }, options)).toContain('error FX630');
  });

  it('is not a namespaced object of another namespace', () => {
    const build = both(
      store('SecretStore', { name: 'main', namespace: 'kube-system' }),
      secretOf('main', 'SecretStore'),
    );
    expect(codes({ build }, options)).toContain('error FX630');
  });
});
