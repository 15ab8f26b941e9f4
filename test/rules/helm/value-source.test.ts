import { ApiObject } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { both, one, release } from '../rule-programs.js';

describe('a Secret that a ClusterExternalSecret makes', () => {
  const found = (spec: object): readonly string[] => {
    const { charts, build } = release({}, { valuesFrom: [{ kind: 'Secret', name: 'login' }] });
    const all = both(build, (scope) => {
      new ApiObject(scope, 'all', {
        apiVersion: 'external-secrets.io/v1',
        kind: 'ClusterExternalSecret',
        metadata: { name: 'all' },
        spec: {
          externalSecretSpec: {
            secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
            target: { name: 'login' },
            dataFrom: [{ extract: { key: 'a' } }],
          },
          ...spec,
        },
      });
    });
    return one({ charts, build: all }, { external: ['external-secrets.io'] }).flatMap(({ code, message }) =>
      code === 'FX610' ? [message] : [],
    );
  };

  it('is there in the namespaces that it lists', () => {
    expect(found({ namespaces: ['web', 'default'] })).toEqual([]);
    expect(found({ namespaces: ['web'] })).toEqual([
      'HelmRelease/web reads Secret "login" in namespace "default", which nothing writes',
    ]);
  });

  it('may be in any namespace that has the labels', () => {
    expect(found({ namespaceSelectors: [{ matchLabels: { team: 'a' } }] })).toEqual([]);
    expect(found({ namespaces: ['web'], namespaceSelector: {} })).toEqual([]);
  });

  it('has the name of its ExternalSecret where it has none of its own', () => {
    const externalSecretSpec = { dataFrom: [{ extract: { key: 'a' } }] };
    expect(found({ namespaces: ['default'], externalSecretName: 'login', externalSecretSpec })).toEqual([]);
    expect(found({ namespaces: ['default'], externalSecretSpec })).toHaveLength(1);
  });
});
